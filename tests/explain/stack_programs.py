"""Connections and stacks as learners write them, exercises 4, 9 and 19."""

from __future__ import annotations

from collections.abc import Mapping

from tests.explain.norm_programs import DIVISION, NAMES, VARIANCE
from tests.explain.templates import Slot, Template, apart

NORM = """
class Norm(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.weight, self.bias, self.eps = nn.Parameter(torch.ones(dim)), nn.Parameter(torch.zeros(dim)), 1e-5

    def forward(self, x):
        mu = x.mean(-1, keepdim=True)
        spread = <variance>
        n = <division>
        return self.weight * n <shift>

"""
NORM_SLOTS: Mapping[str, Slot] = {
    "axis": {"": ("-1",)},
    "variance": {key: VARIANCE[key] for key in ("", "normalise.over=D-1")},
    "division": {key: ways for key, ways in DIVISION.items() if "root" not in key},
    "top": {"": ("x - mu", "x.sub(mu)"), "normalise.centred=False": ("x",)},
    "shift": {"": ("+ self.bias",), "plus.sign=-1": ("- self.bias",)},
}

CONNECTION = Template(
    (
        NORM
        + """
class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm, self.drop, self.norm_first = Norm(dim), nn.Dropout(<rate>), norm_first

    def forward(self, x, sublayer):
        if self.norm_first:
            n = self.norm(x)
            f = <dropped>
            y = <sum>
            return <end>
        return self.norm(x + self.drop(sublayer(x)))
""",
        NORM
        + """
class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm_first = norm_first
        self.drop = nn.Dropout(p=<rate>)
        self.norm = Norm(dim)

    def forward(self, x, sublayer):
        if not self.norm_first:
            return self.norm(x + self.drop(sublayer(x)))
        n = self.norm(x)
        f = <dropped>
        y = <sum>
        return <end>
""",
    ),
    {
        **NORM_SLOTS,
        "rate": {"": ("dropout",), "dropout.rate=0.1": ("0.1",)},
        "dropped": {"": ("self.drop(sublayer(n))",), "missing dropout on f": ("sublayer(n)",)},
        "sum": {
            "": ("x + f", "f + x", "torch.add(x, f)"),
            "y: n for x": ("n + f",),
            "y: without x": ("f",),
            "add.sign=-1": ("x - f",),
            "add.part=product": ("x * f",),
        },
        "end": {
            "": ("y",),
            "extra activation tanh on y": ("torch.tanh(y)",),
            "extra activation relu on y": ("y.clamp(min=0)",),
        },
    },
    {**NAMES, "f": ("change", "out")},
    apart(("missing dropout on f", "dropout.rate=0.1"), ("y: without x", "add.sign=-1")),
)

FORGOTTEN = tuple(
    " & ".join(f"h{layer}: without source_blocked_mask" for layer in layers)
    for layers in ((1, 2, 3), (2, 3), (1,))
)
STACK = Template(
    (
        NORM
        + """
class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.ModuleList([layer_factory() for _ in range(num_layers)])
        self.final_norm = Norm(dim)

    def forward(self, x, source_blocked_mask=None):
        h = x
        for i, layer in enumerate(self.layers):
            mask = <mask>
            h = layer(<given>, mask)
        y = <normed>
        return <end>
""",
        NORM
        + """
class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.final_norm = Norm(dim)
        self.layers = nn.ModuleList()
        for _ in range(num_layers):
            self.layers.append(layer_factory())

    def forward(self, x, source_blocked_mask=None):
        h, i = x, 0
        while i < len(self.layers):
            mask = <mask>
            h = self.layers[i](<given>, mask)
            i += 1
        y = <normed>
        return <end>
""",
    ),
    {
        **NORM_SLOTS,
        "mask": {
            "": ("source_blocked_mask",),
            FORGOTTEN[0]: ("None",),
            FORGOTTEN[1]: ("source_blocked_mask if i == 0 else None",),
            FORGOTTEN[2]: ("source_blocked_mask if i else None",),
        },
        "given": {"": ("h",), "h3: x for h2": ("x",)},
        "normed": {"": ("self.final_norm(h)",), "extra add of x": ("self.final_norm(h + x)",)},
        "end": {"": ("y",), "extra activation tanh on y": ("torch.tanh(y)",)},
    },
    {**NAMES, "layer": ("block", "each")},
    apart(*(("h3: x for h2", masks) for masks in FORGOTTEN)),  # what the first layers do is lost
)

PROGRAMS: Mapping[int, Template] = {4: CONNECTION, 9: STACK, 19: STACK}
