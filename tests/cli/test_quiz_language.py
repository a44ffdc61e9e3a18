"""The language of the words: option, GRADE_LANG, then the system's variables, else English."""

from __future__ import annotations

import pytest

from grader.cli.language import resolve_language
from grader.domain.text import Language

EN, ZH = Language.EN, Language.ZH


@pytest.mark.parametrize(
    ("option", "environ", "language"),
    [
        (None, {}, EN),
        ("zh", {"GRADE_LANG": "en"}, ZH),
        ("en", {"GRADE_LANG": "zh"}, EN),
        (None, {"GRADE_LANG": "zh_TW", "LANG": "en_US.UTF-8"}, ZH),
        (None, {"LANG": "zh_CN.UTF-8"}, ZH),
        (None, {"LANG": "ZH-hans"}, ZH),
        (None, {"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}, EN),
        (None, {"LC_MESSAGES": "zh_CN", "LANG": "en_US"}, ZH),
        (None, {"LANGUAGE": "fr:zh:en", "LANG": "en_US"}, ZH),
        (None, {"LANGUAGE": "fr", "LANG": "zh_CN"}, ZH),
        (None, {"GRADE_LANG": "", "LANG": "zh_CN"}, ZH),
        (None, {"LANG": "fr_FR.UTF-8"}, EN),
    ],
)
def test_the_first_word_on_language_decides(
    option: str | None, environ: dict[str, str], language: Language
) -> None:
    """--lang comes before GRADE_LANG, that before LANGUAGE, LC_ALL, LC_MESSAGES and LANG; zh* is Chinese."""
    assert resolve_language(option, environ) is language
