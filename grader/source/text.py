"""From a learner's bytes to text: encodings, limits of size or nesting; nothing is parsed here."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from grader.domain.source_problem import (
    MAX_NESTING,
    MAX_NOTEBOOK_BYTES,
    MAX_SOURCE_BYTES,
    SourceFault,
    SourceProblem,
)
from grader.domain.submission import SourceKind

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_ENCODINGS = frozenset(
    (
        "utf-8",
        "ascii",
        "iso8859-1",
        "iso8859-15",
        "cp1252",
        "gb2312",
        "gbk",
        "gb18030",
        "big5",
        "big5hkscs",
        "shift_jis",
        "cp932",
        "euc_jp",
        "euc_kr",
    )
)
_ARCHIVE_MARKS = (b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c", b"Rar!")
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_JSON_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_JSON_BRACKET = re.compile(rb"[\[\]{}]")
_LEXEMES = {
    "": re.compile(r"\"\"\"|'''|\"|'|#[^\n]*|\\.|[()\[\]{}]|\n", re.DOTALL),
    **{quote: re.compile(rf"\\.|{quote}|\n", re.DOTALL) for quote in ('"""', "'''", '"', "'")},
}


class SourceRefused(Exception):
    """The source cannot be read; `problem` says why, as data."""

    def __init__(self, problem: SourceProblem) -> None:
        super().__init__(problem.kind)
        self.problem = problem


@dataclass(frozen=True)
class LineMap:
    """How the lines of a Python text nest: whether each begins a statement, and the deepest bracket."""

    begins_statement: tuple[bool, ...]
    deepest: int
    deepest_line: int


def check_size(kind: SourceKind, source: bytes, file: str) -> None:
    """Refuse what is too long or nests too deep to be parsed; safe on hostile bytes, for both sides."""
    limit = MAX_NOTEBOOK_BYTES if kind is SourceKind.NOTEBOOK else MAX_SOURCE_BYTES
    if len(source) > limit:
        raise SourceRefused(
            SourceProblem(SourceFault.TOO_LARGE, file, found=_kib(len(source)), expected=_kib(limit))
        )
    if kind is SourceKind.NOTEBOOK and (depth := _json_depth(source)) > MAX_NESTING:
        raise SourceRefused(
            SourceProblem(SourceFault.TOO_DEEP, file, found=str(depth), expected=str(MAX_NESTING))
        )


def decode_python(source: bytes, file: str) -> str:
    """Return a `.py` file's text with `\\n` line ends, decoded as Python would; raises SourceRefused."""
    text = _decode(source, file, _declared_encoding(source, file))
    if not text.strip():
        raise SourceRefused(SourceProblem(SourceFault.EMPTY, file))
    return text


def decode_notebook(source: bytes, file: str) -> str:
    """Return a notebook file's JSON text (always UTF-8); raises SourceRefused."""
    text = _decode(source, file, "utf-8")
    if not text.strip():
        raise SourceRefused(SourceProblem(SourceFault.EMPTY, file))
    return text


def map_lines(text: str) -> LineMap:
    """Tell which lines of `text` begin a statement rather than continue a string, bracket or backslash."""
    begins = [True]
    depth = deepest = 0
    deepest_line = 1
    quote = ""
    position = 0
    while match := _LEXEMES[quote].search(text, position):
        lexeme, position = match.group(), match.end()
        if lexeme == "\n":
            quote = quote if len(quote) == 3 else ""
            begins.append(depth == 0 and not quote)
        elif lexeme == "\\\n":
            begins.append(False)
        elif quote:
            quote = "" if lexeme == quote else quote
        elif lexeme in _LEXEMES:
            quote = lexeme
        elif lexeme in "([{":
            depth += 1
            if depth > deepest:
                deepest, deepest_line = depth, len(begins)
        elif lexeme in ")]}":
            depth = max(depth - 1, 0)
    return LineMap(tuple(begins), deepest, deepest_line)


def check_nesting(text: str, file: str, cell: int | None = None) -> LineMap:
    """Refuse brackets that nest deeper than any honest code, before the parser sees them."""
    lines = map_lines(text)
    if lines.deepest > MAX_NESTING:
        raise SourceRefused(
            SourceProblem(
                SourceFault.TOO_DEEP,
                file,
                line=lines.deepest_line,
                cell=cell,
                found=str(lines.deepest),
                expected=str(MAX_NESTING),
            )
        )
    return lines


def _decode(source: bytes, file: str, encoding: str) -> str:
    if source.startswith(_ARCHIVE_MARKS):
        raise SourceRefused(SourceProblem(SourceFault.ARCHIVE, file))
    if source.startswith(_UTF16_MARKS) or _looks_like_utf16(source):
        raise SourceRefused(SourceProblem(SourceFault.UTF16, file, found="UTF-16", expected="UTF-8"))
    if (position := source.find(b"\0")) >= 0:
        raise SourceRefused(_at_byte(SourceFault.NUL_BYTES, file, source, position))
    body = source.removeprefix(codecs.BOM_UTF8)
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        start = error.start + len(source) - len(body)
        problem = _at_byte(SourceFault.ENCODING, file, source, start, found=f"0x{source[start]:02x}")
        raise SourceRefused(problem) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _declared_encoding(source: bytes, file: str) -> str:
    for number, line in enumerate(source.splitlines()[:2], start=1):
        if match := _COOKIE.match(line):
            name = match.group(1).decode("ascii", "replace")
            try:
                found = codecs.lookup(name.replace("_", "-")).name
            except LookupError:
                found = ""
            if found.removesuffix("-sig") not in _ENCODINGS:
                raise SourceRefused(
                    SourceProblem(SourceFault.ENCODING, file, line=number, found=name, expected="UTF-8")
                )
            return found
        if not line.lstrip().startswith(b"#") and line.strip():
            break
    return "utf-8"


def _looks_like_utf16(source: bytes) -> bool:
    head = source[:200]
    return len(head) >= 8 and (head[::2].count(0) * 4 > len(head) or head[1::2].count(0) * 4 > len(head))


def _at_byte(kind: SourceFault, file: str, source: bytes, position: int, found: str = "") -> SourceProblem:
    before = source[:position].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return SourceProblem(
        kind,
        file,
        line=before.count(b"\n") + 1,
        column=len(before) - (before.rfind(b"\n") + 1) + 1,
        found=found,
        expected="UTF-8",
    )


def _json_depth(source: bytes) -> int:
    depth = deepest = 0
    for bracket in _JSON_BRACKET.findall(_JSON_STRING.sub(b"", source)):
        depth += 1 if bracket in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _kib(size: int) -> str:
    return f"{-(-size // 1024)} KiB"
