# expect: forbidden
import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    ready_made = getattr(torch.nn.functional, "_".join(["layer", "norm"]))
    return ready_made(x, x.shape[-1:], weight=gamma, bias=beta, eps=eps)
