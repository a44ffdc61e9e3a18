"""Raise KeyboardInterrupt during a call."""
# verdict: runtime_error

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    raise KeyboardInterrupt
