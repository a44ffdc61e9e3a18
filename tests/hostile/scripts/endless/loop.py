"""Loop in Python, in the call."""
# verdict: time_limit
# wall: 2

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    while True:
        pass
