"""What of a class run is done already, by this grader or by others that are at work on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from grader.domain.classroom import Handin
from grader.store.store import Store

LOOK_AGAIN_SECONDS = 15.0


@dataclass
class DoneAlready:
    """The results that a run holds, looked up anew now and then, for other graders may be at work on it."""

    store: Store
    run_id: str
    now: Callable[[], datetime]
    _graded: Mapping[tuple[str, str], tuple[str | None, int, str]] = field(default_factory=dict)
    _dates: Mapping[tuple[str, str], tuple[datetime | None, bool]] = field(default_factory=dict)
    _looked_at: datetime | None = None

    def holds(self, item: Handin, exercise_id: str, seed: int, course_digest: str) -> bool:
        """Whether the result of this very source, graded with this seed and course, is kept."""
        now = self.now()
        if self._looked_at is None or (now - self._looked_at).total_seconds() > LOOK_AGAIN_SECONDS:
            self._graded, self._looked_at = self.store.classes.graded(self.run_id), now
            self._dates = self.store.classes.dates(self.run_id)
        digest = item.submission.digest if item.submission is not None else None
        return self._graded.get((item.learner_key, exercise_id)) == (digest, seed, course_digest)

    def keep_date(self, item: Handin, exercise_id: str) -> None:
        """Keep the time of a result that holds still, where it is known only now, or differently."""
        kept = self._dates.get((item.learner_key, exercise_id))
        if item.submitted_at is not None and kept is not None and kept != (item.submitted_at, item.late):
            self.store.classes.put_date(
                self.run_id, item.learner_key, exercise_id, item.submitted_at, late=item.late
            )
