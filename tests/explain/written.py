"""Writes programs with chosen deviations in a chosen style, as learners would, and the keys that they should be read as."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from tests.explain.flows import FLOWS, flow
from tests.explain.templates import HEAD, Written

FAULTS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "variance": {"D-1": ("normalise.over=D-1",)},
    "eps": {"outside": ("normalise.eps=outside",), "none": ("normalise.eps=none",)},
    "centre": {"missing": ("normalise.centred=False",)},
    "shift": {"minus": ("plus.sign=-1",)},
    "scale": {
        "missing": ("missing scale of dots",),
        "by D": ("scale.factor=1/sqrt(D)",),
        "by Dh": ("scale.factor=1/Dh",),
    },
    "mask": {
        "inverted": ("mask.polarity=kept",),
        "ignored": ("missing mask",),
        "zero": ("mask.fill=0",),
        "small": ("mask.fill=small",),
    },
    "softmax": {"queries": ("softmax.axis=-2",)},
    "merge": {"view": ("merge.form=view",)},
    "attention bias": {"missing": ("missing bias",)},
    "activation": {
        "gelu": ("activation.kind=gelu",),
        "silu": ("activation.kind=silu",),
        "sigmoid": ("activation.kind=sigmoid",),
        "none": ("missing activation",),
    },
}
"""What may be chosen otherwise, group by group, and the keys of each choice."""

NORMS = ("variance", "eps", "centre", "shift")
ATTENTION = ("scale", "mask", "softmax", "merge", "attention bias")
NETWORK = ("activation",)
OF_EXERCISE: Mapping[int, Sequence[str]] = {
    1: NORMS,
    7: ATTENTION,
    **{number: (*NORMS, *ATTENTION, *NETWORK, *flow) for number, flow in FLOWS.items()},
}


def choices(exercise: int, group: str) -> Mapping[str, Sequence[str]]:
    """What may be chosen in this group, and the keys of each choice."""
    return FLOWS.get(exercise, {}).get(group) or UNFIT.get((exercise, group)) or FAULTS[group]


UNFIT: Mapping[tuple[int, str], Mapping[str, Sequence[str]]] = {
    (20, "mask"): {
        "ignored": ("missing mask source_blocked_mask", "missing mask target_blocked_mask"),
        "zero": ("mask.fill=0",),
        "small": ("mask.fill=small",),
    },
}
"""Where a group has other choices: a causal mask that is inverted leaves the last query nothing to see."""

STYLES = {
    "norm": ("plain", "rsqrt", "squared"),
    "attention": ("separate", "fused", "loop", "einsum", "torch"),
    "names": (("q", "k", "v", "o"), ("wq", "wk", "wv", "wo"), ("to_q", "to_k", "to_v", "proj")),
}


def write(exercise: int, faults: Mapping[str, str], draw: random.Random) -> Written:
    """The program of this exercise with these faults (group -> choice), in a style that is drawn."""
    keys = frozenset(key for group, choice in faults.items() for key in choices(exercise, group)[choice])
    style = {name: draw.choice(list(choices)) for name, choices in STYLES.items()}
    if exercise == 1:
        return Written(HEAD + _norm_function(faults, style), keys)
    if exercise == 7:
        return Written(HEAD + _attention("MultiHeadAttention", faults, style), keys)
    blocks = _norm(faults, style) + _attention("Attend", faults, style) + _network("Network", faults, style)
    return Written(HEAD + blocks + flow(exercise, faults), keys)


def _statistics(faults: Mapping[str, str], style: Mapping[str, object], eps: str) -> str:
    """Lines that make `normed` of x."""
    over = "1" if faults.get("variance") else "0"
    top = "x" if faults.get("centre") else "x - mean"
    spread = {
        "plain": f"x.var(dim=-1, keepdim=True, correction={over})",
        "rsqrt": f"torch.var(x, -1, keepdim=True, unbiased={bool(faults.get('variance'))})",
        "squared": f"((x - mean) ** 2).sum(-1, keepdim=True) / (x.shape[-1] - {over})",
    }[str(style["norm"])]
    divisor = {None: f"torch.sqrt(var + {eps})", "outside": f"(var.sqrt() + {eps})", "none": "var.sqrt()"}[
        faults.get("eps")
    ]
    if style["norm"] == "rsqrt" and faults.get("eps") is None:
        return f"        mean = x.mean(-1, keepdim=True)\n        var = {spread}\n        normed = ({top}) * torch.rsqrt(var + {eps})\n"
    return f"        mean = x.mean(-1, keepdim=True)\n        var = {spread}\n        normed = ({top}) / {divisor}\n"


def _norm_function(faults: Mapping[str, str], style: Mapping[str, object]) -> str:
    sign = "-" if faults.get("shift") else "+"
    body = _statistics(faults, style, "eps").replace("        ", "    ")
    return f"def manual_layer_norm(x, gamma, beta, eps=1e-5):\n{body}    return gamma * normed {sign} beta\n"


def _norm(faults: Mapping[str, str], style: Mapping[str, object]) -> str:
    if not any(group in faults for group in NORMS):
        return "Norm = nn.LayerNorm\n\n\n"
    sign = "-" if faults.get("shift") else "+"
    return (
        "class Norm(nn.Module):\n    def __init__(self, width):\n        super().__init__()\n"
        "        self.weight = nn.Parameter(torch.ones(width))\n        self.bias = nn.Parameter(torch.zeros(width))\n\n"
        f"    def forward(self, x):\n{_statistics(faults, style, '1e-5')}"
        f"        return self.weight * normed {sign} self.bias\n\n\n"
    )


def _network(name: str, faults: Mapping[str, str], style: Mapping[str, object]) -> str:
    inner = {
        None: "F.relu(z)",
        "gelu": "F.gelu(z)",
        "silu": "z * torch.sigmoid(z)",
        "sigmoid": "z.sigmoid()",
        "none": "z",
    }[faults.get("activation")]
    return (
        f"class {name}(nn.Module):\n    def __init__(self, dim, hidden_dim, dropout=0.0):\n        super().__init__()\n"
        "        self.up = nn.Linear(dim, hidden_dim)\n        self.down = nn.Linear(hidden_dim, dim)\n"
        "        self.d1, self.d2 = nn.Dropout(dropout), nn.Dropout(dropout)\n\n"
        f"    def forward(self, x):\n        z = self.up(x)\n        return self.d2(self.down(self.d1({inner})))\n\n\n"
    )


def _scores(faults: Mapping[str, str], product: str, mask: str) -> str:
    """Lines that make weights `p` of q and k [..., S, Dh]."""
    divisor = {None: "math.sqrt(dh)", "missing": "1", "by D": "math.sqrt(dim)", "by Dh": "dh"}[
        faults.get("scale")
    ]
    fill = {None: "float('-inf')", "inverted": "-1e9", "zero": "0.0", "small": "-5.0"}
    lines = [f"s = {product} / {divisor}"]
    if faults.get("softmax"):  # over queries, a key that nobody sees has nothing else in its column
        fill[None] = "-1e9"
    kind = faults.get("mask")
    if kind != "ignored":
        blocked = f"~{mask}" if kind == "inverted" else mask
        lines.append(f"s = s.masked_fill({blocked}, {fill[kind]})")
    lines.append(f"p = s.softmax({-2 if faults.get('softmax') else -1})")
    return "".join(f"        {line}\n" for line in lines)


def _attention(name: str, faults: Mapping[str, str], style: Mapping[str, object]) -> str:
    q, k, v, o = style["names"]  # type: ignore[misc]  # four names
    bias = not faults.get("attention bias")
    kind = style["attention"]
    if faults.get("merge") and kind == "loop":
        kind = "separate"
    if kind == "torch" and (name != "Attend" or faults.get("softmax") or faults.get("mask")):
        kind = "einsum"
    head = (
        f"class {name}(nn.Module):\n    def __init__(self, dim, num_heads, dropout=0.0):\n        super().__init__()\n"
        "        if dim % num_heads:\n            raise ValueError('indivisible')\n"
        "        self.heads, self.dh, self.dim = num_heads, dim // num_heads, dim\n"
        "        self.drop = nn.Dropout(dropout)\n"
    )
    names = (q, k, v, o)
    head += "".join(f"        self.{n} = nn.Linear(dim, dim, bias={bias})\n" for n in names)
    if kind == "fused":
        head = head.replace(f"        self.{q} = nn.Linear(dim, dim, bias={bias})\n", "")
        head = head.replace(
            f"        self.{k} = nn.Linear(dim, dim, bias={bias})\n",
            f"        self.qk = nn.Linear(dim, 2 * dim, bias={bias})\n",
        )
    forward = "\n    def forward(self, query, key, value, blocked_mask=None):\n        b, sq, dim = query.shape\n        dh, h = self.dh, self.heads\n"
    if kind == "fused":
        forward += "        qs = self.qk(query)[..., :dim]\n        ks = self.qk(key)[..., dim:]\n"
    else:
        forward += f"        qs, ks = self.{q}(query), self.{k}(key)\n"
    forward += f"        vs = self.{v}(value)\n"
    return head + forward + _heads(str(kind), faults, o) + "\n\n"


def _heads(kind: str, faults: Mapping[str, str], out: str) -> str:
    merged = "z.reshape(b, sq, dim)" if faults.get("merge") else "z.transpose(1, 2).reshape(b, sq, dim)"
    end = f"        return self.{out}(merged), w\n"
    if kind == "loop":
        inner = _scores(
            faults,
            "qs[..., i * dh : i * dh + dh] @ ks[..., i * dh : i * dh + dh].transpose(1, 2)",
            "blocked_mask[:, 0]",
        )
        inner = inner.replace("        ", "            ")
        return (
            "        found, ws = [], []\n        for i in range(h):\n"
            + inner
            + "            ws.append(p)\n            found.append(self.drop(p) @ vs[..., i * dh : i * dh + dh])\n"
            "        merged, w = torch.cat(found, -1), torch.stack(ws, 1)\n" + end
        )
    split = "        qs, ks, vs = (t.view(b, -1, h, dh).transpose(1, 2) for t in (qs, ks, vs))\n"
    if kind == "torch":
        factor = {None: "dh ** -0.5", "missing": "1.0", "by D": "dim ** -0.5", "by Dh": "1 / dh"}[
            faults.get("scale")
        ]
        return (
            f"{split}        seen = None if blocked_mask is None else ~blocked_mask\n"
            f"        z = F.scaled_dot_product_attention(qs, ks, vs, attn_mask=seen, scale={factor},\n"
            "            dropout_p=self.drop.p if self.training else 0.0)\n"
            f"        w, merged = None, {merged}\n{end}"
        )
    product = "torch.einsum('bhqd,bhkd->bhqk', qs, ks)" if kind == "einsum" else "(qs @ ks.transpose(-2, -1))"
    return (
        split
        + _scores(faults, product, "blocked_mask")
        + f"        w = p\n        z = self.drop(p) @ vs\n        merged = {merged}\n"
        + end
    )


def drawn(exercise: int, count: int, faults: int, seed: int) -> list[Written]:
    """`count` programs with this many faults of different groups each."""
    draw = random.Random(seed)
    found = []
    for _ in range(count):
        groups = draw.sample(list(OF_EXERCISE[exercise]), faults)
        found.append(write(exercise, {g: draw.choice(list(choices(exercise, g))) for g in groups}, draw))
    return found


def singles(exercise: int, seed: int) -> list[Written]:
    """Every fault alone, in a style that is drawn."""
    draw = random.Random(seed)
    return [write(exercise, {g: c}, draw) for g in OF_EXERCISE[exercise] for c in choices(exercise, g)]
