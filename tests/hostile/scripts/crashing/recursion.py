"""Recurse without end."""
# verdict: runtime_error

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return manual_layer_norm(x, gamma, beta, eps)
