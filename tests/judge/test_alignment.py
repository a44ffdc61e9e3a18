"""An alignment says where the weights went, how that is known, and what was seen under it already."""

from __future__ import annotations

import pytest
from torch import nn

from grader.judge.alignment import Alignment, Placed, align, parameters
from grader.judge.binding import Prepared
from grader.judge.known import Candidate
from grader.judge.session import OwnSession
from grader.weights.names import Names
from tests.judge.small import BANK, SEED, WORDS, Bend, Doubled, Raising, Renamed, Straight, space

CASES = BANK.cases(SEED)
REFERENCE = Candidate((), BANK.solution)
FAULTS = [Candidate((name,), namespace) for name, namespace in BANK.misconceptions.items()]


def _align(entry: type[nn.Module]) -> Alignment:
    found = align(OwnSession(space(entry)), CASES, [REFERENCE, *FAULTS], None, Names(WORDS), Prepared())
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("entry", "placed", "note", "fits"),
    [
        (Bend, Placed.BY_NAME, "by name", ()),
        (Straight, Placed.BY_NAME, "by name", ("straight",)),
        (Renamed, Placed.BY_VALUES, "names and order", ()),
        (Doubled, Placed.BY_NAME, "by name", None),
        (Raising, Placed.BY_NAME, "by name", None),
    ],
)
def test_it_is_said_how_the_weights_were_placed(
    entry: type[nn.Module], placed: Placed, note: str, fits: tuple[str, ...] | None
) -> None:
    """The contract's names leave no doubt, whatever is computed; other names are placed by what the module does."""
    found = _align(entry)
    assert (found.placed, found.note) == (placed, note)
    assert (found.candidate.ids if found.fits else None) == fits


class WrongRenamed(Renamed):
    """Other names, and a mistake that nobody listed."""

    def forward(self, x):  # type: ignore[no-untyped-def]
        return 3 * super().forward(x)


def test_where_nothing_fits_the_most_plausible_is_kept() -> None:
    """Without a name and without a fit an assignment is in force, and it is said that it proves nothing."""
    found = _align(WrongRenamed)
    assert (found.placed, found.note, found.fits) == (Placed.UNMATCHED, "unmatched", False)
    assert found.assignment is not None
    assert found.tries >= 1


def test_without_aligning_cases_there_is_nothing_to_align() -> None:
    """An exercise that pushes no weights has no alignment."""
    plain = [case for case in CASES if not case.aligns]
    assert align(OwnSession(space(Bend)), plain, [REFERENCE], None, Names(WORDS), Prepared()) is None


def test_the_quick_cases_are_seen_already() -> None:
    """All cases were observed under the first assignment, which is the one that fits."""
    found = _align(Bend)
    assert set(found.ahead(CASES)) == {id(case.steps) for case in CASES}
    moved = found.moved_to(OwnSession(space(Bend)))
    assert moved.ahead(CASES) == {}
    assert moved.assignment is found.assignment


def test_a_module_that_cannot_be_built_has_no_assignment() -> None:
    """What raises while it is constructed is unmatched, after no try."""

    class Broken(nn.Module):
        def __init__(self, dim: int, hidden: int) -> None:
            raise RuntimeError("no")

    found = _align(Broken)
    assert (found.assignment, found.placed, found.tries) == (None, Placed.UNMATCHED, 0)


def test_a_description_that_is_none_has_no_parameters() -> None:
    """A claim of another form than a description is read as no parameters at all."""
    assert parameters("nothing") == parameters({"parameters": "nothing"}) == ()
