"""Read address zero during a call."""
# verdict: runtime_error
# told: SIGSEGV

import ctypes


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return ctypes.string_at(0)
