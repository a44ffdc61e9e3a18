"""The list of JSON schemas: every object that a command prints under --json, or writes to a file, is named here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Schema:
    """Where an object comes from, and the keys at its top beside "schema" that are always there."""

    command: str
    keys: tuple[str, ...]


SCHEMAS: Mapping[str, Schema] = {
    "addnorm.start/1": Schema("grade start", ("folder", "written", "kept")),
    "addnorm.grade/1": Schema(
        "grade exercise",  # and grade watch, an object a line
        (
            "exercise", "verdict", "score", "max_score", "seed", "confinement", "checks", "diagnoses",
            "stop", "facts", "computation", "digest", "seconds",
        ),
    ),
    "addnorm.hint/1": Schema("grade hint", ("exercise", "hints", "hints_in_all", "attempts_to_go")),
    "addnorm.reset/1": Schema("grade reset", ("file", "backup")),
    "addnorm.progress/1": Schema("grade progress", ("exercises", "next")),
    "addnorm.quizzes/1": Schema("grade quiz", ("quizzes",)),
    "addnorm.quiz_result/1": Schema("grade quiz NAME", ()),
    "addnorm.quiz_answers/1": Schema("grade quiz NAME --save", ()),
    "addnorm.review/1": Schema("grade review", ("due", "cards", "rated", "next_due")),
    "addnorm.class/1": Schema("grade class", ()),
    "addnorm.report/1": Schema(
        "grade report --format json",
        ("run", "exercises", "needs_help", "misconceptions", "items", "learners"),
    ),
    "addnorm.filled/1": Schema(
        "grade report --fill",
        (
            "file", "targets", "cells", "not_in_file", "ambiguous", "locked", "nothing_handed_in", "not_counted",
            "rows_without_scores", "scaled",
        ),
    ),
    "addnorm.similar/1": Schema("grade similar", ("run", "threshold", "compared", "pairs", "same")),
    "addnorm.override/1": Schema("grade override", ("learner", "exercise", "points", "raw_score", "why")),
    "addnorm.extend/1": Schema("grade extend", ("learner", "exercise", "until", "why")),
    "addnorm.forget/1": Schema("grade forget", ("learner", "forgotten", "export")),
    "addnorm.person/1": Schema("grade forget --export", ()),
    "addnorm.export/1": Schema("grade export quiz -o", ("format", "files")),
    "addnorm.kit/1": Schema("grade kit", ("file", "files", "exercises", "left_out")),
    "addnorm.author_new/1": Schema("grade author new", ("exercise", "files")),
    "addnorm.author_check/1": Schema("grade author check", ("exercises", "questions", "faults", "seconds")),
    "addnorm.author_mutate/1": Schema("grade author mutate", ("exercises", "mutants", "kill_rate")),
    "addnorm.doctor/1": Schema("grade doctor", ("confinement", "facts", "missing")),
    "addnorm.sealed/1": Schema("grade kit (sealed/*.frames)", ()),
    "addnorm.course/1": Schema("a course (exercises/course.toml)", ()),
}  # fmt: skip
