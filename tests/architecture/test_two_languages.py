"""Every text for people that the source holds stands there in English and in Chinese."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.conftest import ROOT

SOURCES = sorted((ROOT / "grader").rglob("*.py"))
PAIRS = {"Text", "say"}
CHINESE = re.compile(r"[\u4e00-\u9fff]")
WORDS = re.compile(r"[a-z]{2,}")
COMMAND = re.compile(r"\s*(pip install|grade) \S+")


def _calls(names: set[str]) -> Iterator[tuple[str, ast.Call]]:
    """Calls of these names (also as methods) with the place of each."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                if called in names:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def _words(node: ast.expr) -> str | None:
    """What a literal says, its fields left out; None for what is no literal."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
    return None


def _names(node: ast.expr) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)} - {"str"}


def _pairs() -> Iterator[tuple[str, ast.expr, ast.expr]]:
    for place, call in _calls(PAIRS):
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        if len(given) == 2:
            yield place, given[0], given[1]


def test_usage_errors_speak_both_languages() -> None:
    """No site raises wrong usage with a plain string: each gives a Text, for the message and for the hint."""
    sites = list(_calls({"UsageError"}))
    plain = [place for place, call in sites for argument in call.args if _words(argument) is not None]
    assert len(sites) > 60
    assert plain == []


def test_both_languages_are_what_they_claim() -> None:
    """The English of a pair has no Chinese, and the Chinese has some wherever the English has words."""
    wrong = []
    for place, en, zh in _pairs():
        english, chinese = _words(en), _words(zh)
        if english is None or chinese is None:
            continue
        nothing_to_say = english == chinese and (COMMAND.match(english) or english.istitle())
        nothing_to_say = nothing_to_say or not WORDS.search(english)
        if CHINESE.search(english) or (not CHINESE.search(chinese) and not nothing_to_say):
            wrong.append(place)
    assert wrong == []


def test_usage_errors_say_the_same_values_in_both_languages() -> None:
    """Whatever value the English of a usage error names, the Chinese names too."""
    wrong = [
        (place, sorted(_names(en) - _names(zh)))
        for place, call in _calls({"UsageError"})
        for text in call.args
        if isinstance(text, ast.Call) and getattr(text.func, "id", "") == "Text"
        for en, zh in [text.args]
        if _names(en) - _names(zh)
    ]
    assert wrong == []
