"""Take all memory in one piece, in the call."""
# verdict: memory_limit

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return bytearray(1 << 40)
