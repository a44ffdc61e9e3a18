"""What may be left of the four bugs, or come in with a repair: the wrong stacks of exercise 9."""

from ..ex09_encoder.misconceptions import MISCONCEPTIONS, VARIANTS, combinations

__all__ = ["MISCONCEPTIONS", "VARIANTS", "combinations"]
