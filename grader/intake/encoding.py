"""In which encoding a text was written that does not say so: a guess, which is told to whoever can correct it."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from grader.domain.errors import UsageError
from grader.domain.text import Text

SPREADSHEETS = ("cp1252", "mac_roman", "cp1250", "cp850")
"""What spreadsheets of the west write, the most frequent first."""
ARCHIVERS = ("cp437", "cp850", "cp1252", "mac_roman")
"""What archivers write names in that they do not mark as UTF-8."""
_OTHERS = ("cp1251", "cp1253", "cp1254", "big5", "shift_jis", "cp949", "gb18030", "cp1250", "cp1252")
_CHINESE = "gb18030"
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True)
class Decoded:
    """A text and the encoding that it was read in; `is_guess`: nothing but its looks spoke for that one."""

    text: str
    encoding: str
    is_guess: bool = False


def decode(body: bytes, encoding: str | None = None, likely: Sequence[str] = SPREADSHEETS) -> Decoded:
    """Read a text: in `encoding` where one is given, else by its mark, else as UTF-8, else by a guess.

    Bytes that fit nowhere become U+FFFD. Raises UsageError for an encoding that Python does not know.
    """
    if encoding is not None:
        return Decoded(body.decode(known_encoding(encoding), "replace").removeprefix("\ufeff"), encoding)
    for mark, name in _MARKS:
        if body.startswith(mark):
            return Decoded(body[len(mark) :].decode(name, "replace"), name)
    try:
        return Decoded(body.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        name = guess(body, likely)
        return Decoded(body.decode(name, "replace"), name, is_guess=True)


def known_encoding(name: str) -> str:
    """The name as Python writes it. Raises UsageError for one that it does not know as an encoding of text."""
    try:
        return codecs.lookup(name).name if "".encode(name) is not None else name
    except (LookupError, ValueError) as error:
        raise UsageError(
            Text(f"no encoding is called {name!r}", f"没有名为 {name!r} 的编码"),
            Text("Say utf-8, cp1252, gb18030 or big5, for example.", "例如 utf-8、cp1252、gb18030、big5。"),
        ) from error


def guess(body: bytes, likely: Sequence[str]) -> str:
    """The encoding in which `body`, which is no UTF-8, reads best: Chinese, one of `likely`, or another."""
    if _pairs_as_chinese(body):
        return _CHINESE
    scores = {name: _latin_score(body, name) for name in likely}
    best = max(likely, key=lambda name: scores[name])  # of equal ones the first
    if scores[best] == 1.0:
        return best
    from charset_normalizer import from_bytes  # most classes write UTF-8 and never need it

    found = from_bytes(body, cp_isolation=list(_OTHERS)).best()
    return found.encoding if found is not None else best


def _pairs_as_chinese(body: bytes) -> bool:
    """Whether GBK fits and half of what it makes are everyday ideographs: accents among letters hardly ever do."""
    try:
        text = body.decode("gbk")
    except UnicodeDecodeError:
        return False
    wide = [char for char in text if not char.isascii()]
    return sum(_is_everyday(char) for char in wide) * 2 >= len(wide)


def _is_everyday(char: str) -> bool:
    try:
        return "\u4e00" <= char <= "\u9fff" and len(char.encode("gb2312")) == 2
    except UnicodeEncodeError:
        return False


def _latin_score(body: bytes, encoding: str) -> float:
    """The share of high bytes that read as accented letters of words with plain letters; 0 where words have none."""
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError:
        return 0.0
    words = [word for word in re.findall(r"[^\W\d_]+|[^\w\s]", text) if not word.isascii()]
    letters = "".join(words)
    high = [char for char in letters if not char.isascii()]
    if len(high) * 2 > len(letters):
        return 0.0  # whole words of accents: another script
    fine = sum(_fits(word, place) for word in words for place, char in enumerate(word) if not char.isascii())
    return fine / len(high) if high else 0.0


def _fits(word: str, place: int) -> bool:
    """Whether a letter is one that can stand there: a capital does not follow a small one."""
    char = word[place]
    return unicodedata.name(char, "").startswith("LATIN") and not (
        char.isupper() and place > 0 and word[place - 1].islower()
    )
