"""A database as the first landed version wrote it: two runs of a class of six, a learner's own attempts and quiz."""

from __future__ import annotations

import sqlite3
from pathlib import Path

SCRIPT = Path(__file__).parent / "data" / "landed.sql"
FIRST_RUN, SECOND_RUN = "03bb34f82f0e", "2195b1d4bd7f"


def landed_url(folder: Path) -> str:
    """Make that database anew in the folder and return its URL."""
    path = folder / "landed.db"
    connection = sqlite3.connect(path)
    connection.executescript(SCRIPT.read_text(encoding="utf-8"))
    connection.close()
    return f"sqlite:///{path}"
