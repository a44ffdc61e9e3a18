"""Sources, compressed, each kept once however many handed the same one in."""

from __future__ import annotations

import zlib

from sqlalchemy import Connection, select

from grader.domain.record import StoredSource
from grader.domain.submission import SourceKind, Submission
from grader.store.database import upsert
from grader.store.schema import SOURCE


def keep_source(connection: Connection, submission: Submission) -> None:
    """Keep the submission's source under its digest, unless it is there already."""
    row = {
        "digest": submission.digest,
        "kind": submission.kind.value,
        "body": zlib.compress(submission.source, 6),
    }
    upsert(connection, SOURCE, row, ("digest",), replace=False)


def read_source(connection: Connection, digest: str) -> StoredSource | None:
    """Return the source of that digest, None where there is none."""
    row = connection.execute(select(SOURCE).where(SOURCE.c.digest == digest)).mappings().first()
    if row is None:
        return None
    return StoredSource(digest, SourceKind(row["kind"]), zlib.decompress(row["body"]))
