"""Quiz files found among a class's submissions: marked again by their answers, kept with their learner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from grader.domain.classroom import SavedQuiz
from grader.domain.text import Text
from grader.quiz.memory import QuizMemory
from grader.quiz.question import Quiz


@dataclass(frozen=True)
class KeptQuiz:
    """One quiz file's mark; `problems` say what in the file could not be marked."""

    learner: str
    quiz: str
    score: float
    max_score: float
    problems: tuple[Text, ...]


@dataclass
class QuizKeeper:
    """Marks quiz files one by one; the bank is read at the first of them."""

    bank: Callable[[], tuple[Quiz, ...]]
    memory: QuizMemory
    kept: list[KeptQuiz] = field(default_factory=list)
    refused: list[tuple[str, Text]] = field(default_factory=list)
    """(path, reason) of what claims to be a quiz file and is none."""
    _quizzes: tuple[Quiz, ...] | None = None

    def keep(self, file: SavedQuiz) -> None:
        """Mark a file again and keep the session; the same file of the same learner is kept once."""
        # Most classes have no such file, and the parser's import can wait.
        from grader.quiz.marked_again import mark_saved
        from grader.quiz.saved import SavedFileError

        if self._quizzes is None:
            self._quizzes = self.bank()
        try:
            marked = mark_saved(file.content, self._quizzes, file.learner_key)
        except SavedFileError as error:
            self.refused.append((file.file_name, error.reason))
            return
        self.kept.append(
            KeptQuiz(file.learner_key, marked.session.quiz, marked.score, marked.max_score, marked.problems)
        )
        session = marked.session  # its id belongs to learner and file: a longer file later adds answers to it
        former = next(
            (each for each in self.memory.sessions(file.learner_key) if each.id == session.id), None
        )
        if former is None:
            self.memory.begin_session(replace(session, answers=(), finished_at=None))
        known = {answer.question for answer in former.answers} if former is not None else set()
        for answer in session.answers:
            if answer.question not in known:
                self.memory.record_answer(session.id, answer)
        if former is None or former.finished_at is None:
            self.memory.end_session(session.id, session.finished_at or session.started_at)
