"""Raise exceptions that carry the hidden inputs."""
# verdict: runtime_error

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    raise ValueError(f"HIDDEN {x.flatten()[:4].tolist()}")
