"""A vocabulary of two parts and two places, for tests that need names to say something."""

from __future__ import annotations

from grader.weights.names import Names
from grader.weights.vocabulary import PartWords, PlaceWords, Vocabulary

SMALL = Vocabulary(
    parts=(
        PartWords("l", words=("l", "left"), long="left", heads="in"),
        PartWords("r", words=("r", "right"), long="right", heads="in"),
        PartWords("door", patterns=(".*door.*",), long="door"),
        PartWords("back", words=("back", "proj"), heads="out"),
    ),
    places=(PlaceWords("top", ("top", "roof"), ("attic",)), PlaceWords("low", ("low",), ("cellar",))),
    before=("w", "b", "to", "proj"),
    behind=("proj", "weights?"),
    letters="lr",
    last="b",
    whole=("lrb",),
    packed=("in_?proj",),
    heads_argument="num_windows",
)

NAMES = Names(SMALL)
SILENT = Names(Vocabulary())
