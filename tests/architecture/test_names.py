"""Names of files, and words that no file of the project holds."""

from __future__ import annotations

import re
from pathlib import Path

from tests.architecture.tracked import tracked_files

NAMELESS = {"util", "utils", "helper", "helpers", "common", "manager", "managers", "misc"}

# One letter of each stands in a class of its own, so that this file does not hold the words itself.
FORBIDDEN = {
    "a path of one machine": r"(?<![\w.~-])/[w]ork/|/opt/(?:[w]heels|[p]ypi)|/[b]ash_jobs|\.[l]ibrary/",
    "a folder outside the project": r"\b[s]hared/(?:design|style|formats|sandbox|performance|content)\b"
    r"|\b[s]hared/(?:cases|sources|hooks)\b|\b[n]otes/brief",
    "a registry's host": r"[p]ypi\.org|[p]ythonhosted\.org|[n]pmjs\.org|deb\.[d]ebian\.org"
    r"|download\.[p]ytorch\.org",
    "an index for pip": r"--(?:extra-)?[i]ndex-url|--[f]ind-links|PIP_(?:EXTRA_)?[I]NDEX",
    "a build of torch for one kind of machine": r"torch\W+[\d.]+\+(?:cpu|cu\d+)",
}


def test_no_module_has_a_name_that_says_nothing(root: Path) -> None:
    """No module or package is called utils, helpers, common or manager: a noun is missing there."""
    python = [path.relative_to(root) for path in tracked_files(root) if path.suffix == ".py"]
    words = {
        path: {word for part in path.with_suffix("").parts for word in part.lower().split("_")}
        for path in python
    }
    assert [str(path) for path, found in words.items() if found & NAMELESS] == []


def test_files_speak_of_the_project_alone(root: Path) -> None:
    """No file names a path of the machine it was written on, a registry's host or an index for pip."""
    found = []
    for path in tracked_files(root):
        text = path.read_bytes().decode("utf-8", errors="replace")
        for what, pattern in FORBIDDEN.items():
            found += [f"{path.relative_to(root)}: {what}: {hit[0]}" for hit in re.finditer(pattern, text)]
    assert found == []


def test_the_forbidden_patterns_match_what_they_forbid() -> None:
    """Each pattern finds what it forbids and leaves ordinary words alone."""
    specimens = {
        "a path of one machine": "see /{}ork/main".format("w"),
        "a folder outside the project": "../{}hared/design.md".format("s"),
        "a registry's host": "https://{}ypi.org/simple".format("p"),
        "an index for pip": "pip install --{}ndex-url x".format("i"),
        "a build of torch for one kind of machine": "torch==2.13.0{}cpu".format("+"),
    }
    assert {what for what, text in specimens.items() if re.search(FORBIDDEN[what], text)} == set(FORBIDDEN)
    innocent = "cd ~/work/course; homework/ex03; shared/weights; torch==2.13.0; grader/design.md"
    assert not [what for what, pattern in FORBIDDEN.items() if re.search(pattern, innocent)]
