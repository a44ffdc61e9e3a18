"""Reference for exercise 9: a stack of layers with a final norm, as Pre-LN needs it (Xiong et al., 2020)."""

from collections.abc import Callable

from torch import BoolTensor, Tensor, nn


class Encoder(nn.Module):
    """layer_(N-1)(... layer_0(x, mask) ..., mask), then one LayerNorm."""

    def __init__(self, layer_factory: Callable[[], nn.Module], num_layers: int, dim: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList(layer_factory() for _ in range(num_layers))
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x: Tensor, source_blocked_mask: BoolTensor | None = None) -> Tensor:
        """x: [B, S, dim]; source_blocked_mask: [B, 1, 1, S] bool, True = blocked key. Returns [B, S, dim]."""
        for layer in self.layers:
            x = layer(x, source_blocked_mask)
        return self.final_norm(x)
