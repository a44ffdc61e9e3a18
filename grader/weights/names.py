"""What a parameter's name says: query or key, gate or up, scale or shift, which sub-layer's norm."""

from __future__ import annotations

import re
from functools import lru_cache

Parts = tuple[str, ...]

LONGEST = 32
"""No longer name is read: the patterns below would take long over one made up to that end."""

_AROUND = (
    r"(?:w|b|u|to|fc|in|lin|linear|proj|projection|weights?|bias(?:es)?|mat|matrix|dense|layer|p|self|cross|"
    r"attn|mha|multi|the|c|map|conv|heads?|input|all|fused|packed|combined)*"
)
_BEHIND = (
    r"(?:s|w|b|proj|projs|projection|projections|projector|lin|linear|linears|fc|mat|matrix|map|mapping|"
    r"weights?|bias(?:es)?|layers?|transform|net|heads?|dense|list|embed|conv|kernel|params?|m|all)*"
)


def _word(core: str) -> re.Pattern[str]:
    return re.compile(f"{_AROUND}(?:{core}){_BEHIND}")


_SINGLE = {
    "q": _word("q|query|queries|qry"),
    "k": _word("k|key|keys"),
    "v": _word("v|value|values|val|vals"),
    "gate": re.compile(r".*gate.*|silu.*|swish.*|act|wg"),
    "up": re.compile(r".*up|up.*|wu"),
    "down": re.compile(r".*down.*|wd"),
    "o": _word(
        "o|out|output|outputs|final|concat|cat|combine|combiner|merge|merger|unify|mix|mixer|fc|proj|projection|"
        "dense|linear|lin|result|res|last|reproject|back|aggregate|collect|join"
    ),
}
_FUSED = _word("[qkv]{2,4}o?")
_LONG = re.compile(r"quer(?:y|ies)|keys?|values?|vals?|gate|up")
_PACKED = re.compile(r"in_?proj(?:ection)?|c_?attn|attn|in")


@lru_cache(maxsize=4096)
def parts(path: str) -> Parts:
    """The parts that a path names, in that order: ("q",), ("k", "v") for a fused one, () if it names none.

    The innermost segment that says anything decides.
    """
    for segment in reversed(path.split(".")):
        joined = "".join(_tokens(segment))
        found = _parts_of(joined) if 0 < len(joined) <= LONGEST else ()
        if found:
            return found
    return ()


def _parts_of(joined: str) -> Parts:
    core = re.sub(r"weights?$|bias(?:es)?$", "", joined) or joined
    if core in {"qkvo", "kqvo"}:
        return tuple(core)
    for name, pattern in list(_SINGLE.items())[:3]:
        if pattern.fullmatch(joined):
            return (name,)
    if _FUSED.fullmatch(joined) and (run := re.search("[qkv]{2,3}", core)):
        return tuple(dict.fromkeys(run.group()))
    long = tuple(
        dict.fromkeys(
            {"q": "q", "k": "k", "v": "v", "g": "gate", "u": "up"}[w[0]] for w in _LONG.findall(core)
        )
    )
    if len(long) > 1:
        return long
    if _PACKED.fullmatch(core):
        return ("q", "k", "v")
    return next(((name,) for name, pattern in list(_SINGLE.items())[3:] if pattern.fullmatch(joined)), ())


_PLACE_WORDS = {
    "attn": {"mha", "mhsa", "sa", "att", "attend"},
    "self": {"self", "sa", "masked"},
    "cross": {"cross", "ca", "encdec", "memory", "mem", "src", "source", "enc", "encoder", "context"},
    "ffn": {"ffn", "ff", "ffw", "feed", "forward", "mlp", "fc", "pwff", "fnn", "pff"},
    "final": {"final", "last", "end"},
}
_PLACE_STEMS = {
    "attn": ("attn", "attention"), "self": ("selfatt",), "cross": ("cross", "encdec"),
    "ffn": ("ffn", "feedforward", "mlp"), "final": ("final",),
}  # fmt: skip


@lru_cache(maxsize=4096)
def places(path: str) -> frozenset[str]:
    """The places in a layer that a path names, of attn, self, cross, ffn and final."""
    found: set[str] = set()
    for segment in path.split("."):
        tokens = _tokens(segment)
        joined = "".join(tokens)
        found |= {place for place, words in _PLACE_WORDS.items() if words & set(tokens)}
        found |= {place for place, stems in _PLACE_STEMS.items() if any(stem in joined for stem in stems)}
    return frozenset(found)


_SCALE = re.compile(r"weights?|kernel|matrix|mat|gamma|scale|gain|alpha|w|g|a")
_SHIFT = re.compile(r"bias(?:es)?|beta|shift|offset|b")
_NORM_ONLY = re.compile(r"gamma|scale|gain|alpha|g|a|beta|shift|offset")


@lru_cache(maxsize=4096)
def role_and_stem(local: str) -> tuple[str, str]:
    """Split a local name into what kind of tensor it says it is and the rest, which weight and bias share.

    The kind is "scale" (weight, gamma, w ...), "shift" (bias, beta, b ...) or "".
    `W_q` gives ("scale", "q"), `b1` ("shift", "1").
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
