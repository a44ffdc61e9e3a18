"""Load a shared library of one's own."""
# verdict: runtime_error

import ctypes

ctypes.CDLL("@CANARY@/secret.txt")
