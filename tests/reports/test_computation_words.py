"""A computation in lines: each fault once, every step as what it is."""

from __future__ import annotations

from grader.domain.computation import Computation, Deviation, DeviationKind, Place, ReadStep, Standing
from grader.domain.text import Language, Text
from grader.reports.computation_words import fault_lines, step_lines


def wired(step: str, line: int, taken: str = "x for n") -> Deviation:
    """A step that takes another value."""
    words = Text(f"{step} is computed from x instead of n.", f"计算 {step} 时用的是 x，应使用 n。")
    return Deviation(
        DeviationKind.WIRED, f"{step}: {taken}", step, Place(line), "linear(x)", "linear(n)", words
    )


def faults(*deviations: Deviation, language: Language = Language.EN) -> list[str]:
    """The lines of the faults."""
    computation = Computation((), deviations, whole=True)
    return [line.text.replace("\u00a0", " ") for line in fault_lines(computation, {}, language)]


def test_steps_of_one_line_that_take_one_value_for_another_are_told_in_one() -> None:
    """Query, key and value of the same wrong tensor are one fault; one on another line is another."""
    same = [wired("q", 5), wired("k", 5), wired("v", 5)]
    assert faults(*same) == ["q, k and v are computed from x instead of n (line 5)."]
    assert faults(*same, language=Language.ZH) == ["计算 q、k、v 时用的是 x，应使用 n（第 5 行）。"]
    assert faults(wired("q", 5), wired("k", 6)) == [
        "1. q is computed from x instead of n (line 5).",
        "2. k is computed from x instead of n (line 6).",
    ]


def test_two_deviations_that_say_the_same_are_one_line() -> None:
    """What is missing here and stands there is told once, where it stands."""
    words = Text("h is added in another place.", "h 加在了别处。")
    gone = Deviation(DeviationKind.MISSING, "t: without h", "t", Place(None), "f", "h + f", words)
    extra = Deviation(DeviationKind.EXTRA, "extra add of h", "y", Place(7), "h + y", "y", words)
    assert faults(gone, extra) == ["h is added in another place (line 7)."]


def test_a_step_that_is_not_there_differs_from_one_that_is_not_recognised() -> None:
    """The first is said to be not computed, the second has a question mark."""
    absent = ReadStep("m", "", "LayerNorm(h)", Standing.DEVIATES, Place(None))
    unknown = ReadStep("h", "", "x + a", Standing.NOT_RECOGNISED, Place(3))
    computation = Computation((absent, unknown), (), whole=False)
    shown = {
        language: [line.text.replace("\u00a0", " ").strip() for line in step_lines(computation, language)]
        for language in Language
    }
    assert shown[Language.EN][1].split(maxsplit=1) == ["x", "m is not computed"]
    assert any(line.endswith("h = ?") for line in shown[Language.EN])
    assert any("没有计算 m" in line for line in shown[Language.ZH])
