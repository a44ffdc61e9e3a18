"""Raise a BaseException that no `except Exception` catches."""
# verdict: runtime_error

class Escape(BaseException):
    pass


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    raise Escape
