"""The forms that a class's report can be taken away in."""

from __future__ import annotations

from enum import StrEnum


class Format(StrEnum):
    """What a report can be made as; the value is what `--format` takes."""

    HTML = "html"
    CSV = "csv"
    CSV_LONG = "csv-long"
    JSON = "json"
    XLSX = "xlsx"
    MARKDOWN = "markdown"
    JUNIT = "junit"
    CANVAS = "canvas"
    MOODLE = "moodle"
    BRIGHTSPACE = "brightspace"
    BLACKBOARD = "blackboard"
    GRADESCOPE = "gradescope"
    CLASSROOM50 = "classroom50"
