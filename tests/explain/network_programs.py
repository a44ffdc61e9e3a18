"""Networks and embeddings as learners write them, exercises 3, 17 and 21."""

from __future__ import annotations

from collections.abc import Mapping

from tests.explain.templates import Template, apart

FEED_FORWARD = Template(
    (
        """
class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.up, self.down = nn.Linear(dim, <width>, bias=<bias>), nn.Linear(<width>, dim, bias=<bias>)
        self.first, self.second = nn.Dropout(<rate>), nn.Dropout(<rate>)

    def forward(self, x):
        z = self.up(x)
        z = <inner>
        z = <inner drop>
        z = self.down(z)
        z = <outer drop>
        return <end>
""",
        """
class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.first, self.second = nn.Dropout(p=<rate>), nn.Dropout(p=<rate>)
        self.down = nn.Linear(<width>, dim, bias=<bias>)
        self.up = nn.Linear(dim, <width>, bias=<bias>)

    def forward(self, x):
        z = F.linear(x, self.up.weight, self.up.bias)
        z = <inner>
        z = F.linear(<inner drop>, self.down.weight, self.down.bias)
        z = <outer drop>
        return <end>
""",
        """
class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        up = nn.Linear(dim, <width>, bias=<bias>)
        down = nn.Linear(<width>, dim, bias=<bias>)
        self.up, self.down = up, down
        self.first = nn.Dropout(<rate>)
        self.second = nn.Dropout(<rate>)

    def forward(self, x):
        z = torch.einsum("bsd,hd->bsh", x, self.up.weight)
        z = z if self.up.bias is None else z + self.up.bias
        z = <inner>
        z = <inner drop>
        z = z @ self.down.weight.T
        z = z if self.down.bias is None else z + self.down.bias
        z = <outer drop>
        return <end>
""",
    ),
    {
        "inner": {
            "": ("F.relu(z)", "z.clamp(min=0)", "torch.maximum(z, torch.zeros_like(z))", "nn.ReLU()(z)"),
            "activation.kind=gelu": ("F.gelu(z)", "0.5 * z * (1 + torch.erf(z / math.sqrt(2)))"),
            "activation.kind=gelu tanh": ("F.gelu(z, approximate='tanh')",),
            "activation.kind=silu": ("z * torch.sigmoid(z)", "F.silu(z)"),
            "activation.kind=sigmoid": ("z.sigmoid()", "1 / (1 + torch.exp(-z))"),
            "activation.kind=tanh": ("z.tanh()",),
            "activation.kind=leaky relu": ("F.leaky_relu(z)",),
            "missing activation": ("z",),
        },
        "bias": {"": ("True",), "missing bias": ("False",)},
        "width": {"": ("hidden_dim",), "matrix.out=4D": ("4 * dim",)},
        "rate": {"": ("dropout",), "dropout.rate=0.1": ("0.1",), "dropout.rate=1-p": ("1 - dropout",)},
        "inner drop": {"": ("self.first(z)",), "missing dropout on activated": ("z",)},
        "outer drop": {"": ("self.second(z)",), "missing dropout on out": ("z",)},
        "end": {
            "": ("z",),
            "extra add of x": ("x + z", "z + x"),
            "extra activation relu on y": ("torch.relu(z)",),
            "extra activation tanh on y": ("torch.tanh(z)",),
        },
    },
    {"z": ("h", "out", "hidden"), "up": ("w1", "fc1", "linear_1"), "down": ("w2", "fc2", "linear_2")},
)

GATED = Template(
    (
        """
def gelu(x):
    return <gelu>


class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim, hidden_dim):
        super().__init__()
        self.gate_proj = nn.Linear(dim, hidden_dim, bias=<gate bias>)
        self.up_proj = nn.Linear(dim, hidden_dim, bias=<up bias>)
        self.down_proj = nn.Linear(hidden_dim, dim, bias=False)

    def forward(self, x):
        g, u = self.gate_proj(x), self.up_proj(x)
        o = <opened>
        u = <up>
        return self.down_proj(<hidden>)
""",
        """
class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim, hidden_dim):
        super().__init__()
        self.down_proj = nn.Linear(hidden_dim, dim, bias=False)
        self.up_proj = nn.Linear(dim, hidden_dim, bias=<up bias>)
        self.gate_proj = nn.Linear(dim, hidden_dim, bias=<gate bias>)

    def forward(self, x):
        u = self.up_proj(x)
        u = <up>
        g = self.gate_proj(x)
        o = <opened>
        return <hidden> @ self.down_proj.weight.T


def gelu(x):
    return <gelu>
""",
    ),
    {
        "gelu": {
            "": ("x * 0.5 * (1 + torch.erf(x / math.sqrt(2)))", "0.5 * x * (1 + (x * 2 ** -0.5).erf())"),
            "activation.kind=gelu tanh": (
                "0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))",
            ),
            "activation.kind=gelu sigmoid": ("x * torch.sigmoid(1.702 * x)",),
            "activation.kind=relu": ("torch.relu(x)",),
            "activation.kind=normal cdf": ("0.5 * (1 + torch.erf(x / math.sqrt(2)))",),
            "activation.kind=gelu without sqrt2": ("0.5 * x * (1 + torch.erf(x))",),
            "activation.kind=gelu without half": ("x * (1 + torch.erf(x / math.sqrt(2)))",),
        },
        "opened": {
            "": ("F.silu(g)", "g * torch.sigmoid(g)", "g / (1 + torch.exp(-g))"),
            "activation.kind=sigmoid": ("torch.sigmoid(g)",),
            "activation.kind=gelu": ("F.gelu(g)",),
            "missing activation": ("g",),
        },
        "up": {"": ("u",), "extra activation silu on up": ("F.silu(u)", "u * u.sigmoid()")},
        "hidden": {
            "": ("(o * u)", "torch.mul(u, o)"),
            "product.part=add": ("(o + u)",),
            "product.part=difference": ("(o - u)",),
        },
        "gate bias": {"": ("False",), "extra bias on gate": ("True",)},
        "up bias": {"": ("False",), "extra bias on up": ("True",)},
    },
    {"g": ("gate", "a"), "u": ("value", "b"), "o": ("opened", "c")},
    apart(
        (
            "extra activation silu on up",
            "activation.kind=sigmoid",
        ),  # SiLU of the other branch, and sigmoid one too many
        ("extra activation silu on up", "missing activation"),
        ("extra activation silu on up", "activation.kind=gelu"),
    ),
)

EMBEDDING = Template(
    (
        """
def sinusoidal_positions(length, dim):
    place = torch.arange(length, dtype=torch.float64)[:, None] + <start>
    pair = torch.arange(0, dim, 2, dtype=torch.float64)
    angle = <angle>
    table = torch.zeros(length, dim, dtype=torch.float64)
    <layout>
    return table.to(torch.float32)


class TiedEmbedding(nn.Module):
    def __init__(self, vocab, dim, max_len=64, pad_id=0):
        super().__init__()
        self.dim = dim
        self.token = nn.Embedding(vocab, dim, padding_idx=pad_id)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.token.weight
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))

    def forward(self, ids):
        e = <looked up>
        e = <scaled>
        y = <sum>
        return <end>

    def logits(self, h):
        return self.head(h)
""",
    ),
    {
        "start": {"": ("0",), "positions.start=1": ("1",)},
        "angle": {
            "": ("place / 10000 ** (pair / dim)", "place * torch.exp(-math.log(10000.0) * pair / dim)"),
            "positions.exponent=4i/D": ("place / 10000 ** (2 * pair / dim)",),
            "positions.exponent=i/D": ("place / 10000 ** (pair / (2 * dim))",),
        },
        "layout": {
            "": (
                "table[:, 0::2] = angle.sin()\ntable[:, 1::2] = angle.cos()",
                "table = torch.stack((angle.sin(), angle.cos()), -1).flatten(1)",
            ),
            "positions.layout=halves": ("table = torch.cat((angle.sin(), angle.cos()), 1)",),
            "positions.swapped=True": ("table[:, 0::2] = angle.cos()\ntable[:, 1::2] = angle.sin()",),
            "positions.layout=all sine": ("table[:, 0::2] = angle.sin()\ntable[:, 1::2] = angle.sin()",),
        },
        "looked up": {
            "": ("self.token(ids)", "self.token.weight[ids]", "F.embedding(ids, self.token.weight)")
        },
        "scaled": {
            "": ("e * math.sqrt(self.dim)", "self.dim ** 0.5 * e"),
            "missing scale of embedding": ("e",),
            "scale.factor=1/sqrt(D)": ("e / math.sqrt(self.dim)",),
            "scale.factor=D": ("e * self.dim",),
        },
        "sum": {
            "": ("e + self.positions[: ids.shape[1]]", "self.positions[: ids.shape[1]] + e"),
            "add.sign=-1": ("e - self.positions[: ids.shape[1]]",),
        },
        "end": {"": ("y",), "extra activation tanh on y": ("torch.tanh(y)",)},
    },
    {"e": ("emb", "rows"), "table": ("pe", "encoding")},
)

PROGRAMS: Mapping[int, Template] = {3: FEED_FORWARD, 17: GATED, 21: EMBEDDING}
