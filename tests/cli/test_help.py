"""Help, completion and JSON: what they promise is what the commands do."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from grader.cli.commands import COMMANDS
from grader.cli.completion import SHELLS
from grader.cli.main import grade as root_command
from grader.cli.schemas import SCHEMAS
from tests.cli.commands import GRADE, grade
from tests.cli.readme import README, pages, parted, section
from tests.conftest import ROOT, require

RIGHT = ROOT / "examples" / "right_feed_forward.py"
EXAMPLES = [row for listed in COMMANDS.values() for row in listed.examples]


def test_the_readme_holds_the_help() -> None:
    """The README's section of commands is what `--help` says; `python -m tests.cli.readme` writes it."""
    assert parted(README.read_text(encoding="utf-8"))[1] == section()


def test_every_command_has_a_page_with_examples() -> None:
    """Each command's page opens with a sentence and shows at least one example; no row is wider than 80 columns."""
    for name, text in pages():
        assert re.search(r"\n\n  [A-Z]\w+", text), name
        assert max(map(len, text.splitlines())) <= 120, name
    assert [name for name, listed in COMMANDS.items() if not listed.examples] == []


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_valid(example: str) -> None:
    """The words of an example parse: command, subcommand, options and their values."""
    words = shlex.split(re.sub(r" > .*|^eval \"\$\((.*)\)\"$", r"\1", example))
    assert words[0] == "grade"
    context: click.Context = click.Context(root_command, info_name="grade")
    command: click.Command = root_command
    rest = words[1:]
    while isinstance(command, click.Group):
        found = command.get_command(context, rest[0])
        assert found is not None, rest[0]
        command, rest = found, rest[1:]
        context = click.Context(command, parent=context)
    given, surplus, _ = command.make_parser(context).parse_args(list(rest))
    assert surplus == []
    for parameter in command.params:
        if isinstance(parameter.type, click.Choice) and isinstance(given.get(str(parameter.name)), str):
            parameter.type.convert(given[str(parameter.name)], parameter, context)


def test_every_schema_is_in_the_list() -> None:
    """Every schema that the source names is in the one list, and the list names no other."""
    sources = [path for path in (ROOT / "grader").rglob("*.py") if path.name != "schemas.py"]
    found = {
        hit
        for path in sources
        for hit in re.findall(r"addnorm\.[a-z_]+/\d", path.read_text(encoding="utf-8"))
    }
    assert found == set(SCHEMAS)


def test_every_command_speaks_json() -> None:
    """Each command has --json, but the one that prints a script for a shell."""

    def without(path: str, command: click.Command) -> Iterator[str]:
        context = click.Context(command)
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                inner = command.get_command(context, name)
                assert inner is not None
                yield from without(f"{path} {name}", inner)
        elif "--json" not in {word for each in command.params for word in each.opts}:
            yield path

    assert list(without("grade", root_command)) == ["grade completion"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["start", "."],
        ["exercise", "3", RIGHT],
        ["hint", "3"],
        ["reset", "3"],
        ["progress"],
        ["quiz"],
        ["doctor"],
    ],
    ids=lambda words: str(words[0]),
)
def test_json_is_one_object_of_its_schema(arguments: list[str | Path], tmp_path: Path) -> None:
    """--json prints one object, with the schema's keys, and no word beside it."""
    (tmp_path / "ex03_feed_forward.py").write_text("x = 1\n")
    found = json.loads(
        grade(*arguments, "--json", cwd=tmp_path, env={"GRADE_DB": str(tmp_path / "scores.db")}).out
    )
    assert set(SCHEMAS[found["schema"]].keys) <= set(found)
    assert SCHEMAS[found["schema"]].command.split()[1] == arguments[0]


def _proposals(shell: str, words: str, number: str, tmp_path: Path) -> str:
    return grade(
        env={"_GRADE_COMPLETE": f"{shell}_complete", "COMP_WORDS": words, "COMP_CWORD": number}, cwd=tmp_path
    ).out


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_gets_proposals(shell: str, tmp_path: Path) -> None:
    """Each shell's script asks the command itself, which proposes commands and exercises in that shell's form."""
    script = grade("completion", shell)
    assert script.code == 0
    assert "_GRADE_COMPLETE" in script.out
    by_word = shell in {"fish", "powershell"}
    assert "exercise" in _proposals(shell, "grade ex", "ex" if by_word else "1", tmp_path)
    proposed = _proposals(shell, "grade exercise feed", "feed" if by_word else "2", tmp_path)
    assert "feed-forward" in proposed
    numbers = _proposals(shell, "grade hint 2", "2", tmp_path)
    assert "24" in numbers
    assert "13" not in numbers


def test_bash_completes(tmp_path: Path) -> None:
    """A real bash that has loaded the script completes a command and an exercise."""
    which = subprocess.run(["bash", "--version"], capture_output=True, text=True, check=False)
    require("bash 4.4", "version 5" in which.stdout, "completion is tried in a real one")
    program = f"""
        PATH={GRADE.parent}:$PATH
        eval "$(grade completion bash)"
        COMP_WORDS=(grade progr) COMP_CWORD=1
        _grade_completion grade
        echo "${{COMPREPLY[@]}}"
        COMPREPLY=() COMP_WORDS=(grade exercise layer-norm) COMP_CWORD=2
        _grade_completion grade
        echo "${{COMPREPLY[@]}}"
    """
    env = {"GRADE_COURSE": str(ROOT), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    said = subprocess.run(
        ["bash", "-c", program], capture_output=True, text=True, env=env, cwd=tmp_path, check=True
    )
    assert said.stdout.split() == ["progress", "layer-norm"]


@pytest.mark.parametrize(
    ("typed", "language", "said"),
    [
        ("exercice", "en", "No such command 'exercice'. Did you mean 'exercise'?"),
        ("hnt", "en", "No such command 'hnt'. Did you mean 'hint'?"),
        ("hnt", "zh", "没有命令 'hnt'。你是不是想用 'hint'？"),
        ("zzzz", "en", "No such command 'zzzz'.\n"),
        ("zzzz", "zh", "没有命令 'zzzz'。\n"),
    ],
)
def test_a_mistyped_command_is_guessed(typed: str, language: str, said: str) -> None:
    """A command that does not exist is refused with the one that is like it, if there is one, in both languages."""
    found = grade("--lang", language, typed, "1")
    assert found.code == 2
    assert said in found.err


def test_the_package_itself_is_the_command() -> None:
    """`python -m grader` shows the help of `grade`, where no script is on the path."""
    done = subprocess.run(
        [sys.executable, "-m", "grader", "--help"], capture_output=True, text=True, check=True
    )
    assert "Usage: grade [OPTIONS]" in done.stdout
