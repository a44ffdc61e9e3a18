"""What people type, made comparable: full-width forms, CJK brackets, superscripts become plain."""

from __future__ import annotations

import unicodedata

ANSWER_CAP = 200
"""The longest answer that is read, in characters; a longer one is asked again."""

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")

# NFKC leaves these alone, or (the middle dots) turns them into one another.
_TABLE = str.maketrans(
    {
        "【": "[", "】": "]", "〔": "[", "〕": "]", "「": "", "」": "", "、": ",", "。": ".",
        "·": "*", "⋅": "*", "∙": "*", "•": "*", "・": "*", "×": "*", "✕": "*", "÷": "/", "∕": "/",
        "−": "-", "‐": "-", "‑": "-", "–": "-", "—": "-", "⁻": "-",
        "‘": "'", "’": "'", "“": '"', "”": '"', "\u200b": "", "\ufeff": "", "\t": " ",
        "ϵ": "ε",
    }
)  # fmt: skip


def fold(text: str) -> str:
    """Return `text` in NFKC with the table applied; "8D²" becomes "8D^2", "【２，３】" becomes "[2,3]"."""
    lifted = []
    raised = False
    for character in text:
        if character in "⁰¹²³⁴⁵⁶⁷⁸⁹⁻":
            lifted.append("" if raised else "^")
            lifted.append("-" if character == "⁻" else character.translate(_SUPERSCRIPTS))
            raised = True
        else:
            lifted.append(character)
            raised = False
    # The table goes first as well: NFKC would decompose some of its characters into others.
    folded = unicodedata.normalize("NFKC", "".join(lifted).translate(_TABLE)).translate(_TABLE)
    return folded.strip()


def fold_phrase(text: str) -> str:
    """Return `text` folded for comparing phrases: case, spaces and a final full stop do not matter."""
    return "".join(fold(text).casefold().split()).rstrip(".!")
