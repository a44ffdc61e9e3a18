"""Questions as the course defines them, keys included: one frozen type a kind, free of their files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from grader.domain.text import Text


class QuestionKind(StrEnum):
    """What an answer to a question is."""

    SINGLE = "single"
    TRUE_FALSE = "tf"
    MULTI = "multi"
    NUMERIC = "numeric"
    SHORT = "short"
    SHAPE = "shape"
    FORMULA = "formula"
    ORDER = "order"
    MATCH = "match"
    FILL = "fill"
    PREDICT = "predict"


class MultiRule(StrEnum):
    """How a choice of several options is marked; the arithmetic is in `grader.quiz.rules`."""

    NET_CORRECT = "net_correct"
    ALL_OR_NOTHING = "all_or_nothing"
    COVERAGE = "coverage"
    EACH_ANSWER = "each_answer"
    WEIGHTS = "weights"


class PredictKind(StrEnum):
    """What is predicted before torch runs: a shape, a boolean mask row by row, or a number."""

    SHAPE = "shape"
    MASK = "mask"
    NUMBER = "number"


@dataclass(frozen=True)
class Option:
    """One choice with its own feedback; `misconception` is what choosing (or, if right, omitting) it shows.

    `weight` is the option's fraction under the `weights` rule, -1 to 1.
    """

    key: str
    text: Text
    feedback: Text
    right: bool = False
    weight: float | None = None
    misconception: str | None = None


@dataclass(frozen=True)
class Anticipated:
    """A wrong value that the author foresaw, with its feedback.

    `value` is an expression, shape, formula or text of the same kind as the key; `blank` names the gap of a
    fill-in question that it belongs to.
    """

    value: str
    feedback: Text
    misconception: str | None = None
    blank: str | None = None


@dataclass(frozen=True)
class Tolerance:
    """How near a number must come: absolute or relative (either suffices), significant digits, or a range.

    `significant_digits` rounds both numbers; `low` and `high` are expressions and replace the key's vicinity.
    """

    absolute: float = 0.0
    relative: float = 1e-9
    significant_digits: int | None = None
    low: str | None = None
    high: str | None = None


@dataclass(frozen=True)
class Item:
    """A thing to be ordered or matched."""

    key: str
    text: Text


@dataclass(frozen=True)
class Blank:
    """One gap: a literal text or a formula in `symbols`; every entry of `accept` is right."""

    key: str
    accept: tuple[str, ...]
    symbols: tuple[str, ...] = ()
    synonyms: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_formula(self) -> bool:
        """Compared as a formula, not as a text."""
        return bool(self.symbols)


@dataclass(frozen=True)
class Question:
    """What every kind has: id, quiz, stem, explanation, ties to exercises and misconceptions.

    `params` gives each random parameter its possible values; the stem names them as `{D}`. `feedback_wrong`
    is said of any wrong answer that nothing more special is known about. `torch_key` is Python that assigns
    `answer` by running torch, for the author's check only.
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

    @property
    def kind(self) -> QuestionKind:
        """The kind, which each subclass fixes."""
        raise NotImplementedError


@dataclass(frozen=True)
class SingleQuestion(Question):
    """Exactly one option is right."""

    options: tuple[Option, ...]
    accept_groups: tuple[tuple[str, ...], ...] = ()
    accept_need: int = 0

    @property
    def kind(self) -> QuestionKind:
        """Single choice."""
        return QuestionKind.SINGLE


@dataclass(frozen=True)
class TrueFalseQuestion(Question):
    """A statement that holds or does not; `misconception` is what the wrong answer shows."""

    answer: bool
    wrong_feedback: Text
    right_feedback: Text
    misconception: str | None = None

    @property
    def kind(self) -> QuestionKind:
        """True or false."""
        return QuestionKind.TRUE_FALSE


@dataclass(frozen=True)
class MultiQuestion(Question):
    """Any number of options is right."""

    options: tuple[Option, ...]
    rule: MultiRule = MultiRule.NET_CORRECT

    @property
    def kind(self) -> QuestionKind:
        """Several choices."""
        return QuestionKind.MULTI


@dataclass(frozen=True)
class NumericQuestion(Question):
    """A number, given by an expression in the parameters."""

    answer: str
    tolerance: Tolerance
    wrong: tuple[Anticipated, ...]

    @property
    def kind(self) -> QuestionKind:
        """A number."""
        return QuestionKind.NUMERIC


@dataclass(frozen=True)
class ShortQuestion(Question):
    """A short phrase out of a list."""

    accept: tuple[str, ...]
    wrong: tuple[Anticipated, ...]

    @property
    def kind(self) -> QuestionKind:
        """A phrase."""
        return QuestionKind.SHORT


@dataclass(frozen=True)
class ShapeQuestion(Question):
    """A tensor's shape, in numbers or in the stem's letters."""

    answer: str
    wrong: tuple[Anticipated, ...]

    @property
    def kind(self) -> QuestionKind:
        """A shape."""
        return QuestionKind.SHAPE


@dataclass(frozen=True)
class FormulaQuestion(Question):
    """A formula, right if it is the same polynomial (in uninterpreted functions) as the key.

    `symbols` are the names that an answer may use; `synonyms` maps other spellings to them; `positive` are
    those that stand for positive numbers, so that sqrt(D*D) is D; `samples` are values of them at which
    the author's check runs `torch_key`.
    """

    answer: str
    symbols: tuple[str, ...]
    synonyms: Mapping[str, str]
    positive: tuple[str, ...]
    wrong: tuple[Anticipated, ...]
    samples: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

    @property
    def kind(self) -> QuestionKind:
        """A formula."""
        return QuestionKind.FORMULA


@dataclass(frozen=True)
class OrderQuestion(Question):
    """Items in their right order (`answer`: keys)."""

    items: tuple[Item, ...]
    answer: tuple[str, ...]
    wrong: tuple[Anticipated, ...] = ()

    @property
    def kind(self) -> QuestionKind:
        """An order."""
        return QuestionKind.ORDER


@dataclass(frozen=True)
class MatchQuestion(Question):
    """Each left item belongs to one right item; a right item may serve several."""

    left: tuple[Item, ...]
    right: tuple[Item, ...]
    answer: Mapping[str, str]
    wrong: tuple[Anticipated, ...] = ()

    @property
    def kind(self) -> QuestionKind:
        """Pairs."""
        return QuestionKind.MATCH


@dataclass(frozen=True)
class FillQuestion(Question):
    """A text with gaps, marked gap by gap."""

    blanks: tuple[Blank, ...]
    wrong: tuple[Anticipated, ...]

    @property
    def kind(self) -> QuestionKind:
        """Gaps."""
        return QuestionKind.FILL


@dataclass(frozen=True)
class PredictQuestion(Question):
    """Predict first, then torch runs `code`: it assigns `answer` (a tensor's shape, a mask, a number).

    `answer` here is the key in the same notation as a learner's: a shape, rows of 0 and 1 joined by "/", or
    an expression. The parameters are names in `code`.
    """

    predict: PredictKind
    code: str
    answer: str
    tolerance: Tolerance
    wrong: tuple[Anticipated, ...]

    @property
    def kind(self) -> QuestionKind:
        """A prediction."""
        return QuestionKind.PREDICT


def misconceptions_of(question: Question) -> frozenset[str]:
    """Return every misconception that the question or one of its distractors names."""
    ids = set(question.misconceptions)
    for distractor in (*getattr(question, "options", ()), *getattr(question, "wrong", ()), question):
        misconception = getattr(distractor, "misconception", None)
        if misconception is not None:
            ids.add(misconception)
    return frozenset(ids)


@dataclass(frozen=True)
class Quiz:
    """One topic file: its name, title and questions in the file's order."""

    name: str
    title: Text
    questions: tuple[Question, ...]
