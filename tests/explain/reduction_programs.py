"""Masks, pooling, losses and lengths as learners write them, exercises 5, 6, 15, 16, 22 and 23."""

from __future__ import annotations

from collections.abc import Mapping

from tests.explain.templates import Slot, Template, apart

KIND: Slot = {
    "": ("bool()",),
    "laid.kind=float": ("float()", "to(torch.float32)"),
    "laid.kind=integer": ("long()", "int()"),
}

PADDING = Template(
    (
        "def padding_blocked_mask(token_ids, pad_id):\n    m = <who>\n    m = <axes>\n    return m.<kind>\n",
        "def padding_blocked_mask(token_ids, pad_id):\n    m = (<who>).<kind>\n    return <axes>\n",
    ),
    {
        "who": {
            "": ("token_ids == pad_id", "token_ids.eq(pad_id)", "~(token_ids != pad_id)"),
            "padding.polarity=kept": ("token_ids != pad_id", "~(token_ids == pad_id)"),
            "padding.who=other id": ("token_ids == 0", "token_ids.eq(0)"),
            "padding.who=after the length": (
                "torch.arange(token_ids.shape[1])[None] >= (token_ids != pad_id).sum(1, keepdim=True)",
            ),
        },
        "axes": {
            "": ("m[:, None, None, :]", "m.unsqueeze(1).unsqueeze(2)", "m.view(m.shape[0], 1, 1, -1)"),
            "laid.axes=[B, 1, S, 1]": ("m[:, None, :, None]",),
            "laid.axes=[B, 1, S]": ("m.unsqueeze(1)",),
            "laid.axes=[B, S]": ("m",),
            "laid.axes=[1, B, 1, S]": ("m[None, :, None, :]",),
        },
        "kind": KIND,
    },
    {"m": ("mask", "pads", "out")},
)

ATTENTION = Template(
    (
        """
def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    s = <dots>
    s = <scaled>
    s = <masked>
    w = <softmax>
    return <mixed>, <returned>
""",
        """
def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    width = q.shape[-1]
    s = <dots>
    if blocked_mask is not None:
        s = <scaled>
        s = <masked>
    w = <softmax>
    mixed = <mixed>
    return mixed, <returned>
""",
    ),
    {
        "dots": {
            "": (
                "q @ k.transpose(-2, -1)",
                "torch.matmul(q, k.mT)",
                "torch.einsum('bhqd,bhkd->bhqk', q, k)",
                "torch.stack([q[:, i] @ k[:, i].mT for i in range(q.shape[1])], 1)",
            )
        },
        "scaled": {
            "": ("s / math.sqrt(q.shape[-1])", "s * q.size(-1) ** -0.5"),
            "missing scale of dots": ("s",),
            "scale.factor=1/Dh": ("s / q.shape[-1]",),
            "scale.factor=sqrt(Dh)": ("s * math.sqrt(q.shape[-1])",),
        },
        "masked": {
            "": (
                "s.masked_fill(blocked_mask, -1e9)",
                "torch.where(blocked_mask, torch.full_like(s, -1e9), s)",
                "torch.where(blocked_mask, torch.finfo(s.dtype).min, s)",
            ),
            "mask.polarity=kept": ("s.masked_fill(~blocked_mask, -1e9)", "s.where(blocked_mask, -1e9)"),
            "missing mask": ("s",),
            "mask.fill=0": ("s.masked_fill(blocked_mask, 0.0)", "s * ~blocked_mask"),
            "mask.fill=small": ("s.masked_fill(blocked_mask, -5.0)",),
        },
        "softmax": {
            "": ("s.softmax(-1)", "F.softmax(s, dim=-1)", "s.exp() / s.exp().sum(-1, keepdim=True)"),
            "softmax.axis=-2": ("s.softmax(-2)",),
            "softmax.axis=-3": ("torch.softmax(s, dim=1)",),
        },
        "mixed": {
            "": ("w @ v", "torch.einsum('bhqk,bhkd->bhqd', w, v)"),
            "extra activation tanh on output": ("torch.tanh(w @ v)",),
        },
        "returned": {"": ("w",)},
    },
    {"s": ("scores", "logits"), "w": ("p", "attn")},
)

POOL = Template(
    (
        "def masked_mean_pool(x, is_pad):\n    c = <who>\n    y = <over>\n    return <end>\n",
        "def masked_mean_pool(x, is_pad):\n    c = <who>\n    y = <over>\n    out = <end>\n    return out\n",
    ),
    {
        "who": {"": ("~is_pad", "is_pad == False"), "pool.who=padding": ("is_pad",)},
        "over": {
            "": (
                "torch.where(c[..., None], x, 0.0).sum(1) / c.sum(1, keepdim=True).clamp(min=1)",
                "x.masked_fill(~c[..., None], 0.0).sum(dim=1) / c.sum(dim=1).clamp(min=1)[:, None]",
                "torch.einsum('bsd,bs->bd', x, c.to(x.dtype)) / c.sum(1).clamp(min=1)[:, None]",
            ),
            "pool.over=all": (
                "torch.where(c[..., None], x, 0.0).mean(1)",
                "(x * c[..., None]).sum(1) / x.shape[1]",
            ),
            "pool.over=none": ("torch.where(c[..., None], x, 0.0).sum(1)", "(x * c[..., None]).sum(1)"),
            "pool.over=real + 1": ("(x * c[..., None]).sum(1) / (c.sum(1, keepdim=True) + 1)",),
            "pool.take=max & pool.over=none": ("x.masked_fill(~c[..., None], -torch.inf).amax(1)",),
        },
        "end": {
            "": ("y",),
            "extra activation tanh on y": ("torch.tanh(y)",),
            "extra activation relu on y": ("F.relu(y)",),
        },
    },
    {"c": ("keep_it", "valid", "real"), "y": ("pooled", "z")},
)

LOSS = Template(
    (
        """
def masked_cross_entropy(logits, targets, is_pad):
    c = <who>
    t = torch.where(c, targets, 0)
    <logits>
    each = -logp.gather(-1, t[..., None])[..., 0]
    each = torch.where(c, each, 0.0)
    loss = <over>
    return <sign>loss
""",
        """
def masked_cross_entropy(logits, targets, is_pad):
    c = <who>
    <logits>
    t = targets.masked_fill(~c, 0)
    each = F.nll_loss(logp.flatten(0, 1), t.flatten(), reduction="none").view(t.shape)
    each = each.masked_fill(~c, 0.0)
    loss = <over>
    return <sign>loss
""",
    ),
    {
        "who": {"": ("~is_pad", "is_pad.logical_not()"), "loss.who=padding": ("is_pad", "is_pad.clone()")},
        "logits": {
            "": (
                "logp = logits.log_softmax(-1)",
                "logp = logits - logits.logsumexp(-1, keepdim=True)",
                "logp = F.softmax(logits, -1).log()",
            ),
            "loss.logits=softmax first": ("logp = logits.softmax(-1).log_softmax(-1)",),
            "loss.logits=softmax over tokens": ("logp = logits.log_softmax(1)",),
        },
        "over": {
            "": ("each.sum() / c.sum()", "each[c].mean()"),
            "loss.over=all": ("each.mean()", "each.sum() / each.numel()"),
            "loss.over=none": ("each.sum()",),
            "loss.over=samples": ("each.sum() / len(each)",),
            "loss.over=by sample": ("(each.sum(1) / c.sum(1)).mean()",),
        },
        "sign": {"": ("",), "loss.sign=-1": ("-",)},
    },
    {"c": ("valid", "real"), "t": ("safe", "ids"), "each": ("nll", "losses")},
    apart(("loss.who=padding", "loss.over=by sample")),  # who has no padding has no mean of it
)

PROFILE = Template(
    (
        """
def ffn_grad_profile(model, x, loss_fn):
    ws = [layer.ffn.net[<place>].weight for layer in model.layers]
    gs = torch.autograd.grad(loss_fn(model(x)), ws)
    found = [<length> for g in gs]
    return found<order>
""",
        """
def ffn_grad_profile(model, x, loss_fn):
    loss = loss_fn(model(x))
    found = []
    for layer in model.layers:
        g, = torch.autograd.grad(loss, layer.ffn.net[<place>].weight, retain_graph=True)
        found.append(<length>)
    return found<order>
""",
    ),
    {
        "place": {"": ("3",), "known.of=gradient of net.0.weight": ("0",)},
        "length": {
            "": ("g.norm().item()", "float(g.pow(2).sum().sqrt())", "math.sqrt((g * g).sum().item())"),
            "length.root=False": ("g.pow(2).sum().item()",),
            "length.kind=mean absolute": ("g.abs().mean().item()",),
            "length.kind=absolute sum": ("float(g.abs().sum())",),
            "length.kind=root mean square": ("g.square().mean().sqrt().item()",),
            "length.kind=largest": ("g.abs().max().item()",),
        },
        "order": {"": ("", "[:]"), "listed.order=last layer first": ("[::-1]",)},
    },
    {"g": ("grad", "slope"), "found": ("norms", "out")},
)

RESIDUAL = Template(
    (
        "def token_residual(x):\n    r = <rest>\n    <lengths>\n    return <ratio>\n",
        "def token_residual(x):\n    mean = x.mean(1, keepdim=True)\n    r = <rest>\n    <lengths>\n    y = <ratio>\n    return y\n",
    ),
    {
        "rest": {
            "": ("x - x.mean(1, keepdim=True)", "x - x.sum(1, keepdim=True) / x.shape[1]"),
            "centre.axis=features": ("x - x.mean(2, keepdim=True)",),
            "centre.axis=batch": ("x - x.mean(0, keepdim=True)",),
            "centre.axis=batch and sequence": ("x - x.mean((0, 1), keepdim=True)",),
        },
        "lengths": {
            "": (
                "a, b = r.flatten(1).norm(dim=1), x.flatten(1).norm(dim=1)",
                "a, b = r.square().sum((1, 2)).sqrt(), x.square().sum((1, 2)).sqrt()",
                "a, b = torch.linalg.matrix_norm(r), torch.linalg.matrix_norm(x)",
                "a, b = torch.stack([s.norm() for s in r]), torch.stack([s.norm() for s in x])",
            ),
            "length.root=False": ("a, b = r.square().sum((1, 2)), x.square().sum((1, 2))",),
            "length.over=batch": ("a, b = r.norm(), x.norm()",),
            "length.kind=spectral": (
                "a, b = torch.linalg.matrix_norm(r, ord=2), torch.linalg.matrix_norm(x, ord=2)",
            ),
            "length.kind=absolute sum": ("a, b = r.abs().sum((1, 2)), x.abs().sum((1, 2))",),
        },
        "ratio": {"": ("a / b", "a.div(b)"), "ratio.inverted=True": ("b / a",), "missing ratio": ("a",)},
    },
    {"r": ("rest", "centred"), "a": ("top", "own"), "b": ("below", "whole")},
)

PROGRAMS: Mapping[int, Template] = {
    5: PADDING,
    6: ATTENTION,
    15: POOL,
    16: LOSS,
    22: PROFILE,
    23: RESIDUAL,
}
