"""Marks a canonical answer: the fraction, the feedback of what was chosen, the beliefs that it shows."""

from __future__ import annotations

from grader.domain.mark import Mark
from grader.domain.text import Text
from grader.quiz.explanation import explanation
from grader.quiz.instance import Instance
from grader.quiz.outcome import Outcome
from grader.quiz.reading import UNSURE, read_canonical

RIGHT = Text(en="Right.", zh="正确。")
WRONG = Text(en="Incorrect.", zh="不对。")
NOT_KNOWN = Text(en="Not answered.", zh="未作答。")


def mark(instance: Instance, answer: str) -> Mark:
    """Return the mark of a canonical answer. Raises Unreadable where it is none (an edited file)."""
    canonical = read_canonical(instance, answer)
    question = instance.question
    if canonical == UNSURE:
        outcome = Outcome(0.0, (NOT_KNOWN,))
    else:
        outcome = question.outcome(canonical, instance)
    feedback = outcome.feedback or (
        (RIGHT,) if outcome.fraction >= 1.0 else (question.feedback_wrong or WRONG,)
    )
    return Mark(
        question=question.id,
        fraction=outcome.fraction,
        feedback=tuple(instance.fill(text) for text in feedback),
        misconceptions=tuple(dict.fromkeys(outcome.misconceptions)),
        right_answer=instance.key_words,
        explanation=explanation(instance),
    )
