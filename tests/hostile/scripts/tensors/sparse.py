"""Return a sparse tensor."""
# verdict: wrong_answer

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return x.to_sparse()
