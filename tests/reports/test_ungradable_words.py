"""Every reason for which something cannot be graded has a few words, and a class's reasons are counted."""

from __future__ import annotations

import re

import pytest

from grader.domain.classroom import IntakeFault
from grader.domain.source_problem import SourceFault
from grader.reports.ungradable_words import REASONS, counted_reasons, reason_of


@pytest.mark.parametrize("kind", [*IntakeFault, *SourceFault])
def test_every_kind_has_words_in_both_languages(kind: str) -> None:
    """No kind of fault is told as "another reason"."""
    assert kind in REASONS
    assert re.search(r"[\u4e00-\u9fff]", reason_of(kind).zh)
    assert len(reason_of(kind).en) < 50


def test_reasons_are_counted_the_most_frequent_first() -> None:
    """One sentence for a whole class; none where everything could be graded; an unknown kind is counted too."""
    words = counted_reasons(["utf16", "no_source", "no_source", "of tomorrow"])
    assert words is not None
    assert words.en == (
        "Cannot be graded: 4. Reasons: no .py or .ipynb file (2), text in UTF-16 (1), another reason (1)."
    )
    assert words.zh.startswith("无法评分：4 份")
    assert counted_reasons([]) is None
