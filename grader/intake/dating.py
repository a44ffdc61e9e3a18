"""When each hand-in reached us: told by staff, by the platform, by a worksheet, or by the clone that it lies in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from grader.domain.classroom import Handin
from grader.intake.git_time import GitTimes
from grader.intake.notes import IntakeNotes
from grader.intake.roster_join import RosterJoin
from grader.intake.times import SubmissionTimes


@dataclass(frozen=True)
class Dating:
    """The sources of times, the firmest first: `told` by staff, the platform's own, the `worksheet`, a clone's commits.

    `folder` is where the class lies on disk, None for an archive.
    """

    told: SubmissionTimes
    worksheet: SubmissionTimes
    join: RosterJoin | None
    folder: Path | None

    def dated(self, handin: Handin, git: GitTimes, notes: IntakeNotes) -> Iterator[Handin]:
        """Yield the hand-in with its time; in parts where staff told different times for its exercises."""
        ids = self.join.ids_of(handin.learner_key) if self.join is not None else (handin.learner_key,)
        own = handin.submitted_at or self.worksheet.of(ids, None)
        told = {number: self.told.of(ids, number) for number in handin.exercises or (None,)}
        if own is None and None in told.values() and handin.submission is not None:
            own = self._committed(handin, git, notes)
        parts: dict[datetime | None, list[int]] = {}
        for number, moment in told.items():
            parts.setdefault(moment or own, []).extend(() if number is None else (number,))
        for moment, numbers in parts.items():
            yield replace(handin, exercises=tuple(numbers), submitted_at=moment)

    def _committed(self, handin: Handin, git: GitTimes, notes: IntakeNotes) -> datetime | None:
        """The last commit of the file in a clone below the class's folder: that folder itself may be staff's."""
        parts = handin.file_name.split("/")
        for depth in range(1, len(parts)) if self.folder is not None else ():
            clone = Path(self.folder or "", *parts[:depth])
            if not (clone / ".git").is_dir():
                continue
            if not git.is_there:
                notes.lacks_git = True
                return None
            moment = git.committed_at(clone, self._on_disk(clone, parts[depth:]))
            if moment is not None:
                notes.from_git.append(handin.learner_key)
            return moment
        return None

    @staticmethod
    def _on_disk(clone: Path, parts: list[str]) -> str:
        """The file itself, or the archive that it was unpacked from."""
        for length in range(1, len(parts)):
            if (clone / "/".join(parts[:length])).is_file():
                return "/".join(parts[:length])
        return "/".join(parts)
