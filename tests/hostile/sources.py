"""Sources that attack whoever parses them, made here, because most of them are no text."""

from __future__ import annotations

import json
from dataclasses import dataclass

from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Verdict
from tests.hostile.attacks import HONEST


@dataclass(frozen=True)
class MadeSource:
    """A submission made of bytes, and the verdict that is right for it."""

    name: str
    source: bytes
    verdict: Verdict
    kind: SourceKind = SourceKind.PYTHON

    @property
    def submission(self) -> Submission:
        """The source as intake would deliver it."""
        ending = "py" if self.kind is SourceKind.PYTHON else "ipynb"
        return Submission(f"{self.name}.{ending}", self.kind, self.source)


def _notebook(*cells: str) -> bytes:
    plain = [
        {"cell_type": "code", "source": cell, "metadata": {}, "outputs": [], "execution_count": None}
        for cell in cells
    ]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": plain}).encode()


def made_sources() -> tuple[MadeSource, ...]:
    """Every made source, by name."""
    invalid, notebook = Verdict.INVALID_SUBMISSION, SourceKind.NOTEBOOK
    honest = HONEST.encode()
    return (
        MadeSource("zero_bytes", b"x = '\0'\n" + honest, invalid),
        MadeSource("bad_utf8", b"# \xff\xfe\xfa\n" + honest, invalid),
        MadeSource("utf16", HONEST.encode("utf-16"), invalid),
        MadeSource("codec_of_python", b"# coding: unicode_escape\n" + honest, invalid),
        MadeSource("codec_that_decompresses", b"# coding: zlib_codec\n" + honest, invalid),
        MadeSource("too_large", b"#" * (300 * 1024) + honest, invalid),
        MadeSource("deep_brackets", b"x = " + b"[" * 20_000 + b"]" * 20_000 + honest, invalid),
        MadeSource("deep_unary", b"x = " + b"-" * 100_000 + b"1" + honest, invalid),
        MadeSource("deep_attributes", b"x = y" + b".a" * 50_000 + honest, invalid),
        MadeSource("deep_blocks", b"".join(b" " * n + b"if 1:\n" for n in range(400)) + honest, invalid),
        MadeSource("many_nodes", b"x = [" + b"1," * 120_000 + b"]\n" + honest, invalid),
        MadeSource("chained_operators", b"x = 1" + b"+1" * 60_000 + honest, invalid),
        MadeSource("only_a_comment", b"# nothing here\n", invalid),
        MadeSource("folding_bomb", b"x = lambda: 'a' * (1 << 60)\n" + honest, Verdict.ACCEPTED),
        MadeSource("power_bomb", b"def never():\n    return 2 ** 2 ** 60\n" + honest, Verdict.ACCEPTED),
        MadeSource("no_notebook", b"{not json", invalid, notebook),
        MadeSource("notebook_of_a_list", b"[1, 2]", invalid, notebook),
        MadeSource("deep_notebook", b'{"cells": ' + b"[" * 50_000 + b"]" * 50_000 + b"}", invalid, notebook),
        MadeSource("notebook_without_cells", b'{"nbformat": 4, "cells": "many"}', invalid, notebook),
        MadeSource(
            "magics_and_commands",
            _notebook(
                "!touch /tmp/planted\n%env SECRET", "%%bash\nrm -rf ~", "!!ls\n?open\n%run x.py", HONEST
            ),
            Verdict.ACCEPTED,
            notebook,
        ),
    )
