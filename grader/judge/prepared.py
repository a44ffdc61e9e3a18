"""Keeps the programs that were made for one submission for the next one that is asked the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence

from grader.domain.case import Step
from grader.protocol.programs import Programs

MOST_KEPT = 16


class Prepared:
    """The latest programs by what they depend on; learners who name their parameters alike are asked alike."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Programs] = OrderedDict()

    def programs(self, key: Hashable, make: Callable[[], Iterable[Sequence[Step]]]) -> Programs:
        """The programs kept under this key, else those that `make` gives."""
        if key not in self._kept:
            self._kept[key] = Programs(make())
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]
