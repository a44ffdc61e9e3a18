"""`docs/learner.md`, followed literally by a newcomer with a kit, ends with an accepted exercise 1 and its discussion."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from tests.cli.commands import grade
from tests.docs.pages import commands, page, write_files
from tests.workflows.installed import Environment

INTERACTIVE = ("grade watch", "grade review", "grade quiz")


def test_a_newcomer_gets_through_the_page(tmp_path: Path) -> None:
    """Every command of the page, in order, in a fresh environment with the kit's wheel, does what the page says."""
    assert grade("kit", "-o", tmp_path / "kit.zip").code == 0
    with zipfile.ZipFile(tmp_path / "kit.zip") as found:
        found.extractall(tmp_path)
    kit = tmp_path / "addnorm-kit"
    (wheel,) = kit.glob("addnorm-*.whl")
    environment = Environment.with_wheel(kit / ".venv", wheel)
    text, folder, said = page("learner"), kit, {}
    for command in commands(text):
        words = command.split()
        if words[0] == "cd":
            folder /= words[1]
        elif command == "grade exercise 1":
            (file,) = write_files(text, folder)
            wrong = environment.run(*words, cwd=folder)
            assert wrong.code == 1
            assert "pass unbiased=False" in " ".join(wrong.out.split())
            file.write_text(
                file.read_text().replace(
                    "keepdim=True)\n    return", "keepdim=True, unbiased=False)\n    return"
                )
            )
            right = environment.run(*words, cwd=folder)
            assert right.code == 0
            assert right.out.splitlines()[1].startswith("accepted")
        elif command.startswith(INTERACTIVE):
            assert environment.run(*words[:2], "--help", cwd=folder).code == 0
        else:
            outcome = environment.run(*words, cwd=folder)
            assert outcome.code in {0, 1}, (command, outcome.err)
            said[command] = outcome.out
    assert "Discussion" in said["grade progress 1"]
    assert "Hint 1 of 3" in said["grade hint 2"]
    assert "Next: exercise 2" in said["grade progress"]
    assert (folder / "nb" / "ex01_manual_layer_norm.ipynb").is_file()


def test_keys_and_exit_codes_are_those_of_the_program() -> None:
    """The keys that the page names are those that `grade watch --help` names."""
    named = re.search(r"keys: ([^\n]+)", page("learner"))
    assert named is not None
    keys = {part.split()[0] for part in named.group(1).split(",")}
    for key in keys:
        assert re.search(rf"\b{key} ", grade("watch", "--help").out), key
