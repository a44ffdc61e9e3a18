"""What a parameter's name says: which part of a layer, at which place, scale or shift."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from grader.weights.vocabulary import Vocabulary

Parts = tuple[str, ...]

LONGEST = 32
"""No longer name is read: the patterns would take long over one made up to that end."""

MOST_FUSED = 4
"""Single letters that run together in the name of a fused tensor."""


class Names:
    """Reads names by the words of a vocabulary; every path is read once."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        before, behind = (f"(?:{'|'.join(each)})*" for each in (vocabulary.before, vocabulary.behind))
        self._single = {
            part.name: re.compile(
                _either(
                    [*part.patterns, *([f"{before}(?:{'|'.join(part.words)}){behind}"] if part.words else [])]
                )
            )
            for part in vocabulary.parts
        }
        letters = f"[{vocabulary.letters}]" if vocabulary.letters else _NOTHING
        last = f"{vocabulary.last}?" if vocabulary.last else ""
        self._fused = re.compile(f"{before}(?:{letters}{{2,{MOST_FUSED}}}{last}){behind}")
        self._run = re.compile(f"{letters}{{2,{MOST_FUSED - 1}}}")
        self._packed = re.compile(_either(vocabulary.packed))
        long = [part for part in vocabulary.parts if part.long]
        self._long = re.compile("|".join(f"(?P<{part.name}>{part.long})" for part in long) or _NOTHING)
        self._parts: dict[str, Parts] = {}
        self._places: dict[str, frozenset[str]] = {}
        self._heads = {part.name: part.heads for part in vocabulary.parts}

    def parts(self, path: str) -> Parts:
        """The parts that a path names, in that order: ("q",), ("k", "v") for a fused one, () if it names none.

        The innermost segment that says anything decides.
        """
        if path not in self._parts:
            self._parts[path] = self._read(path)
        return self._parts[path]

    def places(self, path: str) -> frozenset[str]:
        """The places in a module that a path names."""
        if path not in self._places:
            self._places[path] = frozenset(self._places_of(path))
        return self._places[path]

    def heads(self, parts: Parts) -> str:
        """Which axis of the matrix of a single part the heads divide: "in", "out" or ""."""
        return self._heads.get("".join(parts), "")

    def _read(self, path: str) -> Parts:
        for segment in reversed(path.split(".")):
            joined = "".join(_tokens(segment))
            found = self._parts_of(joined) if 0 < len(joined) <= LONGEST else ()
            if found:
                return found
        return ()

    def _parts_of(self, joined: str) -> Parts:
        core = re.sub(r"weights?$|bias(?:es)?$", "", joined) or joined
        if core in self.vocabulary.whole:
            return tuple(core)
        early = tuple(self.vocabulary.letters)
        single = self._first(early, joined)
        if single:
            return single
        if self._fused.fullmatch(joined) and (run := self._run.search(core)):
            return tuple(dict.fromkeys(run.group()))
        long = tuple(dict.fromkeys(str(found.lastgroup) for found in self._long.finditer(core)))
        if len(long) > 1:
            return long
        if self._packed.fullmatch(core):
            return early
        return self._first((name for name in self._single if name not in early), joined)

    def _first(self, names: Iterable[str], joined: str) -> Parts:
        return next(((name,) for name in names if self._single[name].fullmatch(joined)), ())

    def _places_of(self, path: str) -> Iterable[str]:
        for segment in path.split("."):
            tokens = _tokens(segment)
            joined = "".join(tokens)
            for place in self.vocabulary.places:
                if not set(place.words).isdisjoint(tokens) or any(stem in joined for stem in place.stems):
                    yield place.name


_NOTHING = "(?!)"
"""A pattern that nothing matches."""


def _either(patterns: Iterable[str]) -> str:
    return "|".join(f"(?:{pattern})" for pattern in patterns) or _NOTHING


_SCALE = re.compile(r"weights?|kernel|matrix|mat|gamma|scale|gain|alpha|w|g|a")
_SHIFT = re.compile(r"bias(?:es)?|beta|shift|offset|b")
_NORM_ONLY = re.compile(r"gamma|scale|gain|alpha|g|a|beta|shift|offset")


@lru_cache(maxsize=4096)
def role_and_stem(local: str) -> tuple[str, str]:
    """Split a local name into what kind of tensor it says it is and the rest, which weight and bias share.

    The kind is "scale" (weight, gamma, w ...), "shift" (bias, beta, b ...) or "".
    `W_x` gives ("scale", "x"), `b1` ("shift", "1").
    """
    tokens = _tokens(local, digits=True)
    for i in (len(tokens) - 1, *range(len(tokens) - 1)):
        for kind, pattern in (("shift", _SHIFT), ("scale", _SCALE)):
            if tokens and pattern.fullmatch(tokens[i]):
                return kind, "".join(tokens[:i] + tokens[i + 1 :])
    joined = "".join(tokens)
    glued = re.fullmatch(r"(weights?|bias(?:es)?|w|b)(.+)|(.+?)(weights?|bias(?:es)?|w|b)", joined)
    if glued is None:
        return "", joined
    marker, stem = (glued[1], glued[2]) if glued[1] else (glued[4], glued[3])
    return ("shift" if marker.startswith("b") else "scale"), stem


@lru_cache(maxsize=4096)
def of_a_norm(local: str) -> bool:
    """Whether a local name is one that norms use and linear maps do not, such as gamma or beta."""
    return any(_NORM_ONLY.fullmatch(token) for token in _tokens(local))


def _tokens(segment: str, *, digits: bool = False) -> list[str]:
    """Words of a name in lower case: snake_case and camelCase parted, digits apart or left out."""
    spaced = re.sub(r"([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])", r"\1\3 \2", segment)
    pattern = r"[a-z]+|\d+" if digits else r"[a-z]+"
    return re.findall(pattern, spaced.lower())
