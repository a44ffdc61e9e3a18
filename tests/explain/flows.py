"""How layers of exercises 8, 10, 18 and 20 join their sub-layers, rightly and otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

END: Mapping[str, Sequence[str]] = {"norm": ("extra norm on y",), "tanh": ("extra activation tanh on y",)}
TANH: Mapping[str, Sequence[str]] = {"tanh": ("extra activation tanh on y",)}
POST: Mapping[str, Mapping[str, Sequence[str]]] = {
    "first sum": {"missing": ("s: without x",)},
    "second sum": {"from x": ("t: x for h",), "missing": ("t: without h",)},
    "end": TANH,
}
FLOWS: Mapping[int, Mapping[str, Mapping[str, Sequence[str]]]] = {
    8: {
        "first sum": {"normed": ("h: n for x",), "missing": ("h: without x",)},
        "second sum": {"from x": ("y: x for h",), "missing": ("y: without h",)},
        "end": END,
    },
    10: POST,
    18: POST,
    20: {
        "first sum": {"normed": ("h: n for x",), "missing": ("h: without x",)},
        "cross sum": {"from x": ("g: x for h",), "missing": ("g: without h",)},
        "second sum": {"from h": ("y: h for g",), "missing": ("y: without g",)},
        "memory": {"normed": ("extra norm on memory",)},
        "end": END,
    },
}
"""What may be chosen otherwise in the flow of an exercise's layer, and the keys of each choice."""
INIT = "        super().__init__()\n"


def flow(exercise: int, faults: Mapping[str, str]) -> str:
    """The layer's class; its parts are Norm, Attend and Network."""
    return {8: _pre_ln, 10: _post_ln, 18: _block, 20: _decoder}[exercise](faults)


def _end(faults: Mapping[str, str]) -> str:
    return {None: "y", "norm": "self.last(y)", "tanh": "torch.tanh(y)"}[faults.get("end")]


def _last(faults: Mapping[str, str]) -> str:
    return "        self.last = nn.LayerNorm(dim)\n" if faults.get("end") == "norm" else ""


def _layer(name: str, body: str, last: str = "") -> str:
    return (
        f"class {name}(nn.Module):\n    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):\n{INIT}"
        "        self.attn_norm, self.ffn_norm = Norm(dim), Norm(dim)\n"
        "        self.attend = Attend(dim, num_heads, dropout)\n        self.network = Network(dim, hidden_dim, dropout)\n"
        f"{last}\n    def forward(self, x, source_blocked_mask=None):\n{body}"
    )


def _pre_ln(faults: Mapping[str, str]) -> str:
    first = {None: "x + a", "normed": "n + a", "missing": "a"}[faults.get("first sum")]
    second = {None: "h + f", "from x": "x + f", "missing": "f"}[faults.get("second sum")]
    body = (
        "        n = self.attn_norm(x)\n        a, _ = self.attend(n, n, n, source_blocked_mask)\n"
        f"        h = {first}\n        f = self.network(self.ffn_norm(h))\n        y = {second}\n        return {_end(faults)}\n"
    )
    return _layer("EncoderLayer", body, _last(faults))


def _sums(faults: Mapping[str, str]) -> tuple[str, str]:
    first = {None: "x + a", "missing": "a"}[faults.get("first sum")]
    return first, {None: "h + f", "from x": "x + f", "missing": "f"}[faults.get("second sum")]


def _post_ln(faults: Mapping[str, str]) -> str:
    first, second = _sums(faults)
    body = (
        "        a, _ = self.attend(x, x, x, source_blocked_mask)\n"
        f"        h = self.attn_norm({first})\n        f = self.network(h)\n"
        f"        y = self.ffn_norm({second})\n        return {_end(faults)}\n"
    )
    return _layer("PostLNEncoderLayer", body)


def _block(faults: Mapping[str, str]) -> str:
    first, second = _sums(faults)
    return (
        "class TransformerEncoderBlock(nn.Module):\n"
        f"    def __init__(self, d_model=512, n_heads=8, d_ff=2048, dropout=0.1):\n{INIT}"
        "        self.norm1, self.norm2, self.dropout = Norm(d_model), Norm(d_model), nn.Dropout(dropout)\n"
        "        self.attend, self.network = Attend(d_model, n_heads, dropout), Network(d_model, d_ff, dropout)\n\n"
        "    def forward(self, x, is_pad=None):\n"
        "        mask = None if is_pad is None else is_pad[:, None, None, :]\n"
        "        a = self.dropout(self.attend(x, x, x, mask)[0])\n"
        f"        h = self.norm1({first})\n        f = self.network(h)\n"
        f"        y = self.norm2({second})\n        return {_end(faults)}\n"
    )


def _decoder(faults: Mapping[str, str]) -> str:
    first = {None: "x + a", "normed": "n + a", "missing": "a"}[faults.get("first sum")]
    cross = {None: "h + c", "from x": "x + c", "missing": "c"}[faults.get("cross sum")]
    second = {None: "g + f", "from h": "h + f", "missing": "f"}[faults.get("second sum")]
    again = faults.get("memory") is not None
    return (
        f"class DecoderLayer(nn.Module):\n    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):\n{INIT}"
        "        self.self_norm, self.cross_norm, self.ffn_norm = Norm(dim), Norm(dim), Norm(dim)\n"
        "        self.self_attn, self.cross_attn = Attend(dim, num_heads, dropout), Attend(dim, num_heads, dropout)\n"
        "        self.network = Network(dim, hidden_dim, dropout)\n"
        + ("        self.of_memory = nn.LayerNorm(dim)\n" if again else "")
        + _last(faults)
        + "\n    def forward(self, x, memory, target_blocked_mask=None, source_blocked_mask=None):\n"
        + ("        memory = self.of_memory(memory)\n" if again else "")
        + "        n = self.self_norm(x)\n        a, _ = self.self_attn(n, n, n, target_blocked_mask)\n"
        f"        h = {first}\n"
        "        c, _ = self.cross_attn(self.cross_norm(h), memory, memory, source_blocked_mask)\n"
        f"        g = {cross}\n        f = self.network(self.ffn_norm(g))\n        y = {second}\n"
        f"        return {_end(faults)}\n"
    )
