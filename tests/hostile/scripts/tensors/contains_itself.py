"""Return a list that contains itself."""
# verdict: wrong_answer

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    loop = []
    loop.append(loop)
    return loop
