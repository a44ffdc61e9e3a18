"""A misconception: a belief behind a wrong implementation, with one id in code, catalogue, quiz, report."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from grader.domain.text import Text


class Kind(StrEnum):
    """bug: wrong anywhere; contract: a real design, but not the one asked for; robustness: fails edge checks only."""

    BUG = "bug"
    CONTRACT = "contract"
    ROBUSTNESS = "robustness"


class QuestionLink(StrEnum):
    """direct: a question is about this very belief; topic: the questions only share its topic."""

    DIRECT = "direct"
    TOPIC = "topic"


@dataclass(frozen=True)
class Misconception:
    """An entry of the catalogue: belief and correction in both languages, and the questions tied to it.

    `forms` are the deviations of a computation that it stands for ("normalise.over=D-1"), in its exercises and
    in later ones; "a & b" means both at once, "a*" all that begin so, "s@a" a in step s. `own_forms` are those
    that name it in its own exercises alone.
    """

    id: str
    exercises: tuple[int, ...]
    kind: Kind
    belief: Text
    correction: Text
    source: str
    questions: tuple[str, ...]
    question_link: QuestionLink = QuestionLink.TOPIC
    forms: tuple[str, ...] = ()
    own_forms: tuple[str, ...] = ()
