"""A plausible class, drawn from a seed and written straight into a store: abilities, beliefs, crashes,
quizzes.
"""

from __future__ import annotations

import json
import math
import random
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import insert

from grader.catalog.exercises import load_exercise
from grader.catalog.misconceptions import Misconceptions
from grader.domain.computation import Computation, Place, ReadStep, Standing
from grader.domain.exercise import Exercise
from grader.domain.result import (
    CheckResult,
    Diagnosis,
    Difference,
    DifferenceKind,
    Failure,
    GradeResult,
)
from grader.domain.result_form import grade_to_plain
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Confinement, Tier, Verdict
from grader.quiz.bank import load_quizzes
from grader.quiz.kinds.multi import MultiQuestion
from grader.quiz.kinds.single import SingleQuestion
from grader.quiz.kinds.true_false import TrueFalseQuestion
from grader.quiz.question import Question
from grader.store.database import Database
from grader.store.schema import (
    CLASS_RESULT,
    CLASS_RUN,
    EXTENSION,
    LEARNER,
    OVERRIDE,
    QUIZ_ANSWER,
    QUIZ_SESSION,
    SOURCE,
)
from grader.store.store import open_store
from tests.conftest import ROOT

START = datetime(2026, 9, 28, 8, 0, tzinfo=UTC)
DUE = datetime(2026, 10, 1, 15, 59, tzinfo=UTC)
RUN = "made-run"
EXERCISES = (1, 2, 3, 5, 7, 8)
QUIZZES = ("layer-norm", "feed-forward")
LEVELS = 40
BACKWARDS = "ffn-04-equivalent-descriptions"
"""A question that the better people fail more often, as if its key were wrong."""
AWKWARD_NAMES = (
    'O"Brien, Ann',
    '=HYPERLINK("https://example.org","x")',
    "李雷",
    "韩梅梅",
    "😀 Emoji Person",
    "عمر الفاروق",
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(2)>",
    "@SUM(A1:A9)",
    "李雷",
)
_GIVEN = (
    "Ada",
    "Bo",
    "Chen",
    "Dana",
    "Emil",
    "Fang",
    "Grace",
    "Hugo",
    "Ines",
    "Jun",
    "Kofi",
    "Lin",
    "Maya",
    "Nils",
)
_FAMILY = (
    "Ahn",
    "Berg",
    "Costa",
    "Diaz",
    "Evans",
    "Fischer",
    "Gupta",
    "Huang",
    "Ito",
    "Jansen",
    "Kim",
    "Liu",
    "Moreau",
)
_CHINESE = ("王伟", "张敏", "刘洋", "陈静", "杨帆", "赵磊", "黄婷", "周杰", "吴倩", "徐浩")


@dataclass(frozen=True)
class Variant:
    """One way to have answered an exercise: its stored result as text, its source, its numbers."""

    result: str
    verdict: Verdict
    score: float
    submission: Submission


def make_class(url: str, learners: int, seed: int = 7, exercises: Sequence[int] = EXERCISES) -> str:
    """Write a class of that many learners into the database at `url` and return the run's id."""
    open_store(url).close()
    database = Database(url)
    drawn = random.Random(seed)
    loaded = [load_exercise(ROOT, number) for number in exercises]
    variants = {exercise.number: _Variants(exercise, drawn) for exercise in loaded}
    people = list(_people(learners, drawn))
    abilities = {person["key"]: drawn.gauss(0.4, 1.1) for person in people}
    late = {"per_day": 0.1, "cap": 0.5, "grace_minutes": 15.0, "of": "max_score", "cutoff_days": None}
    policy = {
        "due": DUE.isoformat(),
        "due_of": {},
        "late": late,
        "counts": "last",
        "drop": 0,
        "excused": [[people[0]["key"], exercises[0]]],
    }
    run = {
        "id": RUN, "label": "/class/week 3", "seed": 17, "course_digest": "c" * 64, "grader_version": "0.1.0",
        "exercises": list(exercises), "settings": {"policy": policy, "people": [p["key"] for p in people]},
        "started_at": DUE + timedelta(days=2), "finished_at": DUE + timedelta(days=2, minutes=5),
    }  # fmt: skip
    rows = [row for person in people for row in _results(person["key"], abilities, variants, loaded, drawn)]
    with database.writing() as connection:
        connection.execute(insert(LEARNER), people)
        connection.execute(insert(SOURCE), _sources(variants.values()))
        connection.execute(insert(CLASS_RUN), [run])
        _insert_results(connection, rows)
        sessions, answers = _quizzes(people, abilities, drawn)
        if sessions:
            connection.execute(insert(QUIZ_SESSION), sessions)
            connection.execute(insert(QUIZ_ANSWER), answers)
        connection.execute(insert(OVERRIDE), [_override(people, loaded)])
        connection.execute(insert(EXTENSION), [_extension(people, loaded)])
    database.close()
    return RUN


def _insert_results(connection: Any, rows: list[dict[str, Any]]) -> None:
    """Insert without encoding the same JSON ten thousand times."""
    names = [column.name for column in CLASS_RESULT.columns if column.name != "id"]
    marks = ", ".join("?" for _ in names)
    values = [tuple(row.get(name) for name in names) for row in rows]
    cursor = connection.connection.cursor()
    cursor.executemany(f"INSERT INTO class_result ({', '.join(names)}) VALUES ({marks})", values)


def _people(count: int, drawn: random.Random) -> Iterator[dict[str, str]]:
    for number in range(count):
        key = str(1001 + number)
        if number < len(AWKWARD_NAMES):
            name = AWKWARD_NAMES[number]
        elif drawn.random() < 0.3:
            name = drawn.choice(_CHINESE)
        else:
            name = f"{drawn.choice(_GIVEN)} {drawn.choice(_FAMILY)}"
        yield {"key": key, "name": name, "section": "ABC"[number % 3], "email": f"u{key}@example.org"}


class _Variants:
    """All ways to answer one exercise that this class knows."""

    def __init__(self, exercise: Exercise, drawn: random.Random) -> None:
        self.exercise = exercise
        self.hardness = {check.name: drawn.gauss(-0.6, 0.9) for check in exercise.checks}
        beliefs = [m.id for m in Misconceptions(ROOT).values() if exercise.number in m.exercises][:8]
        self.by_level = [self._graded(level, beliefs, drawn) for level in range(LEVELS)]
        self.crash = self._ended(Failure(Verdict.RUNTIME_ERROR, "it crashed", "Traceback: secret", 9))
        self.slow = self._ended(Failure(Verdict.TIME_LIMIT, "too slow"))
        self.untouched = self._ended(Failure(Verdict.NOT_ATTEMPTED))

    def all(self) -> Iterator[Variant]:
        yield from (*self.by_level, self.crash, self.slow, self.untouched)

    def choose(self, ability: float, drawn: random.Random) -> Variant:
        chance = drawn.random()
        if chance < 0.03:
            return self.crash
        if chance < 0.04:
            return self.slow
        if chance < 0.06 and ability < 0:
            return self.untouched
        level = round((ability + drawn.gauss(0, 0.4) + 3) / 6 * (LEVELS - 1))
        return self.by_level[max(0, min(LEVELS - 1, level))]

    def _graded(self, level: int, beliefs: Sequence[str], drawn: random.Random) -> Variant:
        ability = level / (LEVELS - 1) * 6 - 3
        tiers = {tier: sum(c.tier is tier for c in self.exercise.checks) for tier in Tier}
        worth = {Tier.CORE: 8.0 if tiers[Tier.EDGE] else 10.0, Tier.EDGE: 2.0, Tier.ADVICE: 0.0}
        checks = []
        for spec in self.exercise.checks:
            passed = ability > 1.2 or drawn.random() < 1 / (
                1 + math.exp(-1.6 * (ability - self.hardness[spec.name]))
            )
            most = worth[spec.tier] / max(1, tiers[spec.tier])
            difference = (
                None if passed else Difference(DifferenceKind.VALUE, "call.out[0, 1]", "1.5", "2.5", 1.0)
            )
            checks.append(
                CheckResult(
                    spec.name, spec.tier, spec.visibility, Verdict.ACCEPTED if passed else Verdict.WRONG_ANSWER,
                    most if passed else 0.0, most, spec.title, difference, "hidden case" if not passed else "",
                )
            )  # fmt: skip
        right = all(c.verdict is Verdict.ACCEPTED for c in checks if c.tier is Tier.CORE)
        found: tuple[Diagnosis, ...] = ()
        computation = None
        if not right and beliefs and drawn.random() < 0.75:
            found = (Diagnosis(beliefs[min(int(drawn.expovariate(0.5)), len(beliefs) - 1)], 1e-7, 0.8, 6),)
        if not right:
            place = Place(self.exercise.stub.count("\n") + 3)
            computation = Computation(
                (
                    ReadStep("n", "x - mean(x)", "x - mean(x)", Standing.RIGHT, Place(place.line)),
                    ReadStep("v", "n / (D - 1)", "n / D", Standing.DEVIATES, place),
                ),
                (),
                whole=True,
            )
        score = round(sum(check.points for check in checks), 4)
        verdict = Verdict.ACCEPTED if right else Verdict.WRONG_ANSWER
        return self._variant(verdict, score, tuple(checks), found, computation, None, f"level {level}")

    def _ended(self, failure: Failure) -> Variant:
        kept = failure if failure.verdict is not Verdict.NOT_ATTEMPTED else None
        return self._variant(failure.verdict, 0.0, (), (), None, kept, str(failure.verdict))

    def _variant(
        self, verdict: Verdict, score: float, checks: tuple[CheckResult, ...], found: tuple[Diagnosis, ...],
        computation: Computation | None, failure: Failure | None, remark: str,
    ) -> Variant:  # fmt: skip
        source = (
            self.exercise.stub
            + f"\n# {remark} <b>&amp;\nvar = x.var(-1, keepdim=True)  # </script>\nmean = x.mean(-1)\n"
        )
        submission = Submission("answer.py", SourceKind.PYTHON, source.encode())
        result = GradeResult(
            self.exercise.number, self.exercise.id, verdict, score, 10.0, 17, Confinement.FULL, checks, found,
            submission.digest, "c" * 64, "0.1.0", 0.05, failure, computation=computation,
        )  # fmt: skip
        return Variant(json.dumps(grade_to_plain(result)), verdict, score, submission)


def _results(
    key: str, abilities: Mapping[str, float], variants: Mapping[int, _Variants], exercises: Sequence[Exercise],
    drawn: random.Random,
) -> Iterator[dict[str, Any]]:  # fmt: skip
    if drawn.random() < 0.04:
        return  # handed in nothing at all
    for exercise in exercises:
        if drawn.random() < 0.05:
            continue
        variant = variants[exercise.number].choose(abilities[key], drawn)
        submitted = DUE + timedelta(hours=drawn.gauss(-20, 14))
        yield {
            "run": RUN, "learner": key, "exercise_number": exercise.number, "exercise_id": exercise.id,
            "file_name": f"{exercise.id}.py", "submission_digest": variant.submission.digest, "seed": 17,
            "course_digest": "c" * 64, "verdict": str(variant.verdict), "score": variant.score, "max_score": 10.0,
            "result": variant.result, "graded_at": _naive(DUE + timedelta(days=2)), "seconds": 0.05,
            "submitted_at": _naive(submitted), "late": 1 if submitted > DUE else 0, "attempts": None,
        }  # fmt: skip


def _naive(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat(sep=" ", timespec="microseconds")


def _sources(variants: Any) -> list[dict[str, Any]]:
    submissions = {v.submission.digest: v.submission for each in variants for v in each.all()}
    return [
        {"digest": digest, "kind": str(submission.kind), "body": zlib.compress(submission.source)}
        for digest, submission in submissions.items()
    ]


def _quizzes(
    people: Sequence[Mapping[str, str]], abilities: Mapping[str, float], drawn: random.Random
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    chosen = {
        quiz.name: [
            q for q in quiz.questions if isinstance(q, SingleQuestion | MultiQuestion | TrueFalseQuestion)
        ][:8]
        for name in QUIZZES
        for quiz in load_quizzes(ROOT, name)
        if quiz.name == name
    }
    sessions: list[dict[str, Any]] = []
    answers: list[dict[str, Any]] = []
    for person in people:
        for name, questions in chosen.items():
            if drawn.random() < 0.3:
                continue
            begun = START + timedelta(minutes=drawn.randrange(4000))
            session = f"{person['key']}/{name}"
            sessions.append(
                {
                    "id": session, "learner": person["key"], "quiz": name, "language": "en",
                    "questions": [q.id for q in questions], "seeds": [1] * len(questions), "started_at": begun,
                    "finished_at": begun + timedelta(minutes=9),
                }
            )  # fmt: skip
            answers += [
                {"session": session, "seed": 1, "params": {}, "answered_at": begun,
                 "seconds": round(drawn.lognormvariate(3.2, 0.6), 1), **_answer(question, abilities[person["key"]], drawn)}
                for question in questions
            ]  # fmt: skip
    return sessions, answers


def _answer(question: Question, ability: float, drawn: random.Random) -> dict[str, Any]:
    hardness = (zlib.crc32(question.id.encode()) % 100) / 40 - 1.2
    turn = -1.3 if question.id == BACKWARDS else 1.3
    right = drawn.random() < 1 / (1 + math.exp(-turn * (ability - hardness)))
    if isinstance(question, TrueFalseQuestion):
        answer = str(question.answer is right).lower()
        wrong = [question.misconception] if question.misconception and not right else []
        return {"question": question.id, "answer": answer, "fraction": float(right), "misconceptions": wrong}
    assert isinstance(question, SingleQuestion | MultiQuestion)
    if right:
        keys = [option.key for option in question.options if option.right]
        return {"question": question.id, "answer": ",".join(keys), "fraction": 1.0, "misconceptions": []}
    option = drawn.choice([option for option in question.options if not option.right])
    wrong = [option.misconception] if option.misconception else []
    return {"question": question.id, "answer": option.key, "fraction": 0.0, "misconceptions": wrong}


def _override(people: Sequence[Mapping[str, str]], exercises: Sequence[Exercise]) -> dict[str, Any]:
    return {
        "learner": people[1]["key"], "exercise_id": exercises[0].id, "points": 9.0,
        "why": 'oral exam: "understood" <well>', "made_at": DUE,
    }  # fmt: skip


def _extension(people: Sequence[Mapping[str, str]], exercises: Sequence[Exercise]) -> dict[str, Any]:
    return {
        "learner": people[2]["key"], "exercise_id": exercises[1].id, "until": DUE + timedelta(days=3),
        "why": "ill", "made_at": DUE,
    }  # fmt: skip
