"""Become root again."""
# verdict: runtime_error
# told: Operation not permitted

import os

os.setresuid(0, 0, 0)
