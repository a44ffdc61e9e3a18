"""The case bank: the only loader of `reference/`, by path, under private module names.

A reference folder `reference/exNN_name/` holds
- `solution.py`: the reference; its public names are the entries
- `cases.py`: `cases(draw: Draw) -> Iterator[Case]`, in the order of `exercise.toml`'s checks, and optionally
  `HEADS: int` (number of heads of the aligning cases, for per-head layouts)
- `misconceptions.py`: `MISCONCEPTIONS: Mapping[str, Namespace]` (id -> entries by name), optionally
  `VARIANTS: Sequence[tuple[str, Namespace]]`, more ways to write a mistake (with parameters of its own, or
  one that the catalogue lists for an earlier exercise), and optionally
  `combinations() -> Iterator[tuple[tuple[str, ...], Namespace]]`, products of faults to be named together, and
  `TRIVIAL: Sequence[Namespace]`, programs that do nothing, beside those that the engine makes of the contract
  A namespace may hold `DETAIL: Text | None`: what is said beside the evidence when it is the one that matches
- `computation.py` (optional): what is asked, as an expression over parts (`grader.authoring.computation`); where
  the exercise has several entries, `computation_<name>.py` for each further one
- `alternatives/*.py`: right, but written otherwise; whole submissions
Files of a folder import each other relatively (`from .solution import FeedForward`), other folders by
`from ..ex07_multi_head_attention.solution import MultiHeadAttention`.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from torch import Tensor

from grader.authoring.computation import Asked, Outputs
from grader.authoring.draw import Draw
from grader.domain.case import Case
from grader.domain.errors import GraderError
from grader.observer.probes import Props, load_props

PACKAGE = "_addnorm_reference"

Namespace = Mapping[str, Any]


def _nothing(case: Case) -> Mapping[str, Tensor]:
    return {}


@dataclass(frozen=True)
class AskedComputation:
    """What `computation.py` says of an exercise: the call to record, right computations, wrong ones by id, and what
    is known of a drawn case beside its tensors.
    """

    case: Callable[[Draw], Case]
    right: Sequence[Callable[[], Asked | Outputs]]
    wrong: Mapping[str, Callable[[], Asked | Outputs]]
    known: Callable[[Case], Mapping[str, Tensor]] = _nothing


@dataclass(frozen=True)
class CaseBank:
    """Everything that the judge knows of one exercise."""

    number: int
    solution: Namespace
    draw_cases: Callable[[Draw], Iterator[Case]]
    misconceptions: Mapping[str, Namespace]
    variants: Sequence[tuple[str, Namespace]]
    combinations: Callable[[], Iterator[tuple[tuple[str, ...], Namespace]]]
    heads: int | None
    props: Props
    computations: Callable[[], Sequence[AskedComputation]] = tuple
    trivial: Sequence[Namespace] = ()

    def cases(self, seed: int) -> tuple[Case, ...]:
        """The exercise's cases for one seed, in order."""
        return tuple(self.draw_cases(Draw(seed, self.number)))


def load_bank(
    course: Path, exercise_id: str, number: int, props: Mapping[str, str] = MappingProxyType({})
) -> CaseBank:
    """Load the reference of one exercise, with the props that its cases use (name -> source).

    Raises GraderError if there is no reference.
    """
    if not (course / "reference" / exercise_id / "solution.py").is_file():
        raise GraderError(f"{course / 'reference' / exercise_id}: no reference solution here")
    solution, cases, faults = (
        _load(course, exercise_id, part) for part in ("solution", "cases", "misconceptions")
    )
    return CaseBank(
        number=number,
        solution=vars(solution),
        draw_cases=cases.cases,
        misconceptions=faults.MISCONCEPTIONS,
        variants=getattr(faults, "VARIANTS", ()),
        combinations=getattr(faults, "combinations", lambda: iter(())),
        heads=getattr(cases, "HEADS", None),
        trivial=getattr(faults, "TRIVIAL", ()),
        props=load_props(props),
        computations=partial(_computations, course, exercise_id),
    )


def _computations(course: Path, exercise_id: str) -> Sequence[AskedComputation]:
    """What is asked, loaded for the first wrong submission: a right one does without."""
    asked = []
    for path in sorted((course / "reference" / exercise_id).glob("computation*.py")):
        module = _load(course, exercise_id, path.stem)
        right = (module.computation, *getattr(module, "WAYS", ()))
        known: Callable[[Case], Mapping[str, Tensor]] = getattr(module, "known_values", _nothing)
        asked.append(AskedComputation(module.case, right, getattr(module, "WRONG", {}), known))
    return asked


def _load(course: Path, exercise_id: str, part: str) -> ModuleType:
    root = course / "reference"
    package = sys.modules.get(PACKAGE)
    if package is None or list(package.__path__) != [str(root)]:
        for name in [n for n in sys.modules if n == PACKAGE or n.startswith(PACKAGE + ".")]:
            del sys.modules[name]
        package = ModuleType(PACKAGE)
        package.__path__ = [str(root)]
        sys.modules[PACKAGE] = package
    return importlib.import_module(f"{PACKAGE}.{exercise_id}.{part}")
