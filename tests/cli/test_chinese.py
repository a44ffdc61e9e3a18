"""Whoever asks for Chinese gets it also where something is wrong with the words, and as help."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from grader.cli.click_zh import ChineseFormatter
from grader.cli.commands import COMMANDS
from grader.cli.help_zh import PAGES, SHARED, in_chinese
from grader.cli.language import language_of
from grader.cli.main import grade as root_command
from grader.cli.screen import cells
from grader.domain.system_reason import system_reason
from grader.domain.text import Language, Text
from tests.cli.commands import grade

CHINESE = re.compile(r"[\u4e00-\u9fff]")
ENGLISH = re.compile(r"[a-z]{2,} [a-z]{2,}")


def _commands() -> Iterator[tuple[str, click.Command]]:
    """Every command with its path, groups before what is in them."""

    def within(
        path: str, command: click.Command, parent: click.Context | None
    ) -> Iterator[tuple[str, click.Command]]:
        yield path, command
        context = click.Context(command, info_name=path, parent=parent)
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                inner = command.get_command(context, name)
                assert inner is not None
                yield from within(f"{path} {name}".strip(), inner, context)

    yield from within("", root_command, None)


def _options(command: click.Command) -> dict[str, str]:
    return {str(each.name): each.help or "" for each in command.params if isinstance(each, click.Option)}


def test_every_command_and_option_has_its_chinese() -> None:
    """The Chinese pages are those of the commands, with a line for each option and for no other."""
    commands = dict(_commands())
    assert set(PAGES) == set(commands)
    for path, command in commands.items():
        assert set(PAGES[path].options) == set(_options(command)) - (set(SHARED) if path else set()), path
    texts = [line for page in PAGES.values() for line in (page.text, *page.options.values())]
    assert [text for text in (*texts, *SHARED.values()) if not CHINESE.search(text)] == []
    assert [name for name, listed in COMMANDS.items() if not CHINESE.search(listed.summary.zh)] == []


def test_the_chinese_names_what_the_english_names() -> None:
    """Arguments, options, files, schemas and exit codes that the English help names stand in the Chinese too."""
    named = re.compile(
        r"--?[a-z][\w-]+|`[^`]+`|\b[A-Z]{2,}\b|addnorm\.\w+/\d|\b\d+\b|\w+\.(?:toml|apkg|xml|py|ipynb)\b"
    )
    for path, command in _commands():
        pairs = [(command.help or "", PAGES[path].text)]
        pairs += [
            (text, PAGES[path].options[name])
            for name, text in _options(command).items()
            if name in PAGES[path].options
        ]
        for english, chinese in pairs:
            missing = {found for found in named.findall(english) if found not in chinese}
            assert missing == set(), (path, chinese)


@pytest.mark.parametrize(
    "words", [["--lang", "zh", "--help"], ["exercise", "--help", "--lang", "zh"], ["author", "check", "-h", "--lang=zh"]],
    ids=" ".join,
)  # fmt: skip
def test_help_comes_in_the_language_that_is_asked_for(words: list[str]) -> None:
    """--lang before or after the command decides on the help, whatever the order."""
    found = grade(*words)
    assert found.code == 0
    assert found.out.startswith("用法：grade")
    assert "选项：" in found.out
    said = re.sub(r"\n  示例：.*|`.*?`", "", found.out, flags=re.DOTALL)
    assert ENGLISH.findall("".join(said.splitlines()[1:])) == []


def test_the_environment_decides_on_the_help() -> None:
    """GRADE_LANG=zh makes the help Chinese, and --lang en turns it back."""
    assert "评阅练习" in grade("exercise", "--help", env={"GRADE_LANG": "zh"}).out
    assert "Grade exercise" in grade("exercise", "--help", "--lang", "en", env={"GRADE_LANG": "zh"}).out


@pytest.mark.parametrize("width", [50, 80, 120])
def test_chinese_help_fits_its_width(width: int) -> None:
    """No row of a page in Chinese is wider than the terminal, counted in cells; only what cannot be broken is."""
    for path, command in _commands():
        page = in_chinese(command, path)
        context = page.context_class(page, info_name=f"grade {path}", terminal_width=width)
        assert isinstance(context.make_formatter(), ChineseFormatter)
        for row in page.get_help(context).splitlines():
            kept_whole = not CHINESE.search(row) or row.startswith("用法：")  # commands and choices
            assert kept_whole or cells(row) <= width, row


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["exercise"], "缺少参数 'NAME'。"),
        (["exercise", "3", "--sed", "1"], "没有选项 '--sed'。你是不是想用"),
        (["exercise", "3", "--verbos"], "没有选项 '--verbos'。你是不是想用 '--verbose'？"),
        (["exercise", "3", "--seed"], "选项 '--seed' 需要一个值。"),
        (["exercise", "3", "--json=1"], "选项 '--json' 不能带值。"),
        (["exercise", "3", "--seed", "x"], "'--seed' 的值有误：'x' 不是整数。"),
        (["exercise", "3", "--seed", "-1"], "'--seed' 的值有误：-1 不在范围"),
        (["exercise", "3", "a.py", "b.py"], "多余的参数：b.py"),
        (["nothing"], "没有命令 'nothing'。"),
        (["author", "nothing"], "没有命令 'nothing'。"),
        (["export", "quiz"], "缺少选项 '--format'。可以选择：\n\tmoodle-xml,"),
        (["export", "quiz", "--format", "pdf"], "'--format' 的值有误：'pdf' 不在可选范围内：'moodle-xml'"),
        (["export", "quiz", "--format", "anki", "-o", "/"], "的值有误：'/' 是一个目录。"),
        (["quiz", "--answers", "none.txt"], "'--answers' 的值有误：'none.txt'：没有这个文件或目录"),
        (["override", "ada", "3", "--points", "x"], "'--points' 的值有误：'x' 不是数值。"),
        (["author", "check", "x"], "的值有误：'x' 不是整数。"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else "",
)  # fmt: skip
def test_wrong_words_are_told_in_chinese(words: list[str], told: str, tmp_path: Path) -> None:
    """What click finds wrong with the words is told in Chinese, with the usage and where help is."""
    found = grade(*words, cwd=tmp_path, env={"GRADE_LANG": "zh"})
    assert found.code == 2
    usage, _, error = found.err.rpartition("错误：")
    assert told in error
    assert not usage or usage.startswith("用法：grade")
    assert ENGLISH.findall(re.sub(r"'.*?'", "", error)) == []


def test_a_group_without_a_command_shows_its_page_in_chinese() -> None:
    """`grade author` alone is its help, exit 2."""
    found = grade("--lang", "zh", "author")
    assert found.code == 2
    assert found.err.startswith("用法：grade author [选项] 命令")


@pytest.mark.parametrize(
    "words", [["--lang", "zh", "exercise", "99"], ["exercise", "99", "--lang", "zh"]], ids=" ".join
)
def test_a_usage_error_comes_in_the_language_that_is_asked_for(words: list[str]) -> None:
    """An exercise that is not there is told in Chinese, message and hint, with --lang before or after the command."""
    assert grade(*words).err == "grade：没有练习 99\n练习的编号是 1 到 24。\n"
    assert grade("exercise", "99", "--lang", "en", env={"GRADE_LANG": "zh"}).err.startswith(
        "grade: there is no exercise 99\n"
    )


def test_the_language_before_the_command_is_the_commands() -> None:
    """`grade --lang zh hint 1` gives the hint in Chinese, the command's own --lang wins, bare `grade` has it too."""
    assert "提示" in grade("--lang", "zh", "hint", "1", "--db", "sqlite://").out
    assert "Hint 1" in grade("--lang", "zh", "hint", "1", "--lang", "en", "--db", "sqlite://").out
    assert "下一题" in grade("--lang", "zh").out


@pytest.mark.parametrize(
    ("words", "language"),
    [
        (["--lang", "zh", "exercise"], Language.ZH),
        (["exercise", "--lang=zh"], Language.ZH),
        (["--lang", "zh", "exercise", "--lang", "en"], Language.EN),
        (["exercise", "--", "--lang", "zh"], Language.EN),
        (["exercise", "--lang"], Language.EN),
        (["exercise", "--lang", "fr"], Language.EN),
    ],
    ids=str,
)
def test_the_language_is_known_before_the_options_are_read(words: list[str], language: Language) -> None:
    """The last --lang that names a language decides, up to a --; else the environment does."""
    assert language_of(words, {}) is language
    assert language_of(["exercise"], {"GRADE_LANG": "zh_CN.UTF-8"}) is Language.ZH


def test_the_systems_reasons_are_told_in_chinese(tmp_path: Path) -> None:
    """What the system says of a file is translated, and a rare reason is passed on as it is."""
    (tmp_path / "file").touch()
    found = grade("start", "file/work", "--lang", "zh", cwd=tmp_path)
    assert (found.code, found.err.splitlines()[0]) == (2, "grade：file/work：不是目录")
    rare = OSError(errno.EXDEV, "Invalid cross-device link")
    assert system_reason(rare) == Text("Invalid cross-device link", "Invalid cross-device link")


def test_a_line_of_an_answer_file_is_named_in_chinese(tmp_path: Path) -> None:
    """An answer that cannot be read is told with its line, in the language of the words."""
    (tmp_path / "ratings.txt").write_text("9\n")
    words = ("review", "--answers", "ratings.txt", "--db", "scores.db", "--lang", "zh")
    assert grade(*words, cwd=tmp_path).err == "第 1 行：'9' 不是评分（应为 1、2、3 或 4）\n"
