"""A saved quiz file, marked again by its question ids, seeds, answers alone."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.domain.errors import UsageError
from grader.domain.mark import QuizAnswer, QuizSession
from grader.domain.text import Text
from grader.quiz.instance import draw
from grader.quiz.marking import mark
from grader.quiz.question import Question, Quiz
from grader.quiz.reading import read_canonical
from grader.quiz.request import questions_for, request_of
from grader.quiz.saved import SavedAnswer, SavedFile, SavedFileError, read_saved
from grader.quiz.unreadable import Unreadable

ANONYMOUS = frozenset({"", "me"})
"""Who a file is by where nobody gave a name."""

PROBLEMS_CAP = 20


@dataclass(frozen=True)
class MarkedFile:
    """The session with its new fractions, and what in the file could not be marked or is not as it seems.

    `max_score` counts every question of the quiz that the file names, asked or not: which of them are asked
    is the file's own claim. An unanswered one has 0.
    """

    session: QuizSession
    problems: tuple[Text, ...]
    max_score: float

    @property
    def score(self) -> float:
        """The sum of the fractions."""
        return sum(answer.fraction for answer in self.session.answers)


def mark_saved(data: bytes, quizzes: tuple[Quiz, ...], learner: str) -> MarkedFile:
    """Mark a quiz file for `learner`, who handed it in, whatever name it holds.

    A stored score, if somebody adds one, is not read. Raises SavedFileError for what is no quiz file, or one
    of a quiz that the course does not have.
    """
    file = read_saved(data)
    try:
        pool = {question.id: question for question in questions_for(quizzes, request_of(file.quiz))}
    except UsageError as error:
        raise SavedFileError(Text(f"quiz: {error.message.en}", f"测验：{error.message.zh}")) from error
    marking = _Marking(pool)
    marking.ask(file)
    for given in file.answers:
        marking.answer(given)
    if file.learner not in ANONYMOUS | {learner}:
        marking.say(
            f"the file names {file.learner!r}; it counts for who handed it in",
            f"文件里写的是 {file.learner!r}；按提交者计分",
        )
    session = QuizSession(
        id=_session_id(file.session, learner),
        learner=learner,
        quiz=file.quiz,
        language=file.language,
        questions=tuple(marking.asked),
        seeds=tuple(marking.asked.values()),
        started_at=file.started_at,
        answers=tuple(marking.answers.values()),
        finished_at=file.finished_at or max((a.answered_at for a in file.answers), default=file.started_at),
    )
    return MarkedFile(session, marking.told(), float(len(pool)))


@dataclass
class _Marking:
    """What of a file counts, gathered question by question, answer by answer."""

    pool: Mapping[str, Question]
    asked: dict[str, int] = field(default_factory=dict)
    answers: dict[str, QuizAnswer] = field(default_factory=dict)
    problems: list[Text] = field(default_factory=list)

    def say(self, en: str, zh: str) -> None:
        """Add a problem."""
        self.problems.append(Text(en, zh))

    def ask(self, file: SavedFile) -> None:
        """Take the questions that belong to the quiz, each once."""
        for each in file.asked:
            name = each.question
            if name not in self.pool:
                self.say(
                    f"question {name} is not in the quiz {file.quiz}", f"测验 {file.quiz} 里没有题目 {name}"
                )
            elif name in self.asked:
                self.say(
                    f"question {name} was asked twice; the first one counts",
                    f"题目 {name} 出现两次；以第一次为准",
                )
            else:
                self.asked[name] = each.seed
        if len(self.asked) < len(self.pool):
            self.say(
                f"{len(self.asked)} of the {len(self.pool)} questions of {file.quiz} were asked; "
                "the score is out of all of them",
                f"{file.quiz} 共 {len(self.pool)} 题，只答了其中 {len(self.asked)} 题；满分按全部题目计算",
            )

    def answer(self, given: SavedAnswer) -> None:
        """Mark an answer to what was asked, the first one of each question."""
        name = given.question
        if name not in self.asked or name in self.answers:
            self.say(f"an answer to {name} was not asked for", f"题目 {name} 的回答不在所问之列")
            return
        instance = draw(self.pool[name], self.asked[name])
        try:
            canonical = read_canonical(instance, given.answer)
            marked = mark(instance, canonical)
        except Unreadable as error:
            self.say(
                f"the answer to {name} cannot be read: {error.reason.en}",
                f"题目 {name} 的回答无法读懂：{error.reason.zh}",
            )
            return
        if not canonical.isprintable():
            self.say(f"the answer to {name} holds control characters", f"题目 {name} 的回答含有控制字符")
            return
        self.answers[name] = QuizAnswer(
            question=name,
            seed=instance.seed,
            params=instance.params,
            answer=canonical,
            fraction=marked.fraction,
            misconceptions=marked.misconceptions,
            answered_at=given.answered_at,
            seconds=given.seconds,
        )

    def told(self) -> tuple[Text, ...]:
        """Return the problems, the first of them where there are very many."""
        rest = len(self.problems) - PROBLEMS_CAP
        if rest <= 0:
            return tuple(self.problems)
        return (*self.problems[:PROBLEMS_CAP], Text(f"and {rest} more", f"还有 {rest} 处"))


def _session_id(written: str, learner: str) -> str:
    """Return an id that a file keeps when it is handed in again, and that a copied file does not share."""
    return hashlib.blake2b(f"{learner}\0{written}".encode(), digest_size=16).hexdigest()
