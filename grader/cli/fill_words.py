"""What `grade report --fill` says: what was written where, what was left, who is not in the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from grader.cli.settings import Settings
from grader.reports.fill import CellChange, Filled

_SHOWN, _CHANGES_SHOWN, _LONGEST = 8, 40, 40


def filled_plain(filled: Filled, output: Path | None) -> dict[str, object]:
    """The object that `grade report --fill --json` prints."""
    return {
        "schema": "addnorm.filled/1",
        "file": str(output),
        "targets": {header: number or "total" for header, number in filled.targets.items()},
        "cells": filled.cells,
        "not_in_file": filled.not_in_file,
        "ambiguous": filled.ambiguous,
        "locked": filled.locked,
        "nothing_handed_in": filled.nothing_handed_in,
        "not_counted": filled.not_counted,
        "excused_there": filled.excused_there,
        "different": [asdict(change) for change in filled.different],
        "replaced": [asdict(change) for change in filled.replaced],
        "without_time": filled.without_time,
        "rows_without_scores": filled.rows_without_scores,
        "scaled": {header: list(each) for header, each in filled.scaled.items()},
    }


def fill_lines(filled: Filled, settings: Settings) -> Iterator[str]:
    """What is told about a filled file: what was written, and whoever is not in it."""
    say = settings.say
    for header, number in filled.targets.items():
        what = say(f"exercise {number}", f"练习 {number}") if number else say("the total", "总分")
        yield say(f"{what} -> column {header!r}", f"{what} -> 列 {header!r}")
    yield say(f"{filled.cells} cells filled", f"填写了 {filled.cells} 个单元格")
    for header, (ours, theirs) in filled.scaled.items():
        yield say(
            f"{header!r}: scaled from {ours:g} to {theirs:g}, the column's greatest grade",
            f"{header!r}：按该列满分从 {ours:g} 换算为 {theirs:g}",
        )
    groups = (
        (filled.not_in_file, "not in the file, not filled", "文件中没有，未填写"),
        (filled.ambiguous, "fit several rows or share one, not filled", "对应多行或与他人共用一行，未填写"),
        (filled.locked, "locked by the platform, left as they were", "被平台锁定，保持原样"),
        (filled.nothing_handed_in, "handed in nothing, cells left as they were", "未提交，单元格保持原样"),
        (
            filled.not_counted,
            "excused or not graded yet, cells left as they were",
            "免做或尚未评分，单元格保持原样",
        ),
        (filled.excused_there, "excused on the platform, left excused", "在平台上已免做，保持免做"),
        (
            filled.without_time,
            "filled without the late rule, or with one late day: no time of submission is known",
            "提交时间未知：未应用迟交规则，或只按迟交一天计，已填写",
        ),
        (
            [str(row) for row in filled.rows_without_scores],
            "without scores here, by row",
            "在此没有成绩（行号）",
        ),
    )
    for keys, en, zh in groups:
        if keys:
            unique = list(dict.fromkeys(keys))
            listed = "; ".join(unique[:_SHOWN]) + (" …" if len(unique) > _SHOWN else "")
            yield say(f"{len(unique)} {en}: {listed}", f"{len(unique)} 个{zh}：{listed}")
    yield from _changes(filled, settings)


def _changes(filled: Filled, settings: Settings) -> Iterator[str]:
    """What is there already, with what would stand there, or was replaced."""
    say = settings.say
    if filled.different:
        number = len(filled.different)
        yield say(
            f"{number} already filled with something else, left as they were (--replace replaces them):",
            f"{number} 个单元格已有其他内容，保持原样（用 --replace 替换）：",
        )
    yield from (f"  {_change(change)}" for change in filled.different[:_CHANGES_SHOWN])
    if filled.replaced:
        number = len(filled.replaced)
        yield say(f"{number} replaced:", f"替换了 {number} 个单元格：")
    yield from (f"  {_change(change)}" for change in filled.replaced[:_CHANGES_SHOWN])
    rest = sum(max(0, len(each) - _CHANGES_SHOWN) for each in (filled.different, filled.replaced))
    if rest:
        yield say(f"  and {rest} more (--json lists all)", f"  另有 {rest} 个（--json 列出全部）")


def _change(change: CellChange) -> str:
    shown = [
        each if len(each) <= _LONGEST else f"{each[:_LONGEST]} …" for each in (change.before, change.after)
    ]
    return f"{change.learner}  {change.header.strip()!r}: {shown[0]} -> {shown[1]}"
