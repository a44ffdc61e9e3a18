"""Return a view of 10**12 entries that costs nothing to make."""
# verdict: wrong_answer,protocol_violation,memory_limit,runtime_error

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return x.reshape(-1)[:1].expand(10**12)
