"""Neither child nor server holds reference, answers or another submission: their memory is searched."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
import torch
from torch import Tensor

from grader.domain.case import Case
from grader.domain.submission import SourceKind, Submission
from grader.judge.bank import CaseBank, load_bank
from grader.judge.session import OwnSession
from grader.sandbox.runner import SandboxSession
from tests.conftest import require
from tests.hostile.siege import MODES, WORDS_OF_THE_REFERENCE, Siege, besieged, demand

ZEROS = "\n\ndef manual_layer_norm(x, gamma, beta, eps=1e-5):\n    return x * 0\n"
PIECE_BYTES = 1 << 24
WIDE = (torch.float32, torch.float64)


@pytest.fixture(scope="module")
def siege(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Siege]:
    """A server that root may look into."""
    demand(MODES[0])
    with besieged(MODES[0], root, tmp_path_factory.mktemp("memory")) as started:
        yield started


def search(pid: int, needles: Iterable[bytes]) -> set[bytes]:
    """Return which needles lie in a process's writable memory; pieces overlap, none hides at a seam."""
    wanted = set(needles)
    longest = max(map(len, wanted))
    found: set[bytes] = set()
    maps = Path(f"/proc/{pid}/maps").read_text()
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        for line in maps.splitlines():
            span, rights, *_ = line.split()
            if not rights.startswith("rw"):
                continue
            low, high = (int(end, 16) for end in span.split("-"))
            for start in range(low, high, PIECE_BYTES):
                try:
                    memory.seek(start)
                    piece = memory.read(min(PIECE_BYTES + longest, high - start))
                except OSError:  # a page without anything behind it
                    continue
                found |= {needle for needle in wanted - found if needle in piece}
    return found


def expected_values(bank: CaseBank, cases: tuple[Case, ...]) -> set[bytes]:
    """The bytes of what the reference answers to `cases`, unless they are as short as to occur by chance."""
    observations = OwnSession(bank.solution).observe([case.steps for case in cases])
    tensors = [value for seen in observations for value in seen.values() if isinstance(value, Tensor)]
    flat = [tensor.detach().contiguous().flatten()[:16] for tensor in tensors if tensor.dtype in WIDE]
    return {part.numpy().tobytes() for part in flat if part.unique().numel() > 12}


def in_memory(text: str) -> set[bytes]:
    """How a text may lie in Python's memory: one, two or four bytes a character."""
    return {text.encode(), text.encode("utf-16-le"), text.encode("utf-32-le")}


def test_memory_of_child_and_server_holds_no_secret(siege: Siege, root: Path) -> None:
    """While a wrong submission holds all inputs, no answer, reference or earlier submission is in memory."""
    require(
        "/proc/PID/mem", os.access(f"/proc/{siege.server.pid}/mem", os.R_OK), "needs root and ptrace rights"
    )
    assert siege.honest().accepted  # the judge loads the reference; the submission leaves its marker
    bank = load_bank(root, siege.exercise.id, siege.exercise.number)
    cases = bank.cases(siege.grader.seed)
    answers = expected_values(bank, cases)
    assert len(answers) > 10
    secret = in_memory(WORDS_OF_THE_REFERENCE) | in_memory(siege.marker) | answers
    own = f"own {secrets.token_hex(8)}"
    source = f'MARKER = "{own}"{ZEROS}'
    submission = Submission("zeros.py", SourceKind.PYTHON, source.encode())
    with SandboxSession(siege.server, siege.exercise, require=MODES[0].level) as session:
        assert session.load(submission).problem is None
        assert len(session.observe([case.steps for case in cases])) == len(cases)
        assert search(session._child.pid, secret | in_memory(own)) == {own.encode()}, (
            "its own source alone is there"
        )
    assert search(siege.server.pid, secret | in_memory(own)) == set()


def test_the_search_finds_what_is_there(siege: Siege, root: Path) -> None:
    """The search has teeth: in the judge's own process it finds answers and submission."""
    siege.honest()
    bank = load_bank(root, siege.exercise.id, siege.exercise.number)
    answers = expected_values(bank, bank.cases(siege.grader.seed))
    found = search(os.getpid(), answers | in_memory(siege.marker))
    assert found >= answers
    assert siege.marker.encode() in found
