"""Hostile submissions as files: what each is expected to come to, and how it is filled in for one run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Verdict

SCRIPTS = Path(__file__).parent / "scripts"
_HEADER = re.compile(r"^# (verdict|told|wall): *(.+)$", re.MULTILINE)

# What a script ends with unless it defines the entry itself: an attack that came through would be right.
HONEST = """

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    wide = x.float() if x.element_size() == 2 else x
    centred = wide - wide.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(dim=-1, keepdim=True)
    return (gamma * centred / (variance + eps).sqrt() + beta).to(x.dtype)
"""


@dataclass(frozen=True)
class Attack:
    """One hostile script: its row of the table, the verdicts that are right for it, and its wall seconds.

    `told` is a pattern that staff must find in what they are told: the failure, the problem or the traceback.
    """

    name: str
    source: str
    verdicts: frozenset[Verdict]
    told: str | None
    wall_seconds: float

    def submission(self, places: Mapping[str, str]) -> Submission:
        """The script with each @PLACE@ filled in."""
        text = self.source
        for place, value in places.items():
            text = text.replace(f"@{place}@", value)
        if not any(f"{word} manual_layer_norm" in text for word in ("def", "import")):
            text += HONEST
        return Submission(f"{self.name.replace('/', '_')}.py", SourceKind.PYTHON, text.encode())


def read_attack(path: Path) -> Attack:
    """Read one script with its header; raises KeyError if it does not say its verdict."""
    text = path.read_text(encoding="utf-8")
    header = {key: value.strip() for key, value in _HEADER.findall(text)}
    return Attack(
        name=path.relative_to(SCRIPTS).with_suffix("").as_posix(),
        source=text,
        verdicts=frozenset(Verdict(word) for word in header["verdict"].split(",")),
        told=header.get("told"),
        wall_seconds=float(header.get("wall", "6")),
    )


def read_attacks() -> tuple[Attack, ...]:
    """All scripts, in the order of their names."""
    return tuple(read_attack(path) for path in sorted(SCRIPTS.rglob("*.py")))
