def count_encoder_params(dim, hidden_dim, num_layers, num_heads=8, bias=True, final_norm=True):
    d, f, n = dim, hidden_dim, num_layers
    weights = n * (4 * d**2 + 2 * d * f)
    biases = n * (5 * d + f) * bool(bias)
    norms = (2 * n + (1 if final_norm else 0)) * 2 * d
    return int(weights + biases + norms)
