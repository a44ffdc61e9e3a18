"""Put a list that keeps nothing in the place of the watch's own, then take the forbidden function."""
# verdict: forbidden

import sys

import torch.nn.functional as F


class Deaf(list):
    def append(self, item):
        pass


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    frame = sys._getframe(1)
    while frame:
        watch = getattr(frame.f_locals.get("self"), "watch", None)
        if watch is not None:
            watch._suspects = Deaf()
        frame = frame.f_back
    return F.layer_norm(x, (x.shape[-1],), gamma, beta, eps)
