"""Grow a list without end, in the call."""
# verdict: memory_limit

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    hoard = []
    while True:
        hoard.append(bytearray(1 << 24))
