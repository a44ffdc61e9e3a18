# exercise: 9
# fault: the layers run from last to first | line: 16
# fault: the result is detached after every layer, so no layer is trained | line: 18
# fault: a wrong keyword, mask=, which the layers do not know, raises TypeError | line: 17
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.ModuleList([layer_factory() for _ in range(num_layers)])
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        state = x
        for layer in reversed(self.layers):
            state = layer(state, mask=source_blocked_mask)
            state = state.detach().requires_grad_()
        return self.final_norm(state)
