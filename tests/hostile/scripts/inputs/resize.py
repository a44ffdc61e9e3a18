"""Resize the input's storage."""
# verdict: runtime_error

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    x.untyped_storage().resize_(0)
    return x
