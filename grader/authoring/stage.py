"""A stage of the right computation, as an exercise describes it."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor

from grader.domain.text import Text


@dataclass(frozen=True)
class Stage:
    """A named stage: its right value, in any of several equivalent forms (variance, standard deviation, its inverse).

    `needs` are the stages that it is made of; a stage counts as right if it or anything made of it is seen,
    so that code that skips it is not blamed. `slips` are known wrong values with what to say of each.
    """

    name: str
    values: tuple[Tensor, ...]
    needs: tuple[str, ...] = ()
    slips: tuple[tuple[Text, Tensor], ...] = ()
