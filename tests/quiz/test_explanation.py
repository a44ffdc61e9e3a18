"""What is said after an answer agrees with the numbers that were drawn."""

from __future__ import annotations

import pytest

from grader.quiz.drawn import format_number
from grader.quiz.explanation import explanation
from grader.quiz.instance import draw
from grader.quiz.kinds.numeric import NumericQuestion
from grader.quiz.marking import mark
from grader.quiz.question import Question
from tests.quiz.bank import question, questions

DRAWN = [each for each in questions() if each.params]


@pytest.mark.parametrize("each", DRAWN, ids=lambda each: each.id)
@pytest.mark.parametrize("seed", range(3))
def test_the_drawn_numbers_are_named(each: Question, seed: int) -> None:
    """Of a question with random numbers the explanation names each number of this very draw, in both languages."""
    instance = draw(each, seed)
    said = mark(instance, instance.key).explanation
    for name, value in instance.params.items():
        assert f"{name} = {format_number(value)}" in said.en
        assert f"{name} = {format_number(value)}" in said.zh


def test_the_computation_ends_in_the_key() -> None:
    """A numeric key is worked out in the drawn numbers, and differs between two draws."""
    ffn = question("ffn-01-parameters")
    assert isinstance(ffn, NumericQuestion)
    ends = set()
    for seed in range(8):
        instance = draw(ffn, seed)
        said = explanation(instance)
        end = f"{ffn.answer} = {instance.key}"
        assert said.en.endswith(f"{end}.")
        assert said.zh.endswith(f"{end}。")
        ends.add(end)
    assert len(ends) > 1


def test_nothing_is_added_where_nothing_is_drawn() -> None:
    """A question without random numbers keeps its author's explanation word for word."""
    for each in questions():
        if not each.params:
            assert explanation(draw(each, 1)) == each.explanation
