"""Runs a question's own torch code: a prediction before the learner's eyes, a key in the author's check.

torch is imported when such code is run, never before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

VALUES_CAP = 4096


@dataclass(frozen=True)
class Result:
    """What the code gave: the sizes (none for a plain number) and up to VALUES_CAP values, nested by axis."""

    sizes: tuple[int, ...]
    values: object

    @property
    def number(self) -> float:
        """The one number. Raises ValueError where there are several."""
        value = self.values
        while isinstance(value, list) and len(value) == 1:
            value = value[0]
        if not isinstance(value, int | float):
            raise ValueError(f"a tensor of shape {self.sizes} is no number")
        return float(value)

    @property
    def mask(self) -> tuple[str, ...]:
        """The rows of a boolean matrix in 0 and 1. Raises ValueError where it is none."""
        rows = self.values
        if len(self.sizes) != 2 or not isinstance(rows, list):
            raise ValueError("the answer is no matrix")
        if any(entry is not True and entry is not False for row in rows for entry in row):
            raise ValueError("the answer is not boolean")
        return tuple("".join("1" if entry else "0" for entry in row) for row in rows)


def run_code(code: str, params: Mapping[str, float]) -> Result:
    """Return what `code` assigns to `answer`; it sees torch, nn, F and the parameters, which take precedence.

    The generator is seeded, and the caller's own state of it stays as it was. Raises what the code raises,
    and KeyError where it assigns no `answer`: the code is the course's own, like its reference.
    """
    import torch
    import torch.nn.functional as F
    from torch import nn

    names: dict[str, object] = {"torch": torch, "nn": nn, "F": F}
    names.update({name: int(value) if value == int(value) else value for name, value in params.items()})
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(0)
        exec(compile(code, "<question>", "exec"), names)  # content of the course, reviewed like code
    answer = names["answer"]
    if isinstance(answer, torch.Tensor):
        # Of a large tensor only the shape is ever asked.
        return Result(tuple(answer.shape), answer.tolist() if answer.numel() <= VALUES_CAP else None)
    return Result((), answer)
