"""What click itself says, in Chinese: the frame of a page of help, what is wrong with the words typed.

click has English alone, and asks gettext for more in a form that only compiled catalogues have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import click

from grader.cli.screen import cells, wrap

TEMPLATES: Mapping[str, str] = {
    "Options": "选项",
    "Commands": "命令",
    "Show this message and exit.": "显示本帮助并退出。",
    "{text}  [{notes}]": "{text}  [{notes}]",
    "{note}; {notes}": "{note}；{notes}",
    "default: {default}": "默认：{default}",
    "required": "必填",
    "Missing command.": "缺少命令。",
    "Missing argument {name}.": "缺少参数 {name}。",
    "Missing argument {name}. {more}": "缺少参数 {name}。{more}",
    "Missing option {name}.": "缺少选项 {name}。",
    "Missing option {name}. {more}": "缺少选项 {name}。{more}",
    "Choose from:\n{choices}": "可以选择：\n{choices}",
    "No such option {name}.": "没有选项 {name}。",
    "No such option {name}. {more}": "没有选项 {name}。{more}",
    "No such command {name}.": "没有命令 {name}。",
    "No such command {name}. {more}": "没有命令 {name}。{more}",
    "Did you mean {name}?": "你是不是想用 {name}？",
    "(Did you mean one of: {names}?)": "你是不是想用其中之一：{names}？",
    "Got unexpected extra argument ({words})": "多余的参数：{words}",
    "Got unexpected extra arguments ({words})": "多余的参数：{words}",
    "Option {name} requires an argument.": "选项 {name} 需要一个值。",
    "Option {name} does not take a value.": "选项 {name} 不能带值。",
    "Invalid value for {name}: {why}": "{name} 的值有误：{why}",
    "{value} is not one of {choices}.": "{value} 不在可选范围内：{choices}。",
    "{value} is not a valid integer.": "{value} 不是整数。",
    "{value} is not a valid integer range.": "{value} 不是整数。",
    "{value} is not a valid float range.": "{value} 不是数值。",
    "{value} is not in the range {range}.": "{value} 不在范围 {range} 之内。",
    "{value} is not {choice}.": "{value} 不是 {choice}。",
    "File {name} is a directory.": "{name} 是一个目录。",
    "'{name}': {why}": "'{name}'：{why}",
    "No such file or directory": "没有这个文件或目录",
    "Permission denied": "没有权限",
    "Is a directory": "是一个目录",
}


def words_in_chinese(text: str) -> str:
    """Return one of click's texts in Chinese, and what it holds too; as it is where no template fits."""
    for english, chinese in TEMPLATES.items():
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(english))
        found = re.fullmatch(pattern, text, re.DOTALL)
        if found:
            return chinese.format(
                **{name: words_in_chinese(part) for name, part in found.groupdict().items()}
            )
    return text


def told(error: click.ClickException) -> str:
    """Return what click found wrong with the words: the usage, where help is, the error."""
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    rows = [ctx.get_usage(), f"运行 '{ctx.command_path} --help' 查看帮助。", ""] if ctx is not None else []
    return "\n".join([*rows, f"错误：{words_in_chinese(error.format_message())}"])


class ChineseFormatter(click.HelpFormatter):
    """Writes pages of help with Chinese headings, wrapped by cells."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage."""
        super().write_usage(prog, args, "用法：" if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        """Write a heading."""
        self.write(f"{'':>{self.current_indent}}{words_in_chinese(heading)}：\n")

    def write_text(self, text: str) -> None:
        """Write paragraphs; one that begins with a line of \\b is kept as it is."""
        written = []
        for paragraph in text.split("\n\n"):
            kept, _, rest = paragraph.partition("\b\n")
            rows = rest.split("\n") if rest else wrap(kept, self.width - self.current_indent)
            written.append("".join(f"{'':>{self.current_indent}}{row}\n" for row in rows))
        self.write("\n".join(written))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write terms and their texts in two columns."""
        rows = list(rows)
        column = min(max(cells(term) for term, _ in rows), col_max) + col_spacing
        indent, hang = " " * self.current_indent, " " * (self.current_indent + column)
        for term, text in rows:
            first, *others = wrap(words_in_chinese(text), max(self.width - column - 2, 10))
            room = column - cells(term)
            head = f"{term}{'':>{room}}" if room >= col_spacing else f"{term}\n{hang}"
            self.write(f"{indent}{head}{first}".rstrip() + "\n")
            self.write("".join(f"{hang}{row}\n" for row in others))


class ChineseContext(click.Context):
    """The context of a command whose help is Chinese."""

    formatter_class = ChineseFormatter
