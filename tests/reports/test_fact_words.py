"""Facts are told in both languages, with found and expected side by side."""

from __future__ import annotations

import re

import pytest

from grader.domain.fact import Fact, FactKind
from grader.reports.fact_words import fact_message

FACTS = {
    FactKind.FROZEN: Fact(FactKind.FROZEN, ("gamma",)),
    FactKind.BUFFERS: Fact(FactKind.BUFFERS, ("gamma", "beta"), ("2",)),
    FactKind.PLAIN: Fact(FactKind.PLAIN, ("w",), ("1",)),
    FactKind.LISTED: Fact(FactKind.LISTED, ("layers",), ("4",)),
    FactKind.UNBUFFERED: Fact(FactKind.UNBUFFERED, ("running_mean",)),
    FactKind.EXTRA: Fact(FactKind.EXTRA, ("6", "norm.weight", "norm.bias"), ("4",)),
    FactKind.MISSING: Fact(FactKind.MISSING, ("1",), ("3", "[3]", "[2]")),
    FactKind.RENAMED: Fact(FactKind.RENAMED, ("weight", "bias"), ("gamma", "beta")),
    FactKind.RESHAPED: Fact(FactKind.RESHAPED, ("gamma", "[1, 4]"), ("[4]",)),
    FactKind.NUMBERS: Fact(FactKind.NUMBERS, ("2", "29"), ("3", "13")),
    FactKind.SHARED: Fact(FactKind.SHARED, ("2", "b.weight"), ("3",)),
    FactKind.DEFAULT: Fact(FactKind.DEFAULT, ("eps", "1e-06"), ("1e-05",), 7, None, "def f(x, eps=1e-6):"),
    FactKind.FORM: Fact(FactKind.FORM, ("tensor [2, 2] float32",), ("tuple of 2", "output", "weights")),
    FactKind.DTYPE: Fact(FactKind.DTYPE, ("float32",), ("float64",)),
    FactKind.DEVICE: Fact(FactKind.DEVICE, ("cpu",), ("meta",)),
    FactKind.IN_PLACE: Fact(FactKind.IN_PLACE, ("x",), (), 8, 2, "x -= mean"),
}


@pytest.mark.parametrize("kind", FactKind)
def test_every_fact_has_words_in_both_languages(kind: FactKind) -> None:
    """A fact is one or two whole sentences in each language, with what was found and what is expected."""
    fact = FACTS[kind]
    said = fact_message(fact)
    assert said.en.endswith(".")
    assert not said.en.endswith("..")
    assert said.zh.endswith("。")
    assert re.search(r"[\u4e00-\u9fff]", said.zh)
    if kind is not FactKind.DEVICE:  # which device it is says nothing: another one than the inputs'
        assert fact.found[-1].replace("e-06", "e-6").split(" ")[0] in said.en


def test_numbers_agree_with_nouns() -> None:
    """One tensor is one tensor, and powers of ten are written as people write them."""
    assert fact_message(FACTS[FactKind.MISSING]).en.startswith("1 parameter tensor, expected 3")
    assert "The default of eps is 1e-6, expected 1e-5 (line 7" in fact_message(FACTS[FactKind.DEFAULT]).en
    assert (
        fact_message(FACTS[FactKind.FORM]).en == "You return one tensor; return the pair (output, weights)."
    )
