"""What a learner's code computes, in lines: each fault with its place, then every step beside what is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from grader.domain.computation import Computation, Deviation, DeviationKind, Place, ReadStep, Standing
from grader.domain.misconception import Misconception, QuestionLink
from grader.domain.text import Language, Text
from grader.reports.evidence import diagnosis_message, place_words
from grader.reports.lines import Line, Tone

_STUCK = "\u00a0"
"""A blank at which no row ends."""
_MARKS = {Standing.RIGHT: " ", Standing.DEVIATES: "x", Standing.NOT_RECOGNISED: "?"}
_TONES = {Standing.RIGHT: Tone.PLAIN, Standing.DEVIATES: Tone.BAD, Standing.NOT_RECOGNISED: Tone.BAD}
HEADS: Mapping[frozenset[Standing], Text] = {
    frozenset(): Text("What your code computes:", "你的代码计算的是："),
    frozenset({Standing.DEVIATES}): Text(
        "What your code computes (x marks what differs):", "你的代码计算的是（x 标出与要求不同之处）："
    ),
    frozenset({Standing.NOT_RECOGNISED}): Text(
        "What your code computes (? marks what is not recognised):",
        "你的代码计算的是（? 标出无法识别之处）：",
    ),
    frozenset({Standing.DEVIATES, Standing.NOT_RECOGNISED}): Text(
        "What your code computes (x marks what differs, ? what is not recognised):",
        "你的代码计算的是（x 标出与要求不同之处，? 标出无法识别之处）：",
    ),
}
"""The head of the list, by the marks in it."""


def fault_lines(
    computation: Computation,
    catalogue: Mapping[str, Misconception],
    language: Language,
) -> Iterator[Line]:
    """Each fault once, in the order of the computation, numbered where there are several."""
    faults = _once(computation.deviations)
    several = len(faults) > 1
    for number, fault in enumerate(faults, 1):
        said = _said(fault, catalogue).get(language).rstrip(".。")
        where = place_words(fault.place).get(language)
        if language is Language.ZH:
            text = f"{said}（{where}）。" if where else f"{said}。"
        else:
            text = f"{said} ({where})." if where else f"{said}."
        yield Line(f"{number}.{_STUCK}{text}" if several else text, Tone.BAD, 0, 3 if several else 0)
        entry = catalogue.get(fault.misconception)
        if several and entry is not None and entry.question_link is QuestionLink.DIRECT:
            yield Line(f"grade quiz --misconception {entry.id}", Tone.QUIET, 3)


def unread_line(computation: Computation) -> Text | None:
    """Up to where the code does what is asked, and from which line on it is not recognised; None where all was read."""
    first = next((step for step in computation.steps if step.standing is Standing.NOT_RECOGNISED), None)
    if first is None or computation.stopped:
        return None
    where, before = place_words(first.place), _before(first, computation.steps)
    wanted = f"{first.name} = {first.asked}"
    if where.en:
        does = Text(
            f"{where.en[0].upper()}{where.en[1:]} computes something that the grader does not recognise. "
            f"It should compute {wanted}.",
            f"评分程序无法识别{where.zh}的计算；这里应计算 {wanted}。",
        )
    else:
        does = Text(
            f"The grader does not recognise how your code computes {first.name}. It should be {wanted}.",
            f"评分程序无法识别你的代码如何计算 {first.name}；应为 {wanted}。",
        )
    if before is None or any(step.standing is Standing.DEVIATES for step in computation.steps):
        return does
    up = place_words(before.place)
    return Text(
        f"Your code is right up to {up.en or before.name}. {does.en}",
        f"到{up.zh or ' ' + before.name + ' '}为止，你的代码都是对的。{does.zh}",
    )


def step_lines(computation: Computation, language: Language) -> Iterator[Line]:
    """Each step: mark, line, formula, and below a formula that differs the one that is asked for."""
    steps = [step for step in computation.steps if step.formula or step.standing is not Standing.RIGHT]
    if not steps:
        return
    marks = frozenset(step.standing for step in steps) - {Standing.RIGHT}
    yield Line(HEADS[marks].get(language), Tone.PLAIN)
    labels = [place_words(step.place).get(language) for step in steps]
    width = max(map(_cells, labels))
    for step, label in zip(steps, labels, strict=True):
        pad = _STUCK * (width - _cells(label) + 2)
        formula = f"{step.name} = {step.formula}" if step.formula else _absent(step, language)
        hang = 2 + width + 2
        yield Line(
            f"{_MARKS[step.standing]}{_STUCK}{_joined(label)}{pad}{formula}", _TONES[step.standing], 0, hang
        )
        if step.standing is not Standing.RIGHT:
            yield from _asked_lines(step, computation.deviations, hang, language)


def _absent(step: ReadStep, language: Language) -> str:
    """A step without a formula: one that the code does not take, or one that is not recognised."""
    if step.standing is Standing.NOT_RECOGNISED:
        return f"{step.name} = ?"
    return Text(f"{step.name} is not computed", f"没有计算 {step.name}").get(language)


def _asked_lines(
    step: ReadStep, deviations: Sequence[Deviation], indent: int, language: Language
) -> Iterator[Line]:
    """What is asked for in the step's place; where the step looks right from outside, what differs inside of it."""
    asked = Text("asked for: ", "要求：").get(language)
    if step.asked and step.asked != step.formula:
        yield Line(f"{asked}{step.name} = {step.asked}", Tone.PLAIN, indent, _cells(asked))
        return
    shown: dict[tuple[bool, str], None] = {}
    for each in deviations:
        if each.step == step.name:
            inner = each.found not in (each.asked, step.formula) and ": without" not in each.key
            shown[inner, each.found if inner else each.words.get(language)] = None
    inside = Text("inside: ", "其中：").get(language)
    for inner, text in shown:
        yield Line(f"{inside}{text}" if inner else text, Tone.PLAIN, indent, _cells(inside) if inner else 0)


def _said(fault: Deviation, catalogue: Mapping[str, Misconception]) -> Text:
    entry = catalogue.get(fault.misconception)
    return fault.words if entry is None else diagnosis_message(entry)


def _once(deviations: Sequence[Deviation]) -> list[Deviation]:
    """Of the deviations that one misconception stands for, or that say the same, the first that has a line."""
    found: dict[str, Deviation] = {}
    for each in _joined_by_value(deviations):
        key = each.misconception or each.words.en
        if key not in found or (found[key].place.line is None and each.place.line is not None):
            found[key] = each
    return list(found.values())


def _joined_by_value(deviations: Sequence[Deviation]) -> Iterator[Deviation]:
    """Steps of one line that all take one value for another are told in one: q and k, of x instead of n."""
    groups: dict[tuple[str, Place], list[Deviation]] = {}
    for each in deviations:
        taken = (
            each.key.partition(": ")[2] if each.kind is DeviationKind.WIRED and not each.misconception else ""
        )
        groups.setdefault((taken or f"{each.key} {each.step} {each.misconception}", each.place), []).append(
            each
        )
    for group in groups.values():
        first, *rest = group
        taken = first.key.partition(": ")[2]
        if rest and taken and first.kind is DeviationKind.WIRED:
            names = [each.step for each in group]
            one, _, other = taken.partition(" for ")
            words = Text(
                f"{', '.join(names[:-1])} and {names[-1]} are computed from {one} instead of {other}.",
                f"计算 {'、'.join(names)} 时用的是 {one}，应使用 {other}。",
            )
            yield replace(first, words=words)
        else:
            yield from group


def _before(step: ReadStep, steps: Sequence[ReadStep]) -> ReadStep | None:
    earlier = steps[: list(steps).index(step)]
    right = earlier and all(each.standing is Standing.RIGHT for each in earlier)
    return earlier[-1] if right else None


def _of(step: ReadStep) -> str:
    return " and ".join(step.inputs) if step.inputs else "it"


def _joined(label: str) -> str:
    return label.replace(" ", _STUCK)


def _cells(text: str) -> int:
    """The width in terminal cells; a Chinese character takes two."""
    return sum(1 if ord(char) < 0x2E80 else 2 for char in text)
