"""What a submission prints or raises in hidden cases stays with staff: a student sees none of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.catalog.misconceptions import load_misconceptions
from grader.domain.submission import SourceKind, Submission
from grader.domain.text import Language
from grader.reports.feedback import student_feedback
from grader.reports.result_json import student_json
from tests.hostile.siege import MODES, Siege, besieged, demand

# Each smuggles the inputs out by another road; SMUGGLED, put together when it runs, stands before what it carries.
ROADS = {
    "print": "print('SMUG' 'GLED', x.flatten()[:3].tolist())\n    return x",
    "stderr": "import sys; sys.stderr.write(f'SMUG' f'GLED {x.sum()}')\n    return x",
    "message": "raise ValueError(f'SMUG' f'GLED {x.flatten()[:3].tolist()}')",
    "file name": "raise PermissionError(13, 'Permission denied', f'SMUG' f'GLED {x.sum()}')",
    "class name": "raise type(f'SMUG' f'GLED{int(abs(x.sum()) * 1000)}', (Exception,), {})('x')",
    "type name": "return type(f'SMUG' f'GLED{int(abs(x.sum()) * 1000)}', (), {})()",
    "text": "return f'SMUG' f'GLED {x.sum()}'",
    "module": 'raise ModuleNotFoundError(f"No module named \'torch.SMUG" f"GLED{int(abs(x.sum()))}\'")',
}


@pytest.fixture(scope="module")
def siege(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Siege]:
    """An ordinary user's server."""
    demand(MODES[1])
    with besieged(MODES[1], root, tmp_path_factory.mktemp("hidden")) as started:
        yield started


@pytest.mark.hostile
@pytest.mark.parametrize("road", ROADS)
def test_no_road_leads_hidden_inputs_to_the_student(road: str, siege: Siege, root: Path) -> None:
    """The student's JSON and the student's words hold nothing of what was smuggled in hidden cases."""
    # The public cases are the statement's own: small, and answered rightly so that nothing is said of them.
    source = (
        "def manual_layer_norm(x, gamma, beta, eps=1e-5):\n"
        "    if x.dim() == 2 and x.shape[-1] == 4:\n"
        "        centred = x - x.mean(-1, keepdim=True)\n"
        "        return gamma * centred / (centred.square().mean(-1, keepdim=True) + eps).sqrt() + beta\n"
        f"    {ROADS[road]}\n"
    )
    result = siege.attack(Submission("smuggler.py", SourceKind.PYTHON, source.encode()), 10.0).result
    assert not result.accepted
    assert "SMUGGLED" in f"{result.log} {result.checks}", "staff see it: the road exists"
    catalogue = load_misconceptions(root)
    for language in Language:
        told = json.dumps(student_json(result, catalogue, language))
        feedback = student_feedback(result, siege.exercise, catalogue, language)
        told += "\n".join(line.text for line in (*feedback.main, *feedback.more))
        assert "SMUGGLED" not in told
