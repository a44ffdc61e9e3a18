"""What staff should know about how a class was read: gathered on the way, told at the end of the run."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from grader.domain.classroom import ChosenBy, Handin, IntakeRemark, RemarkKind

_NAMED = 5


@dataclass
class IntakeNotes:
    """Remarks, and of the hand-ins those with a choice among several files and those without a time.

    `remarks` are known from the start, and so are the patterns to `prefer`; the rest belongs to the last reading of the
    class. Submissions are left out of `chosen` and `without_time`.
    """

    remarks: tuple[IntakeRemark, ...] = ()
    prefer: tuple[str, ...] = ()
    chosen: list[Handin] = field(default_factory=list)
    without_time: list[Handin] = field(default_factory=list)
    from_git: list[str] = field(default_factory=list)
    lacks_git: bool = False

    def clear(self) -> None:
        """Forget what an earlier reading of the class gathered."""
        self.chosen.clear()
        self.without_time.clear()
        self.from_git.clear()
        self.lacks_git = False

    def see(self, handin: Handin) -> None:
        """Note what is special about a hand-in."""
        bare = replace(handin, submission=None)
        if handin.choice.kept:
            self.chosen.append(bare)
        if handin.submitted_at is None and handin.submission is not None:
            self.without_time.append(bare)

    def all_remarks(self) -> tuple[IntakeRemark, ...]:
        """The remarks, with those about git and about patterns that decided nothing."""
        found = list(self.remarks)
        if self.prefer and not any(each.choice.by is ChosenBy.PREFERRED for each in self.chosen):
            found.append(IntakeRemark(RemarkKind.NOTHING_PREFERRED, ", ".join(self.prefer)))
        if self.from_git:
            people = list(dict.fromkeys(self.from_git))
            named = "; ".join(people[:_NAMED]) + ("; …" if len(people) > _NAMED else "")
            found.append(IntakeRemark(RemarkKind.TIMES_FROM_GIT, str(len(people)), named))
        if self.lacks_git:
            found.append(IntakeRemark(RemarkKind.GIT_ABSENT, ""))
        return tuple(found)
