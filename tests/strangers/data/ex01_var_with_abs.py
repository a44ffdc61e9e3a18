# exercise: 1
# fault: the spread is the mean absolute deviation, not the root of the mean squared deviation | line: 9
def mean_last(t):
    return t.sum(dim=-1, keepdim=True) / t.shape[-1]


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    d = x - mean_last(x)
    spread = (mean_last(d.abs()) ** 2 + eps).sqrt()
    return d / spread * gamma + beta
