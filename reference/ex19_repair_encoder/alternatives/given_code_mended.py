from collections.abc import Callable

from torch import BoolTensor, Tensor, nn


class Encoder(nn.Module):
    """num_layers layers one after the other, then one LayerNorm."""

    def __init__(self, layer_factory: Callable[[], nn.Module], num_layers: int, dim: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList([layer_factory() for _ in range(num_layers)])
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x: Tensor, source_blocked_mask: BoolTensor | None = None) -> Tensor:
        hidden = x
        for layer in self.layers:
            hidden = layer(hidden, source_blocked_mask)
        return self.final_norm(hidden)
