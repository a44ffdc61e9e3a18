"""Marks: every distractor says its own thing and shows its own misconception."""

from __future__ import annotations

import pytest

from grader.quiz.instance import draw
from grader.quiz.kinds.match import MatchQuestion
from grader.quiz.kinds.order import OrderQuestion
from grader.quiz.marking import RIGHT, WRONG, mark
from grader.quiz.unreadable import Unreadable
from tests.quiz.bank import key, question, questions, wrong_answers


def test_every_key_has_full_marks_at_many_seeds() -> None:
    """The right answer of each question is right whatever the parameters are."""
    for asked in questions():
        for seed in range(25):
            instance = draw(asked, seed)
            assert mark(instance, key(instance)).right, (asked.id, seed)


def test_every_distractor_has_its_own_feedback() -> None:
    """Choosing a distractor, or an anticipated wrong value, says what the author wrote for it."""
    for asked in questions():
        instance = draw(asked, 3)
        for answer, feedback in wrong_answers(instance):
            got = mark(instance, answer)
            assert not got.right
            said = " ".join(text.en for text in got.feedback)
            assert instance.fill(type(got.feedback[0])(en=feedback, zh=feedback)).en in said, (
                asked.id,
                answer,
            )


def test_a_wrong_order_or_pair_is_named() -> None:
    """Where no value was foreseen, the first misplaced item or the wrong pair is told by name."""
    for asked in questions():
        if isinstance(asked, OrderQuestion):
            got = mark(draw(asked, 0), ",".join(reversed(asked.answer)))
            assert got.fraction == 0.0
            assert got.feedback[0].en.count('"') == 4
        if isinstance(asked, MatchQuestion):
            rights = [item.key for item in asked.right]
            wrong = {left: next(r for r in rights if r != right) for left, right in asked.answer.items()}
            got = mark(draw(asked, 0), ",".join(f"{left}={right}" for left, right in wrong.items()))
            assert got.fraction == 0.0
            assert len(got.feedback) == len(asked.left)


@pytest.mark.parametrize(
    ("name", "answer", "misconceptions"),
    [
        ("ffn-01-parameters", None, ()),
        ("ffn-03-no-activation", "b", ("ffn-no-activation",)),
        ("st-3-why-expand", "c", ("ffn-never-expands", "ffn-not-projected-back", "ffn-no-activation")),
        ("mc-2-ffn-exchanges-information", "true", ("ffn-mixes-tokens",)),
        ("st-5-mask-broadcast", "(B, 1, S, 1)", ("mask-on-query-axis",)),
        ("fo-03-scaled-scores", "Q @ K.T / d_k", ("attn-scale-by-dk",)),
        ("pr-05-causal-mask", "1111/0111/0011/0001", ("causal-diagonal-blocked",)),
        ("res-06-order-postln", "norm,sub,drop,add", ("post-is-pre-ln",)),
        ("rc-5-original-vs-modern", "l1=pre,l2=pre,l3=post,l4=pre", ("post-is-pre-ln",)),
        ("rc-3-layernorm-axis", "1 ; False", ("ln-over-sequence-axis", "ln-keepdim-missing")),
    ],
)
def test_a_wrong_answer_shows_the_catalogue_id(
    name: str, answer: str | None, misconceptions: tuple[str, ...]
) -> None:
    """What was chosen, or left out, is tied to a misconception under the one id."""
    instance = draw(question(name), 5)
    assert mark(instance, key(instance) if answer is None else answer).misconceptions == misconceptions


def test_the_mark_is_said_where_nothing_was_foreseen() -> None:
    """An unforeseen wrong number is told to be wrong, an exact one to be right."""
    instance = draw(question("bn-03-running-mean"), 1)
    assert mark(instance, "12345").feedback == (WRONG,)
    assert mark(instance, key(instance)).feedback == (RIGHT,)


def test_matching_and_gaps_are_marked_in_parts() -> None:
    """Four pairs of which three are right give three quarters, one of two gaps a half."""
    pairs = draw(question("rc-5-original-vs-modern"), 0)
    assert mark(pairs, "l1=pre,l2=pre,l3=post,l4=pre").fraction == pytest.approx(0.75)
    assert mark(draw(question("rc-3-layernorm-axis"), 0), "-1 ; False").fraction == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("st-1-position-wise", "z"),
        ("st-3-why-expand", "a,a"),
        ("ln-14-order-of-steps", "mean,var"),
        ("enc-01-roles", "l1=r1"),
        ("mc-1-layernorm-over-batch", "maybe"),
        ("dec-02-causal-count", "many"),
    ],
)
def test_a_canonical_answer_that_is_none_is_no_mark(name: str, answer: str) -> None:
    """An edited file raises Unreadable instead of being marked wrong."""
    with pytest.raises(Unreadable):
        mark(draw(question(name), 0), answer)
