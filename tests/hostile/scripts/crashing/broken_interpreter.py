"""Overwrite the type of None."""
# verdict: runtime_error
# told: SIG|crash|raised

import ctypes

ctypes.memset(id(None), 0x41, 64)
