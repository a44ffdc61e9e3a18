"""Explains an exception by the first rule that fits: what met what, the usual way out."""

from __future__ import annotations

from grader.domain.text import Text
from grader.reports.errors.calls import CALLS
from grader.reports.errors.dtypes import DTYPES
from grader.reports.errors.gradients import GRADIENTS
from grader.reports.errors.indices import INDICES
from grader.reports.errors.names import NAMES
from grader.reports.errors.rule import Rule
from grader.reports.errors.shapes import SHAPES

RULES: tuple[Rule, ...] = (*NAMES, *CALLS, *DTYPES, *GRADIENTS, *INDICES, *SHAPES)
"""In the order in which they are tried."""


def explain_error(message: str, code: str = "", near: str = "") -> Text | None:
    """The explanation of an error with this message, None for an unknown one.

    `code` is the piece of the learner's own file that raised, `near` a name that was probably meant.
    """
    said = (rule.explain(message, code, near) for rule in RULES)
    return next((text for text in said if text is not None), None)


def rule_for(message: str, code: str = "", near: str = "") -> str:
    """The name of the rule that explains it, "" where none does."""
    return next((rule.name for rule in RULES if rule.explain(message, code, near) is not None), "")
