"""Exercise 19 credits each of its four repairs on its own, whatever became of the other three."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from grader.catalog.exercises import load_exercise
from grader.grading.load_judge import load_reference_judge
from grader.judge.grade import Judgement, ReferenceJudge

BUGS: Mapping[str, tuple[str, str]] = {
    "repeated": ("stack-same-layer-repeated", "layers_are_distinct"),
    "list": ("stack-python-list", "layer_parameters_registered"),
    "no mask": ("stack-mask-not-forwarded", "mask_reaches_every_layer"),
    "no norm": ("stack-final-norm-skipped", "final_norm_applied"),
}
"""Bug -> its id in the catalogue, and the check that asks for its repair."""

SUBSETS = [frozenset(bugs) for n in range(5) for bugs in combinations(BUGS, n)]


def encoder(bugs: frozenset[str]) -> type[nn.Module]:
    """The given code with these bugs left in it."""

    class Encoder(nn.Module):
        def __init__(self, layer_factory: Callable[[], nn.Module], num_layers: int, dim: int) -> None:
            super().__init__()
            if "repeated" in bugs:
                layers = [layer_factory()] * num_layers
            else:
                layers = [layer_factory() for _ in range(num_layers)]
            self.layers = layers if "list" in bugs else nn.ModuleList(layers)
            self.final_norm = nn.LayerNorm(dim)

        def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
            for layer in self.layers:
                x = layer(x) if "no mask" in bugs else layer(x, source_blocked_mask)
            return x if "no norm" in bugs else self.final_norm(x)

    return Encoder


@pytest.fixture(scope="module")
def judge(root: Path) -> ReferenceJudge:
    """One judge for all sixteen."""
    torch.set_num_threads(1)
    exercise = load_exercise(root, 19)
    return load_reference_judge(root, exercise, 19)


@pytest.fixture(scope="module")
def judgements(judge: ReferenceJudge) -> Mapping[frozenset[str], Judgement]:
    """What becomes of each subset of the four bugs."""
    return {bugs: judge.judge(judge.own_session({"Encoder": encoder(bugs)})) for bugs in SUBSETS}


def failing(judgement: Judgement) -> frozenset[str]:
    """Names of the checks that did not pass."""
    return frozenset(check.name for check in judgement.checks if check.difference is not None)


def test_all_sixteen_subsets_fail_differently(judgements: Mapping[frozenset[str], Judgement]) -> None:
    """Which checks fail tells which of the four bugs are left."""
    assert len({failing(judgement) for judgement in judgements.values()}) == 16


def test_each_bug_has_a_check_of_its_own(judgements: Mapping[frozenset[str], Judgement]) -> None:
    """The check of a repair fails exactly where that bug is left."""
    for bugs, judgement in judgements.items():
        wrong = {bug for bug, (_, check) in BUGS.items() if check in failing(judgement)}
        assert wrong == bugs


def test_every_repair_is_credited(judgements: Mapping[frozenset[str], Judgement]) -> None:
    """Mending one bug more raises the score from whatever state; registered layers alone, which a module without
    any layer has too, earn nothing by themselves.
    """
    for bugs, judgement in judgements.items():
        for bug in bugs:
            after = judgements[bugs - {bug}].score
            assert after > judgement.score or (set(BUGS) - bugs | {bug} == {"list"} and after == 0.0)
    assert judgements[frozenset()].score == judgements[frozenset()].max_score


def test_what_is_left_is_named(judgements: Mapping[frozenset[str], Judgement]) -> None:
    """The diagnoses are the bugs that are left, all of them and no other."""
    for bugs, judgement in judgements.items():
        assert {found.misconception for found in judgement.diagnoses} == {BUGS[bug][0] for bug in bugs}


def test_the_given_code_has_all_four(root: Path, judge: ReferenceJudge) -> None:
    """The stub passes no check, and is what this file calls all four bugs."""
    space: dict[str, object] = {}
    exec(
        compile((root / "exercises/ex19_repair_encoder/stub.py").read_text("utf-8"), "stub.py", "exec"), space
    )
    judgement = judge.judge(judge.own_session(space))
    assert len(failing(judgement)) == len(judgement.checks)
    assert {found.misconception for found in judgement.diagnoses} == {name for name, _ in BUGS.values()}
