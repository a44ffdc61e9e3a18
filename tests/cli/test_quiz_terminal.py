"""The whole bank, answered through a real terminal: right answers, every distractor, interruptions."""

from __future__ import annotations

import re
from pathlib import Path

import pexpect
import pytest

from grader.domain.text import Language
from grader.quiz.instance import Instance, draw, question_seed
from tests.cli.quiz_terminal import ANSI, PROMPT, plain, terminal
from tests.quiz.bank import key, questions, typed, wrong_answers

SEED = 7
ALL = len(questions())
PASSES = 5


def drawn() -> list[Instance]:
    """The bank as `grade quiz --count 200 --seed 7` draws it for a first attempt."""
    return [draw(question, question_seed(f"seed {SEED}", 1, question.id)) for question in questions()]


@pytest.mark.parametrize("language", list(Language))
def test_right_answers_to_every_question_give_full_marks(tmp_path: Path, language: Language) -> None:
    """All questions, typed by a script into a terminal, are marked right one by one and in the sum."""
    child = terminal(tmp_path, "quiz", "--count", "200", "--seed", str(SEED), "--lang", language.value)
    right = {Language.EN: "Right.", Language.ZH: "正确。"}[language]
    for number, instance in enumerate(drawn(), start=1):
        child.expect_exact(instance.question.how_to_answer.get(language) + PROMPT)
        assert child.before is not None
        screen = plain(child.before)
        assert plain(f"{number}/{ALL}  {instance.stem.get(language)}") in screen
        if number > 1:
            assert right in screen
        child.sendline(typed(instance, key(instance)))
    child.expect(pexpect.EOF)
    assert child.before is not None
    score = {Language.EN: f"Score: {ALL} of {ALL}", Language.ZH: f"得分：{ALL} / {ALL}"}[language]
    assert plain(score) in plain(child.before)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.parametrize("number", range(PASSES))
def test_every_distractor_shows_its_own_feedback(tmp_path: Path, number: int) -> None:
    """Pass n types the n-th distractor of each question; the screen shows what the author wrote for it."""
    child = terminal(tmp_path, "quiz", "--count", "200", "--seed", str(SEED), "--lang", "en")
    expected = ""
    for instance in drawn():
        child.expect_exact(instance.question.how_to_answer.en + PROMPT)
        assert child.before is not None
        assert plain(expected) in plain(child.before)
        wrong = wrong_answers(instance)
        answer, expected = wrong[number] if number < len(wrong) else (key(instance), "Right.")
        if number < len(wrong):
            expected = re.sub(r"\{(\w+)\}", lambda m, i=instance: f"{i.params.get(m[1], m[0])}", expected)
        child.sendline(typed(instance, answer))
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_no_question_has_more_distractors_than_there_are_passes() -> None:
    """The passes above reach every distractor."""
    assert max(len(wrong_answers(instance)) for instance in drawn()) <= PASSES


def test_an_unreadable_answer_is_asked_again(tmp_path: Path) -> None:
    """Nonsense brings a hint and the same prompt, no mark."""
    child = terminal(tmp_path, "quiz", "--misconception", "count-ffn-bias-dims-swapped", "--lang", "en")
    child.expect_exact(PROMPT)
    for nonsense in ("", "many", "9**9**9", "1,5"):
        child.sendline(nonsense)
        child.expect_exact("Type a number")
        child.expect_exact(PROMPT)
    child.sendcontrol("c")
    child.expect_exact("Stopped. 0 answers saved")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


def test_after_ctrl_c_the_same_command_goes_on(tmp_path: Path) -> None:
    """Answers are kept as they are given; the second run asks the rest only, and its score counts both."""
    child = terminal(tmp_path, "quiz", "dropout", "--seed", str(SEED), "--lang", "en")
    instances = [each for each in drawn() if each.question.quiz == "dropout"]
    for instance in instances[:2]:
        child.expect_exact(PROMPT)
        child.sendline(typed(instance, key(instance)))
    child.expect_exact(PROMPT)
    child.sendcontrol("c")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    child = terminal(tmp_path, "quiz", "dropout", "--lang", "en")
    child.expect_exact("Going on: 2 of 5 are answered")
    for instance in instances[2:]:
        child.expect_exact(PROMPT)
        child.sendline(typed(instance, key(instance)))
    child.expect_exact("Score: 5 of 5")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_prediction_is_run_in_torch_before_the_eyes(tmp_path: Path) -> None:
    """The code stands on the screen, then the prediction is asked, then torch's own result is shown."""
    child = terminal(tmp_path, "quiz", "predict", "--lang", "en", "--seed", str(SEED))
    child.expect_exact("answer = x.var(dim=-1, keepdim=True, unbiased=False)")
    child.expect_exact("A shape, such as [2, 8, 5, 64] > ")
    child.sendline("[B, S]")
    child.expect(r"torch gives: \[\d+, \d+, 1\]")
    child.expect_exact("Incorrect.")
    child.expect_exact("That is the shape without keepdim")
    child.expect_exact("grade exercise 1, grade exercise 12")
    child.close()


@pytest.mark.parametrize("plainly", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_plain_screens_have_no_colour_and_no_boxes(tmp_path: Path, plainly: dict[str, str]) -> None:
    """With NO_COLOR, or a dumb terminal, the screen is numbered text and nothing else."""
    child = terminal(tmp_path, "quiz", "feed-forward", "--lang", "zh", columns=60, **plainly)
    child.expect_exact(PROMPT)
    child.sendline("1")
    child.expect_exact(PROMPT)
    assert child.before is not None
    assert not ANSI.search(child.before)
    assert not re.search(r"[\u2500-\u259f]", child.before)
    child.close()


def test_chinese_lines_keep_to_the_width(tmp_path: Path) -> None:
    """No line of a Chinese screen is wider than the terminal, a Chinese character being two cells."""
    from wcwidth import wcswidth

    child = terminal(tmp_path, "quiz", "mask", "--no-input", "--lang", "zh", columns=50)
    child.expect(pexpect.EOF)
    assert child.before is not None
    lines = [ANSI.sub("", line) for line in child.before.splitlines()]
    assert len(lines) > 50
    assert max(wcswidth(line.rstrip("\r")) for line in lines) <= 50


def test_cards_are_reviewed_at_the_terminal(tmp_path: Path) -> None:
    """Each card is turned by Enter and rated by a number, with the next interval beside every rating."""
    child = terminal(tmp_path, "review", "--lang", "en", "--count", "2")
    child.expect_exact("Cards due: 6; these are 2 of them (--count K takes another number).")
    child.expect_exact("Ctrl-C is safe")
    for _ in range(2):
        child.expect_exact("press Enter")
        child.sendline("")
        child.expect_exact("Right answer:")
        child.expect(r"1 again \(\d+ min\)  2 hard \(\d+ min\)  3 good \(\d+ min\)  4 easy \(\d+ d\) > ")
        child.sendline("five")
        child.expect_exact("Type 1, 2, 3 or 4.")
        child.sendline("4")
    child.expect_exact("2 cards reviewed. Still due: 4")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    child = terminal(tmp_path, "review", "--lang", "en", "--no-input")
    child.expect_exact("1/4")
    child.close()


@pytest.mark.parametrize("language", list(Language))
def test_i_do_not_know_is_marked_told_and_asked_again(tmp_path: Path, language: Language) -> None:
    """? is no points, shows the key and the explanation, and the question is among the cards afterwards."""
    child = terminal(tmp_path, "quiz", "dropout", "--lang", language.value, "--seed", str(SEED))
    words = {
        Language.EN: (
            "Questions: 5.",
            "Ctrl-C is safe",
            "Not answered.",
            "Score: 4 of 5",
            "Worth another look:",
        ),
        Language.ZH: ("共 5 题。", "Ctrl-C", "未作答。", "得分：4 / 5", "值得再看一遍："),
    }[language]
    instances = [each for each in drawn() if each.question.quiz == "dropout"]
    child.expect_exact(words[0])
    child.expect_exact(words[1])
    for instance in instances:
        child.expect_exact(PROMPT)
        child.sendline(
            {Language.EN: "?", Language.ZH: "？"}[language]
            if instance is instances[0]
            else typed(instance, key(instance))
        )
    child.expect(pexpect.EOF)
    child.close()
    shown = plain(str(child.before))
    assert plain(words[3]) in shown
    listed = shown.partition(plain(words[4]))[2]
    assert plain(instances[0].stem.get(language))[:40] in listed
    assert instances[0].question.id not in shown
    assert "gradequizdropout" in listed
    assert child.exitstatus == 0
    cards = terminal(tmp_path, "review", "--no-input", "--lang", language.value)
    cards.expect(pexpect.EOF)
    assert "1/7nn.Dropout(p=" in plain(str(cards.before))  # with other numbers
    cards.close()


def test_i_do_not_know_shows_the_key_at_once(tmp_path: Path) -> None:
    """After ? the screen says that nothing was answered, the right answer and why; Enter alone offers it."""
    child = terminal(tmp_path, "quiz", "dropout", "--lang", "en", "--seed", str(SEED))
    child.expect_exact(PROMPT)
    child.sendline("")
    child.expect_exact("Type ? if you do not know.")
    child.expect_exact(PROMPT)
    child.sendline("?")
    for words in ("Not answered.", "Right answer:", "Why:"):
        child.expect_exact(words)
    child.close()
