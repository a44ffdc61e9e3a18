"""Reference for exercise 19: the encoder of exercise 9, which is what the given code should have been."""

from ..ex09_encoder.solution import Encoder

__all__ = ["Encoder"]
