"""A process that forgot its environment has none of it left, neither in Python nor in its memory."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

LOOK = """
import os, sys, posix
from grader.confinement.environment import forget_environment
if sys.argv[1] == "forget":
    forget_environment(("PATH",), {"OMP_NUM_THREADS": "1"})
needle = "".join(("hush", "-", "hush"))
block = open("/proc/self/environ", "rb").read().decode(errors="replace")
print(needle in str(dict(os.environ)), needle in str(posix.environ), needle in block, sorted(os.environ))
os.system("echo ${TOKEN_OF_THE_TEST:-none} $OMP_NUM_THREADS")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the block is looked at through /proc")
def test_nothing_of_a_secret_stays() -> None:
    """After forgetting, a token is in no dictionary, not in the kernel's block, and reaches no program."""
    env = {"PATH": os.environ["PATH"], "TOKEN_OF_THE_TEST": "hush-hush", "PYTHONUNBUFFERED": "1"}
    said = {
        word: subprocess.run(
            [sys.executable, "-c", LOOK, word], env=env, capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for word in ("keep", "forget")
    }
    assert said["keep"][0].startswith("True True True")
    assert said["keep"][1].startswith("hush-hush")
    assert said["forget"] == ["False False False ['OMP_NUM_THREADS', 'PATH']", "none 1"]
