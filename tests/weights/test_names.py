"""Names are read by the words of a vocabulary, from the innermost segment on."""

from __future__ import annotations

import pytest

from grader.weights.names import LONGEST, of_a_norm, role_and_stem
from tests.weights.words import NAMES, SILENT


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("left.weight", ("l",)),
        ("to_left_proj.weight", ("l",)),
        ("leftProj.bias", ("l",)),
        ("wl", ("l",)),
        ("house.right", ("r",)),
        ("left.right.weight", ("r",)),
        ("lr_proj.weight", ("l", "r")),
        ("rl_proj.weight", ("r", "l")),
        ("left_right", ("l", "r")),
        ("left_door.weight", ("l", "door")),
        ("lrb", ("l", "r", "b")),
        ("in_proj_weight", ("l", "r")),
        ("front_door_2.weight", ("door",)),
        ("back.weight", ("back",)),
        ("proj.weight", ("back",)),
        ("window.weight", ()),
        ("weight", ()),
        ("", ()),
    ],
)
def test_a_path_names_parts(path: str, parts: tuple[str, ...]) -> None:
    """Words may stand among others, letters run together, and the first part in the list wins over a later one."""
    assert NAMES.parts(path) == parts


def test_a_very_long_name_is_not_read() -> None:
    """A name made up to keep the patterns busy says nothing."""
    assert NAMES.parts("proj" * LONGEST) == ()


def test_places_are_words_and_stems() -> None:
    """A place is told by a word of its own or by what words contain together, in any segment."""
    assert NAMES.places("roof.left") == {"top"}
    assert NAMES.places("at_tic.cellarDoor") == {"top", "low"}
    assert NAMES.places("middle.0") == frozenset()


def test_the_side_of_the_heads_belongs_to_a_single_part() -> None:
    """A part says which axis the heads divide; several parts together say nothing."""
    assert [NAMES.heads((part,)) for part in ("l", "back", "door")] == ["in", "out", ""]
    assert NAMES.heads(("l", "r")) == NAMES.heads(()) == ""


def test_without_words_no_name_says_anything() -> None:
    """An empty vocabulary reads every path as silent."""
    assert {SILENT.parts(path) for path in ("q_proj.weight", "left", "in_proj_weight", "w")} == {()}
    assert SILENT.places("self_attn.q") == frozenset()


@pytest.mark.parametrize(
    ("local", "expected"),
    [
        ("weight", ("scale", "")),
        ("W_x", ("scale", "x")),
        ("b1", ("shift", "1")),
        ("gamma", ("scale", "")),
        ("x_beta", ("shift", "x")),
        ("wx", ("scale", "x")),
        ("table", ("", "table")),
    ],
)
def test_scale_and_shift_are_told_apart(local: str, expected: tuple[str, str]) -> None:
    """What is left of a name when its kind is taken off is what a weight and its bias share."""
    assert role_and_stem(local) == expected


def test_names_of_norms_are_known() -> None:
    """Gamma and beta are names of norms, weight and bias may be anybody's."""
    assert all(map(of_a_norm, ("gamma", "beta_1", "norm_scale")))
    assert not any(map(of_a_norm, ("weight", "bias", "w1")))
