"""Return a view of 10**12 entries that costs nothing to make."""
# verdict: memory_limit

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return x.reshape(-1)[:1].expand(10**12)
