"""Asked of exercise 7: every head attends with its own features of q, k and v; W_O joins what they found."""

from grader.authoring import Build, Call, Case, Draw, Outputs, attention, given

from .cases import DIM, ENTRY, HEADS, KEYS, QUERIES, SIZES, key_mask

RATE = 0.3


def case(draw: Draw) -> Case:
    """One pass in eval mode: query [3, 5, 8], key and value [3, 7, 8], some keys blocked."""
    build = Build(ENTRY, {**SIZES, "dropout": RATE}, seed=draw.seed(), weights=draw.weights())
    args = (*(draw.normal(3, size, DIM) for size in (QUERIES, KEYS, KEYS)), key_mask(draw))
    return Case("computation", (build, Call("call", args, on="module")))


def computation() -> Outputs:
    """The steps of one pass."""
    inputs = [given(name) for name in ("query", "key", "value", "blocked_mask")]
    output, weights = attention(*inputs, "", DIM, HEADS, RATE)
    return Outputs((output.named("output"), weights))
