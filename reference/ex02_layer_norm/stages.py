"""Stages of exercise 2: those of exercise 1, with gamma and beta from the module."""

from collections.abc import Mapping

from torch import Tensor

from grader.authoring import Build, Call, Case, Draw, Stage

from ..ex01_manual_layer_norm.stages import layer_norm_stages
from .cases import DIM, MEAN, SIZES, SPREAD


def case(draw: Draw) -> Case:
    """One forward pass in eval mode, x: [2, 5, 6]."""
    build = Build("LayerNorm", SIZES, seed=draw.seed(), weights=draw.weights())
    return Case(
        "stages", (build, Call("call", (draw.normal(2, 5, DIM, mean=MEAN, scale=SPREAD),), on="module"))
    )


def stages(case: Case, weights: Mapping[str, Tensor]) -> tuple[Stage, ...]:
    """The stages of one pass; weights by role, float64."""
    call = case.steps[1]
    assert isinstance(call, Call)
    return layer_norm_stages(call.args[0], weights["gamma"], weights["beta"])
