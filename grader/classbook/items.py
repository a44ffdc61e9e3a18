"""The item analysis of a run: its exercises, the checks of each, the questions of the quizzes its people took."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from grader.classbook.findings import CheckMarks
from grader.domain.mark import QuizAnswer, QuizSession
from grader.domain.policy import Basis
from grader.domain.text import Text
from grader.quiz.instance import draw
from grader.quiz.question import Question, Quiz
from grader.reports.gradebook import ExerciseColumn, GradeBook
from grader.reports.item_analysis import analyse_items, analyse_test
from grader.reports.item_table import ChosenAnswer, Item, ItemTable

_WHOLE = Text("All exercises", "全部练习")
_MOST_CHOICES = 8
_STEM_LENGTH = 160


def exercise_table(book: GradeBook) -> ItemTable:
    """The exercises as items of one test; who handed in nothing for one was not given it. Raw scores count."""
    marks = np.full((len(book.rows), len(book.columns)), np.nan)
    for place, row in enumerate(book.rows):
        for column, score in enumerate(row.scores):
            if score.handed_in and score.settled.basis is not Basis.PENDING:
                raw = score.settled.raw
                marks[place, column] = raw if raw is not None else np.nan
    greatest = [column.max_score for column in book.columns]
    figures = analyse_items(marks, greatest)
    items = tuple(Item(c.id, c.title, f) for c, f in zip(book.columns, figures, strict=True))
    return ItemTable("exercises", _WHOLE, analyse_test(marks, greatest), items)


def check_table(column: ExerciseColumn, marks: CheckMarks) -> ItemTable:
    """The checks of one exercise as items."""
    greatest = [marks.greatest[name] for name in marks.names]
    table = np.zeros((len(marks.rows), len(marks.names)))
    for place, row in enumerate(marks.rows):
        if row is not None:
            table[place] = [row.get(name, 0.0) for name in marks.names]
    figures = analyse_items(table, greatest)
    items = tuple(Item(name, marks.titles[name], f) for name, f in zip(marks.names, figures, strict=True))
    return ItemTable(column.id, column.title, analyse_test(table, greatest), items)


def question_tables(sessions: Sequence[QuizSession], quizzes: Sequence[Quiz]) -> tuple[ItemTable, ...]:
    """The questions of each quiz as items: everybody's first sitting, and the first answer to each question."""
    first: dict[str, dict[str, dict[str, QuizAnswer]]] = {}
    known = {question.id: (quiz, question) for quiz in quizzes for question in quiz.questions}
    sittings: dict[tuple[str, str], str] = {}
    for session in sessions:
        for answer in session.answers:
            if answer.question not in known:
                continue
            quiz = known[answer.question][0].name
            if sittings.setdefault((session.learner, quiz), session.id) != session.id:
                continue
            first.setdefault(quiz, {}).setdefault(session.learner, {}).setdefault(answer.question, answer)
    return tuple(_quiz_table(quiz, first[quiz.name]) for quiz in quizzes if quiz.name in first)


def _quiz_table(quiz: Quiz, answers: Mapping[str, Mapping[str, QuizAnswer]]) -> ItemTable:
    met = {identifier for of_one in answers.values() for identifier in of_one}
    asked = [question for question in quiz.questions if question.id in met]
    marks = np.full((len(answers), len(asked)), np.nan)
    places = {question.id: place for place, question in enumerate(asked)}
    for place, of_one in enumerate(answers.values()):
        for identifier, answer in of_one.items():
            marks[place, places[identifier]] = answer.fraction
    figures = analyse_items(marks, [1.0] * len(asked))
    totals: NDArray[np.float64] = np.nanmean(marks, axis=1) * 100
    items = []
    for question, figure in zip(asked, figures, strict=True):
        given = [
            (of_one[question.id], float(total))
            for of_one, total in zip(answers.values(), totals, strict=True)
            if question.id in of_one
        ]
        median = statistics.median(answer.seconds for answer, _ in given)
        choices = tuple(_choices(question, given))
        items.append(Item(question.id, _stem(question), figure, question.guess_percent, median, choices))
    return ItemTable(quiz.name, quiz.title, analyse_test(marks, [1.0] * len(asked)), tuple(items))


def _choices(question: Question, given: Sequence[tuple[QuizAnswer, float]]) -> Iterator[ChosenAnswer]:
    """Every option with who chose it; where there are none, the most frequent answers."""
    if question.options:
        for option in question.options:
            totals = [total for answer, total in given if option.key in answer.answer.split(",")]
            yield _choice(option.key, option.text, option.right, totals, len(given), option.misconception)
        return
    counted = Counter(answer.answer for answer, _ in given)
    for text, _ in counted.most_common(_MOST_CHOICES):
        these = [(answer, total) for answer, total in given if answer.answer == text]
        beliefs = these[0][0].misconceptions
        right = these[0][0].fraction >= 1.0
        shown = text[:_STEM_LENGTH]
        label = Text(shown, shown)
        yield _choice(text, label, right, [t for _, t in these], len(given), beliefs[0] if beliefs else None)


def _choice(
    key: str, label: Text, right: bool, totals: Sequence[float], people: int, belief: str | None
) -> ChosenAnswer:
    mean = statistics.fmean(totals) if totals else None
    return ChosenAnswer(key, label, right, len(totals), 100 * len(totals) / people, mean, belief)


def _stem(question: Question) -> Text:
    """The beginning of the question's words, its parameters filled in by a fixed seed."""
    stem = draw(question, 0).stem
    return Text(_short(stem.en), _short(stem.zh))


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _STEM_LENGTH else flat[: _STEM_LENGTH - 1] + "…"
