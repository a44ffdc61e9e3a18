"""Questions made of a few fields, as a file would give them."""

from __future__ import annotations

from typing import Any

import pytest

from grader.domain.text import Language, Text
from grader.quiz.file_parts import QuestionModel
from grader.quiz.instance import Instance, draw
from grader.quiz.platform_answer import PlatformAnswers
from grader.quiz.unreadable import Unreadable


def words(text: str) -> dict[str, str]:
    """The same text in both languages."""
    return {"en": text, "zh": text}


def option(key: str, right: bool = False, **more: Any) -> dict[str, Any]:
    """An option whose words and feedback tell its key."""
    return {"key": key, "right": right, **words(f"option {key}"), "feedback": words(f"said of {key}"), **more}


def piece(key: str) -> dict[str, str]:
    """A piece whose words tell its key."""
    return {"key": key, **words(f"piece {key}")}


def wrong(value: str, **more: Any) -> dict[str, Any]:
    """A wrong value that was foreseen, with the belief "belief"."""
    return {"value": value, "feedback": words(f"said of {value}"), "misconception": "belief", **more}


def asked(model: type[QuestionModel], seed: int = 1, **fields: Any) -> Instance:
    """A question of this kind, drawn. Raises ValueError for fields that do not hold together."""
    kind = model.model_fields["type"].annotation.__args__[0]  # type: ignore[union-attr]
    common = {"id": "q", "difficulty": 1, "exercises": (1,), "stem": words("stem"), "explain": words("why")}
    return draw(model.model_validate({"type": kind, **common, **fields}).question("quiz"), seed)


def outcome(instance: Instance, answer: str) -> tuple[float, tuple[str, ...], tuple[str, ...]]:
    """The fraction, feedback in English, and beliefs of an answer as a file spells it."""
    question = instance.question
    found = question.outcome(question.read_canonical(answer, instance), instance)
    return found.fraction, tuple(text.en for text in found.feedback), found.misconceptions


def typed(instance: Instance, text: str) -> str:
    """The canonical answer for what is typed."""
    return instance.question.read_typed(text, instance)


def exported(instance: Instance) -> PlatformAnswers:
    """What a platform is told."""
    return instance.question.platform_answers(instance, Language.EN)


def assert_unreadable(instance: Instance, *texts: str) -> None:
    """Check that none of the texts is an answer, typed or in a file."""
    for text in texts:
        for read in (instance.question.read_typed, instance.question.read_canonical):
            with pytest.raises(Unreadable) as refused:
                read(text, instance)
            assert isinstance(refused.value.reason, Text)
