"""Packs the running grader with a course's public files into a wheel; nothing of `reference/`."""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import grader
from grader.domain.errors import GraderError
from grader.workflows.zip_entry import add_entry

DISTRIBUTION = "addnorm"
TAG = "py3-none-any"


@dataclass(frozen=True)
class Wheel:
    """A wheel's file name and content."""

    name: str
    content: bytes


def build_wheel(course: Mapping[str, bytes]) -> Wheel:
    """Pack the package `grader` as it runs here, with `course` (path -> bytes) as its `grader/course/`.

    GraderError if the distribution's metadata is missing, as in a tree that was never installed.
    """
    try:
        installed = metadata.distribution(DISTRIBUTION)
    except metadata.PackageNotFoundError as error:
        raise GraderError(f"{DISTRIBUTION} is not installed: run pip install -e . once") from error
    version = grader.__version__
    files = dict(_package_files())
    files |= {f"grader/course/{name}": content for name, content in course.items()}
    info = f"{DISTRIBUTION}-{version}.dist-info"
    for name in ("METADATA", "entry_points.txt"):
        text = installed.read_text(name)
        if text is None:
            raise GraderError(f"the installation of {DISTRIBUTION} has no {name}: install it again")
        files[f"{info}/{name}"] = text.encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: {DISTRIBUTION} {version}\nRoot-Is-Purelib: true\nTag: {TAG}\n"
    ).encode()
    files[f"{info}/RECORD"] = _record(files, f"{info}/RECORD")
    return Wheel(f"{DISTRIBUTION}-{version}-{TAG}.whl", archive_of(files))


def archive_of(files: Mapping[str, bytes]) -> bytes:
    """A zip of these files, in order; equal files give equal bytes."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            add_entry(archive, name, content)
    return written.getvalue()


def _package_files() -> Iterator[tuple[str, bytes]]:
    package = Path(grader.__file__).parent
    for path in sorted(package.rglob("*")):
        parts = path.relative_to(package).parts
        hidden = any(part.startswith(".") or part == "__pycache__" for part in parts)
        if path.is_file() and not hidden and parts[0] != "course" and path.suffix != ".pyc":
            yield f"grader/{'/'.join(parts)}", path.read_bytes()


def _record(files: Mapping[str, bytes], itself: str) -> bytes:
    rows = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
    return "\n".join([*rows, f"{itself},,", ""]).encode()


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
