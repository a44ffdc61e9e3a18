"""The whole report as one JSON object of the schema addnorm.report/1, written person by person."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import groupby

from grader.domain.result import CheckResult
from grader.domain.text import Language
from grader.reports.class_report import ClassReport
from grader.reports.csv_text import number
from grader.reports.gradebook import status, ungradable
from grader.reports.item_table import Item, ItemTable
from grader.reports.needing_help import people_in_need
from grader.reports.open_words import open_work
from grader.reports.score_tables import StoredScore

SCHEMA = "addnorm.report/1"


def report_json(report: ClassReport, stored: Iterable[StoredScore], language: Language) -> Iterator[str]:
    """Yield the object in pieces: a class of ten thousand never stands in memory as text.

    `stored` comes person by person. Texts for people are in `language`.
    """
    head = json.dumps(_head(report, language), ensure_ascii=False, indent=1)
    yield head[:-2] + ',\n "learners": [\n'
    first = True
    for _, of_one in groupby(stored, key=lambda each: each.row.learner.key):
        yield ("  " if first else ",\n  ") + json.dumps(_learner(list(of_one)), ensure_ascii=False)
        first = False
    yield "\n ]\n}\n"


def _head(report: ClassReport, language: Language) -> dict[str, object]:
    book = report.book
    return {
        "schema": SCHEMA,
        "run": book.run_id,
        "label": book.label,
        "seed": book.seed,
        "course_digest": book.course_digest,
        "grader": book.grader_version,
        "graded_at": book.graded_at.isoformat(),
        "made_at": report.made_at.isoformat(),
        "finished": book.finished,
        "anonymous": book.anonymous,
        "ungradable": dict(Counter(ungradable(book)).most_common()),
        "exercises": [
            {"number": c.number, "id": c.id, "title": c.title.get(language), "max_score": c.max_score}
            for c in book.columns
        ],
        "open": [
            {"learner": each.learner.key, "exercises": list(each.exercises)} for each in open_work(book)
        ],
        "needs_help": list(_needs(report)),
        "misconceptions": list(_misconceptions(report, language)),
        "items": [
            _table(table, language)
            for table in (report.exercise_items, *report.check_items, *report.question_items)
        ],
    }


def _needs(report: ClassReport) -> Iterator[dict[str, object]]:
    for person in people_in_need(report):
        yield {
            "learner": report.book.rows[person.row].learner.key,
            "urgency": round(person.urgency, 2),
            "signals": [
                {"signal": str(n.signal), "exercises": list(n.exercises), "misconceptions": list(n.beliefs)}
                for n in person.needs
            ],
        }


def _misconceptions(report: ClassReport, language: Language) -> Iterator[dict[str, object]]:
    for count in report.misconceptions:
        yield {
            "id": count.misconception.id,
            "belief": count.misconception.belief.get(language),
            "people": count.people,
            "in_code": count.in_code,
            "in_quiz": count.in_quiz,
            "in_both": count.in_both,
            "exercises": list(count.exercises),
        }


def _table(table: ItemTable, language: Language) -> dict[str, object]:
    return {
        "id": table.id,
        "title": table.title.get(language),
        "test": asdict(table.test),
        "items": [_item(item, language) for item in table.items],
    }


def _item(item: Item, language: Language) -> dict[str, object]:
    plain: dict[str, object] = {"id": item.id, "title": item.title.get(language), **asdict(item.figures)}
    plain |= {"trouble": item.trouble, "guess": item.guess, "median_seconds": item.median_seconds}
    plain["choices"] = [{**asdict(c), "label": c.label.get(language)} for c in item.choices]
    return plain


def _learner(scores: list[StoredScore]) -> dict[str, object]:
    row = scores[0].row
    return {
        "key": row.learner.key,
        "name": row.learner.name,
        "section": row.learner.section,
        "email": row.learner.email,
        "total": number(row.total),
        "max_total": number(row.max_total),
        "exercises": [_exercise(each) for each in scores],
    }


def _exercise(each: StoredScore) -> dict[str, object]:
    settled, score = each.score.settled, each.score
    grade = each.result.result.grade if each.result is not None else None
    return {
        "exercise": each.column.id,
        "verdict": status(score),
        "standing": str(settled.basis),
        "open": score.is_open,
        "raw": number(settled.raw),
        "score": number(settled.score),
        "max_score": number(settled.max_score),
        "days_late": settled.days_late,
        "deducted": number(settled.deducted),
        "why": settled.why,
        "timing": str(settled.timing),
        "reason": score.reason or None,
        "submitted_at": score.submitted_at.isoformat() if score.submitted_at else None,
        "extended_until": score.extended_until.isoformat() if score.extended_until else None,
        "attempts": score.attempts,
        "file": score.file_name,
        "files_not_graded": list(score.choice.kept),
        "chosen_by": score.choice.by,
        "submission_digest": each.result.submission_digest if each.result is not None else None,
        "checks": [_check(check) for check in (grade.checks if grade is not None else ())],
        "misconceptions": [found.misconception for found in (grade.diagnoses if grade is not None else ())],
    }


def _check(check: CheckResult) -> dict[str, object]:
    return {
        "name": check.name,
        "tier": str(check.tier),
        "visibility": str(check.visibility),
        "verdict": str(check.verdict),
        "points": check.points,
        "max_points": check.max_points,
    }
