"""Return a tensor subclass that lies through __torch_function__."""
# verdict: wrong_answer

import torch


class Liar(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func in (torch.allclose, torch.equal, torch.Tensor.equal):
            return True
        return super().__torch_function__(func, types, args, kwargs or {})


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return x.clone().as_subclass(Liar)
