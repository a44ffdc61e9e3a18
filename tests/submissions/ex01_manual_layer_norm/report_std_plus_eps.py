# expect: ln-std-plus-eps
# Reported in public: the formula of a widely copied class. Tokens of small spread show the place of eps, few features the D - 1.
def manual_layer_norm(x, gamma, beta, eps=1e-5):
    avg = x.mean(-1, keepdim=True)
    dev = x.std(-1, keepdim=True)
    scaled = gamma * (x - avg) / (dev + eps)
    return scaled + beta
