"""Public cases are sealed as values, and the seal is read back as what it was made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from grader.authoring import Case, Draw
from grader.domain.verdict import Verdict, Visibility
from grader.judge.sealed import SealedJudge, load_sealed
from grader.judge.sealing import seal
from grader.judge.session import OwnSession
from tests.judge.small import BANK, EXERCISE, WORDS, Bend, Renamed, Straight, cases, space

ALL_PUBLIC = replace(
    EXERCISE, checks=tuple(replace(spec, visibility=Visibility.PUBLIC) for spec in EXERCISE.checks)
)


def test_only_public_cases_are_sealed(tmp_path: Path) -> None:
    """A hidden check has no case in the file; nothing is left out that could be kept."""
    sealed = seal(EXERCISE, BANK, WORDS)
    path = tmp_path / "x.frames"
    path.write_bytes(sealed.content)
    assert sealed.left_out == ()
    assert [case.check for case in load_sealed(path).cases] == ["example"]


def test_the_same_seed_gives_the_same_bytes() -> None:
    """Everybody gets the same kit."""
    assert seal(EXERCISE, BANK, WORDS).content == seal(EXERCISE, BANK, WORDS).content


def test_sealed_cases_judge_and_name(tmp_path: Path) -> None:
    """By stored values alone a right module with other names is accepted, and a known mistake is named."""
    path = tmp_path / "x.frames"
    path.write_bytes(seal(ALL_PUBLIC, BANK, WORDS).content)
    judge = SealedJudge(ALL_PUBLIC, load_sealed(path), WORDS)
    for entry in (Bend, Renamed):
        assert judge.judge(OwnSession(space(entry))).verdict is Verdict.ACCEPTED
    wrong = judge.judge(OwnSession(space(Straight)))
    assert [diagnosis.misconception for diagnosis in wrong.diagnoses] == ["straight"]


def test_a_comparison_that_no_reading_says_is_left_out() -> None:
    """Code does not leave the house: a case that only its own `derive` can compare stays behind, and is told."""

    def drawn(draw: Draw) -> Iterator[Case]:
        for case in cases(draw):
            only = case.check == "example"
            yield (
                replace(case, derive=lambda seen: {"sign": bool(seen["call.out"].min() < 0)})
                if only
                else case
            )

    assert seal(EXERCISE, replace(BANK, draw_cases=drawn), WORDS).left_out == ("example",)
