"""Read address zero."""
# verdict: runtime_error
# told: SIGSEGV

import ctypes

ctypes.string_at(0)
