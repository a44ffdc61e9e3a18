"""Abort."""
# verdict: runtime_error
# told: SIGABRT

import os

os.abort()
