"""Asked of exercise 22: the Frobenius norm of the gradient of each layer's second FFN weight, first layer first."""

from grader.authoring import Asked, Case, Draw, apply, known

from .cases import profiled
from .slopes import known_values as known_values


def case(draw: Draw) -> Case:
    """The second of two calls over three layers of width 4 with 7 hidden units, x: [2, 5, 4]."""
    return Case("computation", profiled(draw))


def computation() -> Asked:
    """The list."""
    return apply("listed", apply("length", known("gradient of net.3.weight")).named("norms")).named("y")
