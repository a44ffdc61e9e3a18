"""Asked of exercise 5: the keys whose id is pad_id, as [B, 1, 1, S] bool."""

from torch import Tensor, tensor

from grader.authoring import Asked, Case, apply, given, known

from .cases import everywhere

case = everywhere


def known_values(case: Case) -> dict[str, Tensor]:
    """The id of padding, which is no tensor of the call."""
    return {"pad_id": tensor(case.steps[0].kwargs["pad_id"])}


def computation() -> Asked:
    """The mask."""
    return apply("laid", apply("padding", given("token_ids"), known("pad_id")).named("p")).named("mask")
