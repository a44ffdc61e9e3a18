"""Asked of exercise 20's causal mask: later keys blocked, as [1, 1, T, T] bool."""

from torch import Tensor, tensor

from grader.authoring import Asked, Case, apply, known

from .cases import of_any_size

case = of_any_size


def known_values(case: Case) -> dict[str, Tensor]:
    """The size, which is no tensor."""
    return {"size": tensor(case.steps[0].args[0])}


def computation() -> Asked:
    """The mask."""
    later = apply("causal", known("size")).named("later")
    return apply("laid", later, axes="[1, 1, T, T]").named("causal mask")
