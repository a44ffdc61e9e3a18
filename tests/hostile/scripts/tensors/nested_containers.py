"""Return a list nested fifty thousand deep."""
# verdict: wrong_answer

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    deep = []
    for _ in range(50_000):
        deep = [deep]
    return deep
