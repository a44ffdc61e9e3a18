# expect: wrong_answer
# fault: 7
# Reported in public: ** 2 where ** 0.5 was meant. Three times the input then gives an output that shrinks.
def manual_layer_norm(x, gamma, beta, eps=1e-5):
    mean = x.mean(dim=-1, keepdim=True)
    var = ((x - mean) ** 2).mean(dim=-1, keepdim=True)
    std = (var + eps) ** 2
    return (x - mean) / std * gamma + beta
