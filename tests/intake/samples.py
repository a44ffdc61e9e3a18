"""Classes in the layouts of every platform: files by path, written as a folder or as a zip archive."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

from grader.domain.classroom import Handin, SavedQuiz
from grader.domain.exercise import Entry, Exercise, Limits
from grader.domain.text import Text
from grader.intake.class_folder import ClassFolder, open_class


def exercise(number: int, name: str, *entries: str) -> Exercise:
    """Return an exercise of which only number, id and entries matter here."""
    return Exercise(
        number=number,
        id=f"ex{number:02}_{name}",
        title=Text(en=name, zh=name),
        concept=Text(en="", zh=""),
        source="",
        difficulty=1,
        needs=(),
        entries=tuple(Entry(entry, "class", ()) for entry in entries),
        given=(),
        forbidden=(),
        limits=Limits(),
        checks=(),
        hints=(),
        statement={},
        stub="",
        quiz="",
        questions=(),
    )


EXERCISES = (
    exercise(1, "manual_layer_norm", "manual_layer_norm"),
    exercise(2, "layer_norm_module", "LayerNorm"),
    exercise(3, "feed_forward", "FeedForward"),
    exercise(8, "encoder_layer", "EncoderLayer"),
    exercise(10, "post_ln_encoder_layer", "EncoderLayer"),
    exercise(11, "count_params", "count_params", "explain"),
)


def code(*names: str) -> bytes:
    """Return a source that defines classes of these names."""
    return "".join(f"class {name}:\n    x = 1\n\n\n" for name in names).encode()


def notebook(*cells: bytes) -> bytes:
    """Return a notebook of these code cells."""
    listed = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": cell.decode()} for cell in cells]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": listed}).encode()


def write_folder(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write files by path; a path that ends with "/" is an empty folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        if path.endswith("/"):
            (folder / path).mkdir(parents=True)
        else:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
    return folder


def write_zip(path: Path, files: Mapping[str, bytes]) -> Path:
    """Write a zip archive of files by path."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def read(folder: ClassFolder) -> dict[str, list[Handin]]:
    """Return the hand-ins by learner."""
    found: dict[str, list[Handin]] = {}
    for each in folder.read():
        if isinstance(each, Handin):
            found.setdefault(each.learner_key, []).append(each)
    return found


def quizzes(folder: ClassFolder) -> list[SavedQuiz]:
    """Return the quiz files."""
    return [each for each in folder.read() if isinstance(each, SavedQuiz)]


def open_both(tmp_path: Path, name: str, files: Mapping[str, bytes]) -> list[ClassFolder]:
    """Open the same class as a folder, as a zip archive, and as a zip archive of that folder."""
    flat = {path: content for path, content in files.items() if not path.endswith("/")}
    paths = [
        write_folder(tmp_path / name, files),
        write_zip(tmp_path / f"{name}.zip", flat),
        write_zip(tmp_path / "wrapped.zip", {f"{name}/{path}": content for path, content in flat.items()}),
    ]
    return [open_class(path, EXERCISES) for path in paths]
