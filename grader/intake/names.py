"""Names of people or files, made fit to be shown or to be file names, kept apart from one another."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping

_MAX_LENGTH = 80
_MAX_ID = 200
_FORBIDDEN = re.compile(r'[<>:"/\\|?*]')
_RESERVED = re.compile(r"^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$", re.IGNORECASE)
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def clean_name(name: str) -> str:
    """Return the name in NFC, without control and direction marks, fit as one file name anywhere."""
    cleaned = _FORBIDDEN.sub("_", _visible(name))[:_MAX_LENGTH].strip(" .")
    if not cleaned:
        return "unnamed"
    return f"_{cleaned}"[:_MAX_LENGTH].rstrip(" .") if _RESERVED.match(cleaned) else cleaned


def clean_id(written: str) -> str:
    """The id in NFC without control and direction marks and blanks around it; what else is in it stays."""
    return _visible(written).strip()[:_MAX_ID]


def clean_path(path: str) -> str:
    """The path as it can be shown and kept: control and direction marks left out, endless components cut."""
    return "/".join(_shortened("".join(map(_shown, part))) for part in path.split("/"))


def _visible(text: str) -> str:
    """The text in NFC without marks that cannot be seen, each run of blanks as one: nothing is left to join or fold."""
    shown = "".join(_shown(" " if char.isspace() else char) for char in text)
    return re.sub(" +", " ", unicodedata.normalize("NFC", shown))


def _shown(char: str) -> str:
    return "" if unicodedata.category(char) in _INVISIBLE else char


def _shortened(part: str) -> str:
    return part if len(part) <= _MAX_ID else f"{part[: _MAX_ID - 1]}…"


def distinct_names(names: Iterable[str]) -> Mapping[str, str]:
    """Map each name to its cleaned form; where two become equal (case aside), each gets a mark of its own.

    The mark depends on the name alone, so it is the same in every run over the same class.
    """
    originals = list(dict.fromkeys(names))
    cleaned = {name: clean_name(name) for name in originals}
    count: dict[str, int] = {}
    for form in cleaned.values():
        count[form.casefold()] = count.get(form.casefold(), 0) + 1
    return {
        name: form if count[form.casefold()] == 1 else f"{form}-{_mark(name)}"
        for name, form in cleaned.items()
    }


def _mark(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:6]
