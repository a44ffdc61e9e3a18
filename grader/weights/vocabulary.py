"""What authors call the parts of a module, as data that a course brings along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class PartWords:
    """A part of a unit of weights: its words may stand among others, its patterns are a whole name.

    `long` is found anywhere in the name of several parts. `heads` says which axis of its matrix [O, I] the heads
    divide: "in" (O, into the heads), "out" (I, out of them), "" (none).
    """

    name: str
    words: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    long: str = ""
    heads: str = ""


@dataclass(frozen=True)
class PlaceWords:
    """A place in a module: words that name it, and stems that the words of its name contain together."""

    name: str
    words: tuple[str, ...]
    stems: tuple[str, ...]


@dataclass(frozen=True)
class Vocabulary:
    """The words of one course; without any, names say nothing and order alone decides.

    `before` and `behind` are words around a part's name that say nothing. `letters` are parts of one letter that may
    run together in the name of a fused tensor, `last` one that may follow; `whole` are such names that are complete,
    `packed` patterns of names that stand for all `letters`. `heads_argument` is the constructor's argument that says
    how many heads there are.
    """

    parts: tuple[PartWords, ...] = ()
    places: tuple[PlaceWords, ...] = ()
    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    letters: str = ""
    last: str = ""
    whole: tuple[str, ...] = ()
    packed: tuple[str, ...] = ()
    heads_argument: str = ""

    def heads_of(self, arguments: Mapping[str, Any], otherwise: int | None) -> int | None:
        """The number of heads that a constructor's arguments say, else `otherwise`."""
        found = arguments.get(self.heads_argument, otherwise)
        return found if isinstance(found, int) else otherwise
