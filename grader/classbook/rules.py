"""The scores of a run as they count: its policy, extensions, overrides applied beside the raw scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from grader.domain.errors import UsageError
from grader.domain.exercise import MAX_SCORE
from grader.domain.policy import Attempted, Policy, Settled, settle
from grader.domain.policy_names import said, with_keys
from grader.domain.record import ClassRun, ClassScore, Extension, Override
from grader.domain.verdict import Verdict
from grader.store.store import Store


@dataclass(frozen=True)
class Rules:
    """All that turns a run's raw scores into those that count."""

    policy: Policy
    extensions: Mapping[tuple[str, str | None], Extension]
    overrides: Mapping[tuple[str, str], Override]

    def settle(self, result: ClassScore) -> Settled:
        """One result as it counts."""
        override = self.overrides.get((result.learner, result.exercise_id))
        return settle(
            self.policy,
            result.learner,
            result.exercise_number,
            tuple(attempts_of(result)),
            result.max_score,
            self.extended_until(result.learner, result.exercise_id),
            (override.points, override.why) if override is not None else None,
        )

    def settle_missing(
        self, learner: str, exercise_id: str, exercise_number: int, max_score: float = MAX_SCORE
    ) -> Settled:
        """What counts for somebody who handed in nothing."""
        override = self.overrides.get((learner, exercise_id))
        chosen = (override.points, override.why) if override is not None else None
        return settle(self.policy, learner, exercise_number, (), max_score, None, chosen)

    def extended_until(self, learner: str, exercise_id: str) -> datetime | None:
        """The time that staff gave this person for the exercise, None where they gave none."""
        found = [self.extensions.get((learner, each)) for each in (exercise_id, None)]
        return max((extension.until for extension in found if extension is not None), default=None)


def rules_of(store: Store, run: ClassRun, policy: Policy | None = None) -> Rules:
    """The rules for a run: `policy`, else the one that the
    run was given, with what staff decided for single people.
    """
    chosen = policy or run.settings.policy or Policy()
    return Rules(chosen, store.classes.extensions(), store.classes.overrides())


def policy_for_run(store: Store, run: ClassRun, policy: Policy, numbers: Sequence[int], shown: str) -> Policy:
    """The policy with its people by their keys in the run. Raises UsageError for names and numbers that nobody has."""
    listed = {*run.settings.people, *(person.key for person in store.classes.learners(run.id))}
    people = [person for person in store.classes.learners() if person.key in listed]
    known = {each.casefold(): person.key for person in people for each in (person.email, person.key) if each}
    known |= {each.casefold(): key for each, key in run.settings.ids.items() if key in listed}
    checked, problems = with_keys(policy, known, numbers, shown, is_whole_class=True)
    if problems:
        raise UsageError(said(problems))
    return checked


def attempts_of(result: ClassScore) -> Iterator[Attempted]:
    """A learner's attempts at an exercise, oldest first:
    those that a later hand-in replaced, then the present one.
    """
    for each in result.attempts:
        yield Attempted(each.score, each.submitted_at, each.late)
    raw = None if result.verdict is Verdict.INTERNAL_ERROR else result.score
    yield Attempted(raw, result.submitted_at, result.late)
