"""One thread for torch: a second one would make a fork hang."""

from __future__ import annotations

import os

ONE_THREAD = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""What the environment must say before torch is imported."""


def keep_to_one_thread() -> None:
    """Say so to this process and to those that it starts; too late once torch is imported."""
    os.environ.update(ONE_THREAD)
