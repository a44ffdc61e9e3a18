"""Names of people and files made fit to be shown and to be file names, and kept apart from one another."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping

_MAX_LENGTH = 80
_FORBIDDEN = re.compile(r'[<>:"/\\|?*]')
_RESERVED = re.compile(r"^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$", re.IGNORECASE)
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def clean_name(name: str) -> str:
    """Return the name in NFC, without control and direction marks, fit as one file name anywhere."""
    visible = "".join(
        char for char in unicodedata.normalize("NFC", name) if unicodedata.category(char) not in _INVISIBLE
    )
    cleaned = _FORBIDDEN.sub("_", visible)
    cleaned = re.sub(r"\s+", " ", cleaned)[:_MAX_LENGTH].strip(" .")
    if not cleaned:
        return "unnamed"
    return f"_{cleaned}" if _RESERVED.match(cleaned) else cleaned


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
