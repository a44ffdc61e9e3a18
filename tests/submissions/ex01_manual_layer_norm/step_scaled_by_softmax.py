# expect: wrong_answer
import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    s, m = torch.std_mean(x, dim=-1, correction=0, keepdim=True)
    unit = (x - m) / torch.sqrt(s.square() + eps)
    gain = torch.softmax(gamma, dim=0)
    return unit * gain + beta
