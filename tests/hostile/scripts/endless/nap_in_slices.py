"""Sleep in slices of a millisecond with a little work between them, so as to look busy at any time."""
# verdict: time_limit
# wall: 3

import time


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    while True:
        time.sleep(0.001)
        sum(range(200))
