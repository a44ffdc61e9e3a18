"""Answer each call, but so slowly that the sum is too long."""
# verdict: time_limit
# wall: 2

import time


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    time.sleep(0.9)
    return x
