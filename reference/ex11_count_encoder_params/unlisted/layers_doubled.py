def count_encoder_params(dim, hidden_dim, num_layers, num_heads=8, bias=True, final_norm=True):
    per_layer = 4 * dim**2 + 2 * dim * hidden_dim + 4 * dim
    if bias:
        per_layer += 5 * dim + hidden_dim
    grown = num_layers * (num_layers + 1) // 2
    return grown * per_layer + (2 * dim if final_norm else 0)
