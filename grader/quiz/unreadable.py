"""An answer that cannot be read: it is asked again, never marked wrong."""

from __future__ import annotations

from grader.domain.text import Text


class Unreadable(Exception):
    """The answer does not parse; `reason` says in both languages what to type instead."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.en)
        self.reason = reason
