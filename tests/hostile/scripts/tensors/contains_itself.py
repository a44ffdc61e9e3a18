"""Return a list that contains itself."""
# verdict: wrong_answer,runtime_error,protocol_violation,memory_limit

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    loop = []
    loop.append(loop)
    return loop
