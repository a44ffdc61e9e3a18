"""The seed of a grading run."""

from __future__ import annotations

import secrets

SEED_BITS = 31


def fresh_seed() -> int:
    """A seed that nobody can foresee."""
    return secrets.randbits(SEED_BITS)
