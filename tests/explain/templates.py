"""Programs as texts with slots: each slot has the right text in several equal ways, and wrong texts under their keys."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

HEAD = "import math\nimport torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\n"
SLOT = re.compile(r"<([a-z ]+)>")

Slot = Mapping[str, Sequence[str]]
"""Keys of the deviation ("a & b" for two of them, "" for none) -> equal ways to write it."""


@dataclass(frozen=True)
class Written:
    """A program: its source, and the keys of its deviations."""

    source: str
    keys: frozenset[str]


@dataclass(frozen=True)
class Template:
    """`bodies` are the program in several orders of its steps; a name may be any of `names[name]` as well.

    `apart` are pairs of choices of which one would hide the other, or make it another one.
    """

    bodies: Sequence[str]
    slots: Mapping[str, Slot]
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    apart: frozenset[frozenset[str]] = frozenset()

    def write(self, chosen: Mapping[str, str], draw: random.Random) -> Written:
        """The program with these faults (slot -> keys), in a style that is drawn."""
        text = draw.choice(list(self.bodies))
        while found := SLOT.search(text):
            way = draw.choice(list(self.slots[found[1]][chosen.get(found[1], "")]))
            text = text[: found.start()] + _indented(way, text, found.start()) + text[found.end() :]
        for name, others in self.names.items():
            text = re.sub(rf"\b{name}\b", draw.choice([name, *others]), text)
        keys = frozenset(key for choice in chosen.values() for key in choice.split(" & "))
        return Written(HEAD + text.lstrip("\n"), keys)

    def singles(self, seed: int) -> list[Written]:
        """Every fault alone."""
        draw = random.Random(seed)
        return [
            self.write({slot: key}, draw) for slot, choices in self.slots.items() for key in choices if key
        ]

    def drawn(self, count: int, faults: int, seed: int) -> list[Written]:
        """`count` programs with this many faults, of a slot each."""
        draw = random.Random(seed)
        wrong = {slot: [key for key in choices if key] for slot, choices in self.slots.items()}
        slots = [slot for slot, keys in wrong.items() if keys]
        found: list[Written] = []
        while len(found) < count:
            chosen = {slot: draw.choice(wrong[slot]) for slot in draw.sample(slots, faults)}
            pairs = {frozenset((a, b)) for a in chosen.values() for b in chosen.values() if a != b}
            if not pairs & self.apart:
                found.append(self.write(chosen, draw))
        return found


def apart(*pairs: tuple[str, str]) -> frozenset[frozenset[str]]:
    """Pairs of choices, in any order."""
    return frozenset(frozenset(pair) for pair in pairs)


def _indented(way: str, text: str, at: int) -> str:
    """A way of several lines, indented like the line where it stands."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return way.replace("\n", "\n" + line[: len(line) - len(line.lstrip())])
