"""Asked of exercise 19: the computation of exercise 9, which is what the given code should have been."""

from ..ex09_encoder.computation import case, computation

__all__ = ["case", "computation"]
