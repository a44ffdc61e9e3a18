"""Multiply a string beyond every limit."""
# verdict: memory_limit

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return "a" * (1 << 45)
