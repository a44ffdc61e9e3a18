"""Norms as learners write them, exercises 2, 13 and 14."""

from __future__ import annotations

from collections.abc import Mapping

from tests.explain.templates import Slot, Template, apart

AXIS: Slot = {
    "": ("-1",),
    "normalise.axis=sequence": ("-2", "1"),
    "normalise.axis=batch": ("0",),
    "normalise.axis=sequence and features": ("(-2, -1)",),
    "normalise.axis=batch and sequence": ("(0, 1)",),
}
VARIANCE: Slot = {
    "": (
        "x.var(<axis>, keepdim=True, unbiased=False)",
        "((x - mu) ** 2).mean(<axis>, keepdim=True)",
        "(x - mu).square().mean(dim=<axis>, keepdim=True)",
        "torch.var(x, dim=<axis>, correction=0, keepdim=True)",
        "(x * x).mean(<axis>, keepdim=True) - mu * mu",
    ),
    "normalise.over=D-1": (
        "x.var(<axis>, keepdim=True)",
        "torch.var(x, dim=<axis>, correction=1, keepdim=True)",
        "x.std(<axis>, keepdim=True) ** 2",
    ),
    "normalise.spread=mean square": ("(x * x).mean(<axis>, keepdim=True)", "x.pow(2).mean(<axis>, True)"),
}
DIVISION: Slot = {
    "": (
        "(<top>) / torch.sqrt(spread + self.eps)",
        "(<top>) * torch.rsqrt(spread + self.eps)",
        "(<top>) * (spread + self.eps) ** -0.5",
        "(<top>).div((spread + self.eps).sqrt())",
    ),
    "normalise.eps=outside": ("(<top>) / (spread.sqrt() + self.eps)", "(<top>) / (self.eps + spread ** 0.5)"),
    "normalise.eps=none": ("(<top>) / spread.sqrt()", "(<top>) * spread.rsqrt()"),
    "normalise.root=False": ("(<top>) / (spread + self.eps)",),
}
TOP: Slot = {"": ("x - mu", "-mu + x"), "normalise.centred=False": ("x",)}
EPS: Slot = {"": ("eps",), "normalise.eps_value=1e-06": ("1e-6",)}
NAMES = {"mu": ("average", "m"), "spread": ("var", "v2"), "n": ("z", "normed", "xhat")}
WIDTHS = apart(
    ("normalise.eps=none", "normalise.eps_value=1e-06"),
    ("missing gain", "times.width=1"),
    ("missing shift", "plus.width=1"),
    ("normalise.centred=False", "normalise.axis=all"),
)
STATISTICS = "mu = x.mean(<axis>, keepdim=True)\nspread = <variance>\nn = <division>"

LAYER_NORM = Template(
    (
        """
class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.eps = <eps>
        self.gamma = nn.Parameter(torch.ones(<gain width>))
        self.beta = nn.Parameter(torch.zeros(<shift width>))

    def forward(self, x):
        <statistics>
        return <gain> <shift>
""",
        """
class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.gamma, self.beta = nn.Parameter(torch.ones(<gain width>)), nn.Parameter(torch.zeros(<shift width>))
        self.eps = <eps>

    def normal(self, x):
        <statistics>
        return n

    def forward(self, x):
        n = self.normal(x)
        y = <gain>
        return y <shift>
""",
    ),
    {
        "axis": AXIS,
        "variance": VARIANCE,
        "division": DIVISION,
        "top": TOP,
        "eps": EPS,
        "statistics": {"": (STATISTICS,)},
        "gain": {"": ("self.gamma * n", "n * self.gamma", "n.mul(self.gamma)"), "missing gain": ("n",)},
        "shift": {"": ("+ self.beta",), "plus.sign=-1": ("- self.beta",), "missing shift": ("",)},
        "gain width": {"": ("dim",), "times.width=1": ("1",)},
        "shift width": {"": ("dim",), "plus.width=1": ("1",)},
    },
    NAMES,
    WIDTHS,
)

BATCH_NORM = Template(
    (
        """
class SequenceBatchNorm(nn.Module):
    def __init__(self, dim, eps=1e-5, momentum=0.1):
        super().__init__()
        self.eps, self.momentum = <eps>, momentum
        self.weight, self.bias = nn.Parameter(torch.ones(dim)), nn.Parameter(torch.zeros(dim))
        self.register_buffer("running_mean", torch.zeros(dim))
        self.register_buffer("running_var", torch.ones(dim))

    def forward(self, x):
        if self.training:
            <statistics>
        else:
            n = (x - self.running_mean) / torch.sqrt(self.running_var + self.eps)
        return <gain> <shift>
""",
    ),
    {
        **LAYER_NORM.slots,
        "axis": {
            "": ("(0, 1)", "(1, 0)"),
            "normalise.axis=features": ("-1", "2"),
            "normalise.axis=batch": ("0",),
            "normalise.axis=sequence": ("1",),
        },
        "gain": {"": ("self.weight * n", "n * self.weight"), "missing gain": ("n",)},
        "shift": {"": ("+ self.bias",), "plus.sign=-1": ("- self.bias",), "missing shift": ("",)},
        "gain width": {},
        "shift width": {},
    },
    NAMES,
    WIDTHS,
)

RMS_NORM = Template(
    (
        """
class RMSNorm(nn.Module):
    def __init__(self, dim, eps=<eps>):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        <extra>
        self.eps = eps

    def forward(self, x):
        spread = <variance>
        n = <division>
        return <gain> <shift>
""",
    ),
    {
        "axis": {
            key: AXIS[key] for key in ("", "normalise.axis=sequence", "normalise.axis=sequence and features")
        },
        "variance": {
            "": (
                "x.pow(2).mean(<axis>, keepdim=True)",
                "(x * x).mean(dim=<axis>, keepdim=True)",
                "torch.mean(x ** 2, dim=<axis>, keepdim=True)",
            ),
            "normalise.spread=variance": ("x.var(<axis>, keepdim=True, unbiased=False)",),
            "normalise.over=D-1 & normalise.spread=variance": ("x.var(<axis>, keepdim=True)",),
            "normalise.spread=length": ("x.pow(2).sum(<axis>, keepdim=True)",),
        },
        "division": DIVISION,
        "top": {"": ("x",)},
        "eps": {"": ("1e-6",), "normalise.eps_value=1e-05": ("1e-5",)},
        "gain": {
            "": ("self.weight * n", "n * self.weight"),
            "missing gain": ("n",),
            "times.gain=1 + weight": ("(1 + self.weight) * n", "n * (self.weight + 1)"),
        },
        "extra": {"": ("self.bias = nn.Parameter(torch.zeros(dim))",)},
        "shift": {"": ("",), "extra shift on y": ("+ self.bias",)},
    },
    NAMES,
    apart(("normalise.eps=none", "normalise.eps_value=1e-05")),
)

PROGRAMS: Mapping[int, Template] = {2: LAYER_NORM, 13: BATCH_NORM, 14: RMS_NORM}
