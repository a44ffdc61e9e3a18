"""`exercises/course.toml`: what all exercises of a course share."""

from __future__ import annotations

from pathlib import Path

from pydantic_core import CoreSchema, SchemaValidator

from grader.catalog import schema
from grader.catalog.table import Table, read_table
from grader.domain.errors import ContentError, Problem
from grader.domain.exercise import COURSE_FORMAT
from grader.weights.vocabulary import PartWords, PlaceWords, Vocabulary

FILE = "exercises/course.toml"


def load_vocabulary(course: Path) -> Vocabulary:
    """Read what learners call weights in this course; an empty one where it has no such file.

    Raises ContentError with all faults of the file.
    """
    if not (course / FILE).is_file():
        return Vocabulary()
    plain, problems = read_table(course / FILE, FILE, _FORMAT)
    if plain is None:
        raise ContentError(problems)
    if plain["format"] != COURSE_FORMAT:
        mend = "Use a grader of that version, or bring the course up to this one."
        raise ContentError((Problem(FILE, "format", plain["format"], COURSE_FORMAT, mend),))
    return _vocabulary(plain.get("weights", {}))


def _vocabulary(plain: Table) -> Vocabulary:
    fused = plain.get("fused", {})
    parts = tuple(
        PartWords(
            part["name"],
            tuple(part.get("words", ())),
            tuple(part.get("patterns", ())),
            part.get("long", ""),
            part.get("heads", ""),
        )
        for part in plain.get("parts", ())
    )
    places = tuple(
        PlaceWords(place["name"], tuple(place["words"]), tuple(place["stems"]))
        for place in plain.get("places", ())
    )
    return Vocabulary(
        parts=parts,
        places=places,
        before=tuple(plain.get("before", ())),
        behind=tuple(plain.get("behind", ())),
        letters=fused.get("letters", ""),
        last=fused.get("last", ""),
        whole=tuple(fused.get("whole", ())),
        packed=tuple(fused.get("packed", ())),
        heads_argument=plain.get("heads_argument", ""),
    )


def _format() -> SchemaValidator:
    texts = schema.array(schema.words())
    letters = schema.words("^[a-z]+$")
    fused = schema.table({}, {"letters": letters, "last": letters, "whole": texts, "packed": texts})
    weights = schema.table(
        {},
        {
            "heads_argument": schema.words(schema.IDENTIFIER),
            "before": texts,
            "behind": texts,
            "parts": schema.array(_part_format(texts)),
            "fused": fused,
            "places": schema.array(schema.table({"name": schema.words(), "words": texts, "stems": texts})),
        },
    )
    return SchemaValidator(schema.table({"format": schema.words()}, {"weights": weights}))


def _part_format(texts: CoreSchema) -> CoreSchema:
    optional = {
        "words": texts,
        "patterns": texts,
        "long": schema.words(),
        "heads": schema.one_of("in", "out"),
    }
    return schema.table({"name": schema.words("^[a-z]+$")}, optional)


_FORMAT = _format()
