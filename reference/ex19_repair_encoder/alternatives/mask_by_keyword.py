from torch import Tensor, nn


class Encoder(nn.Module):
    """Layers by a list comprehension; the mask by its name, and only where there is one."""

    def __init__(self, layer_factory, num_layers: int, dim: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList([layer_factory() for i in range(num_layers)])
        self.final_norm = nn.LayerNorm(normalized_shape=dim, eps=1e-5)

    def forward(self, x: Tensor, source_blocked_mask=None) -> Tensor:
        extra = {} if source_blocked_mask is None else {"source_blocked_mask": source_blocked_mask}
        for layer in self.layers:
            x = layer(x, **extra)
        return self.final_norm(x)
