"""Return a tensor with sixty axes."""
# verdict: wrong_answer

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return x.reshape(-1)[:1].reshape((1,) * 60)
