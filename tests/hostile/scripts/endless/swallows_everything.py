"""Loop, and swallow every exception that would end it."""
# verdict: time_limit
# wall: 2

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
