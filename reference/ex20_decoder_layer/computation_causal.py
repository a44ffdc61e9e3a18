"""Asked of exercise 20's causal mask: later keys blocked, as [1, 1, T, T] bool."""

from torch import Tensor, tensor

from grader.authoring import Asked, Call, Case, Draw, apply, known


def case(draw: Draw) -> Case:
    """One call with a size from 5 to 24."""
    return Case("computation", (Call("call", (int(draw.integers(5, 25, 1)),), target="causal_blocked_mask"),))


def known_values(case: Case) -> dict[str, Tensor]:
    """The size, which is no tensor."""
    return {"size": tensor(case.steps[0].args[0])}


def computation() -> Asked:
    """The mask."""
    return apply("laid", apply("causal", known("size")).named("later"), axes="[1, 1, T, T]").named(
        "causal mask"
    )
