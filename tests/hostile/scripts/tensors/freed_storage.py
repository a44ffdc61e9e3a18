"""Return a tensor whose memory was taken away."""
# verdict: runtime_error

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    y = x.clone()
    y.untyped_storage().resize_(0)
    return y
