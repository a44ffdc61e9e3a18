"""Sleep, and be ready to run whenever somebody looks at the end of the time granted."""
# verdict: time_limit
# wall: 3

import time

T0 = time.monotonic() - 0.15


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    end = T0 + 3.0
    while True:
        rest = end - 0.25 - time.monotonic()
        if rest > 0:
            time.sleep(rest)
        while time.monotonic() < end + 0.25:
            pass
        end += max(0.5, 3.0 - time.process_time())
