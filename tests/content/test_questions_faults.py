"""The author's check finds the fault that was planted, and says where."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader.quiz.bank import by_id, read_quizzes
from grader.quiz.torch_keys import torch_problems
from grader.workflows.check_questions import check_questions
from tests.quiz.bank import ROOT


def planted(folder: Path, file: str, old: str, new: str) -> Path:
    """A copy of the course's quizzes with one place changed."""
    shutil.copytree(ROOT / "quizzes", folder / "quizzes")
    path = folder / "quizzes" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("file", "old", "new", "place", "words"),
    [
        ("decoder.toml", 'answer = "S*(S-1)/2"', 'answer = "S*(S+1)/2"', "dec-02-causal-count", "is right"),
        (
            "decoder.toml",
            'value = "S*S/2"',
            'value = "(S*S-S)/2"',
            "dec-02-causal-count, wrong 2",
            "is right",
        ),
        (
            "feed-forward.toml",
            'answer = "(F, D)"',
            'answer = "(F, D"',
            "ffn-05-weight-shape, answer",
            "Type a shape",
        ),
        (
            "feed-forward.toml",
            'value = "S"',
            'value = "S +"',
            "ffn-02-how-many-rows-change, wrong 1",
            "readable",
        ),
        (
            "feed-forward.toml",
            'misconception = "ffn-mixes-tokens"',
            'misconception = "ffn-mixes-token"',
            "ffn-0",
            "'ffn-mixes-token'",
        ),
        (
            "formulas.toml",
            'value = "Q @ K.T"',
            'value = "(K @ Q.T).T / d_k**0.5"',
            "fo-03-scaled-scores",
            "is right",
        ),
        ("review-cards.toml", 'value = "features"', 'value = "tokens"', "rc-1-mha, wrong 1", "is right"),
        ("mask.toml", 'en = "all zeros"', 'en = "NaN"', "mask-07-fully-blocked, option b", "used twice"),
    ],
)
def test_a_planted_fault_is_found_without_torch(
    tmp_path: Path, file: str, old: str, new: str, place: str, words: str
) -> None:
    """Right distractors, broken keys and unknown ids are told with file, question and key."""
    told = [str(problem) for problem in check_questions(planted(tmp_path, file, old, new), run_torch=False)]
    assert any(file in each and place in each and words in each for each in told), told


@pytest.mark.parametrize(
    ("file", "old", "new", "name"),
    [
        ("parameters.toml", 'answer = "12*D*D + 13*D"', 'answer = "12*D*D + 14*D"', "par-01-encoder-layer"),
        ("shapes.toml", 'answer = "(B, H, S, D//H)"', 'answer = "(B, H, S, H)"', "shp-03-heads-shape"),
        (
            "predict.toml",
            'answer = "0111/0011/0001/0000"',
            'answer = "0110/0011/0001/0000"',
            "pr-05-causal-mask",
        ),
        ("predict.toml", 'answer = "(S, B, B)"', 'answer = "(B, B, S)"', "pr-04-batch-first-weights"),
        ("formulas.toml", 'answer = "2*D*F + F + D"', 'answer = "2*D*F + F + 2*D"', "fo-01-ffn-parameters"),
        ("dropout.toml", 'answer = "1/(1-p)"', 'answer = "1/(1-p)+0.01"', "dr-01-kept-value"),
        ("dropout.toml", "torch_key = ", "# torch_key = ", "dr-01-kept-value"),
        ("predict.toml", "answer = x.var(", "answer = y.var(", "pr-01-variance-keepdim"),
    ],
)
def test_a_wrong_key_is_found_by_torch(tmp_path: Path, file: str, old: str, new: str, name: str) -> None:
    """A key that torch does not confirm, code that does not run, and a number without code are told."""
    quizzes, faults = read_quizzes(planted(tmp_path, file, old, new))
    assert faults == ()
    (problem,) = torch_problems(by_id(quizzes)[name])
    assert (problem.file, problem.place) == (f"quizzes/{file}", f"question {name}")


def test_a_telling_length_is_found(tmp_path: Path) -> None:
    """A bank whose right options are all the longest is refused as a whole."""
    folder = planted(tmp_path, "feed-forward.toml", "difficulty", "difficulty")
    for path in (folder / "quizzes").glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        path.write_text(
            text.replace("right = true\nen = ", 'right = true\nen = "" + ').replace(
                '"" + "', '"' + "so " * 99
            ),
            encoding="utf-8",
        )
    told = [str(problem) for problem in check_questions(folder, run_torch=False)]
    assert any("clearly the longest" in each for each in told), told[:3]
