"""A question, key included: what each kind must say of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from grader.domain.text import Language, Text
from grader.quiz.distractor import Anticipated, Option
from grader.quiz.drawn import Drawn
from grader.quiz.outcome import Outcome
from grader.quiz.platform_answer import PlatformAnswers
from grader.quiz.recompute import Result


@dataclass(frozen=True, kw_only=True)
class Question(ABC):
    """Id, quiz, stem, explanation, ties to exercises and misconceptions; a kind adds its key.

    `params` gives each random parameter its possible values; the stem names them as `{D}`. `feedback_wrong`
    is said of any wrong answer that nothing more special is known about. `torch_key` is Python that assigns
    `answer` by running torch, for the author's check only. Answers are canonical texts, which name options
    by key and do not depend on the order in which they were shown.
    """

    id: str
    quiz: str
    stem: Text
    explanation: Text
    difficulty: int
    source: tuple[str, ...]
    exercises: tuple[int, ...]
    misconceptions: tuple[str, ...]
    params: Mapping[str, tuple[float, ...]]
    feedback_wrong: Text | None
    version_scope: str
    torch_key: str
    card: bool
    options: tuple[Option, ...] = ()
    wrong: tuple[Anticipated, ...] = ()

    chooses_one: ClassVar[bool] = False
    """Whether exactly one of the options is chosen and right."""

    needs_torch_key: ClassVar[bool] = False
    """Whether the author's check asks for code that computes the key."""

    # On the screen.

    @property
    def how_to_answer(self) -> Text:
        """What is to be typed, in a few words."""
        raise NotImplementedError

    @property
    def listed(self) -> tuple[str, ...]:
        """The keys of what is shown in a drawn order; none where nothing is listed."""
        return ()

    def numbered(self, drawn: Drawn) -> tuple[Text, ...]:
        """Return what is listed under 1, 2, 3."""
        return ()

    def lettered(self, drawn: Drawn) -> tuple[Text, ...]:
        """Return what is listed under a, b, c, below the numbered."""
        return ()

    @property
    def code(self) -> str:
        """Code that is shown and run after the answer, without the parameters' values; "" for none."""
        return ""

    def run(self, params: Mapping[str, float]) -> str:
        """Return what torch gives for `code`, as a learner would write it. Raises ImportError without torch."""
        raise TypeError(f"{self.id} has no code to run")

    # Reading and marking.

    def read_typed(self, text: str, drawn: Drawn) -> str:
        """Return the canonical answer for what was typed at the screen. Raises Unreadable."""
        return self.read_canonical(text, drawn)

    @abstractmethod
    def read_canonical(self, text: str, drawn: Drawn) -> str:
        """Return a canonical answer in its one spelling. Raises Unreadable where it is none."""

    @abstractmethod
    def outcome(self, answer: str, drawn: Drawn) -> Outcome:
        """Mark a canonical answer in its one spelling."""

    @property
    def beliefs(self) -> frozenset[str]:
        """Every misconception that the question or one of its distractors names."""
        shown = (*(o.misconception for o in self.options), *(value.misconception for value in self.wrong))
        return frozenset(self.misconceptions).union(each for each in shown if each is not None)

    @property
    def guess_percent(self) -> float | None:
        """The mean score in percent of blind guessing, None where there is nothing to choose from."""
        return None

    # The key.

    @abstractmethod
    def key(self, drawn: Drawn) -> str:
        """Return a canonical answer that has full marks."""

    def key_words(self, drawn: Drawn) -> Text:
        """Return the key in words."""
        key = self.key(drawn)
        return Text(en=key, zh=key)

    @property
    def computed(self) -> str:
        """The expression that gives the key from the drawn numbers, "" where none does."""
        return ""

    # On other platforms.

    @abstractmethod
    def platform_answers(self, drawn: Drawn, language: Language) -> PlatformAnswers:
        """Return what a platform must know to mark it."""

    # For the author's check.

    def right_answers(self, drawn: Drawn) -> tuple[str, ...]:
        """Return canonical answers that must all have full marks."""
        return (self.key(drawn),)

    def wrong_answer(self, value: Anticipated, drawn: Drawn) -> str:
        """Return a canonical answer that is wrong in exactly this anticipated way."""
        return value.value

    @property
    def torch_code(self) -> str:
        """The code that computes the key, "" for none."""
        return self.torch_key

    @property
    def torch_values(self) -> Mapping[str, tuple[float, ...]] | None:
        """The values of each name at which that code runs; None where the author gave none."""
        return self.params

    def beside_torch(self, result: Result, values: Mapping[str, float]) -> tuple[str, str]:
        """Return (key, torch's answer) as texts that are equal exactly if the two agree."""
        raise TypeError(f"{self.id} has no key that torch could compute")


@dataclass(frozen=True)
class Quiz:
    """One topic file: its name, title and questions in the file's order."""

    name: str
    title: Text
    questions: tuple[Question, ...]
