"""What could not be judged by our own fault: whose it is, what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grader.domain.record import Learner
from grader.domain.text import Language, Text
from grader.reports.gradebook import GradeBook

_MOST_NAMES = 30


@dataclass(frozen=True)
class OpenWork:
    """One person's submissions that wait for us, by exercise number."""

    learner: Learner
    exercises: tuple[int, ...]


def open_work(book: GradeBook) -> tuple[OpenWork, ...]:
    """Everybody of whom a submission could not be judged, in the book's order."""
    found = []
    for row in book.rows:
        numbers = [c.number for c, score in zip(book.columns, row.scores, strict=True) if score.is_open]
        if numbers:
            found.append(OpenWork(row.learner, tuple(numbers)))
    return tuple(found)


def open_words(book: GradeBook) -> Iterator[Text]:
    """The note for the instructor; nothing where everything was judged."""
    people = open_work(book)
    if not people:
        return
    number = sum(len(each.exercises) for each in people)
    names = {language: _names(people, language) for language in Language}
    many = number != 1
    yield Text(
        f"{number} submission{'s' if many else ''} could not be judged, by our own fault. {'They stay' if many else 'It stays'} "
        "open: the points that can be had still include them, and no percentage rises by it. Run grade class again, or "
        f"decide with grade override. {names[Language.EN]}.",
        f"{number} 份提交因评分程序自身的故障未能评分，保持待定：可得的总分仍包括这些题目，任何人的百分比都不会因此升高。"
        f"请再次运行 grade class，或用 grade override 决定。{names[Language.ZH]}。",
    )


def _names(people: tuple[OpenWork, ...], language: Language) -> str:
    zh = language is Language.ZH
    shown = [_one(each, zh=zh) for each in people[:_MOST_NAMES]]
    left = len(people) - len(shown)
    listed = ("；" if zh else "; ").join(shown)
    if left > 0:
        listed += f" 等，另有 {left} 人" if zh else f" and {left} more people"
    return listed


def _one(each: OpenWork, *, zh: bool) -> str:
    person = each.learner
    who = person.name if person.name in ("", person.key) else f"{person.name} ({person.key})"
    who = who or person.key
    numbers = ", ".join(map(str, each.exercises))
    if zh:
        return f"{who}：练习 {numbers}"
    return f"{who}: exercise{'s' if len(each.exercises) != 1 else ''} {numbers}"
