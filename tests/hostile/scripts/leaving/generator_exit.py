"""Raise GeneratorExit and StopIteration during calls."""
# verdict: runtime_error

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    raise GeneratorExit if x.dim() > 1 else StopIteration
