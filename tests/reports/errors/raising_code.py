"""For each rule that explains an error, code of a learner that raises it: the body of a function of x [2, 4] and gamma."""

from __future__ import annotations

PRELUDE = """
import math
import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

O = torch.ones

class Pair(nn.Module):
    def forward(self, x, blocked_mask=None):
        return x, x

class Model(nn.Module):
    def __init__(self, dim, num_heads=2):
        super().__init__()
        self.eps, self.gate = 1e-5, None
        self.attn, self.linear = Pair(), nn.Linear(4, 3)
        self.layers = [self.linear]
        self.listed = nn.ModuleList([self.linear])
    def epsilon(self): return self.epsilonn
    def width(self): return self.d_k
    def split(self): return self.gate.shape
    def add(self, x): return x + self.attn(x)
    def project(self, x): return self.linear(O(2, 5))

class Hasty(nn.Module):
    def __init__(self):
        self.layer = nn.Linear(2, 2)

class Late(nn.Module):
    def __init__(self):
        self.eps = 1e-5
    def forward(self, x): return x

class Single(nn.Module):
    def _init_(self, dim): pass

class Misspelled(nn.Module):
    def foward(self, x): return x

def lost(flag=False):
    if flag:
        h = 1
    return h
"""

RAISING = {
    "super-init": "Hasty()",
    "super-init-late": "Late()(x)",
    "none-attribute": "Model(4).split()",
    "none-object": "[None][0].shape",
    "torch-name": "torch.zero(3)",
    "numpy-method": "x.astype(float)",
    "tensor-method": "x.masked_filled(x > 0, 1)",
    "self-attribute": "Model(4).epsilon()",
    "self-attribute-missing": "Model(4).width()",
    "attribute-near": "Model(4).layer",
    "unbound-local": "lost()",
    "name-self": "x / num_heads",
    "name-import": "copy.deepcopy(x)",
    "name-near": "gamma * x + gama",
    "name-missing": "x + qqzzvv",
    "no-forward": "Model(4).listed(x)",
    "no-forward-method": "Misspelled()(x)",
    "pair-of-attention": "Model(4).add(x)",
    "tuple-operand": "x + (x, x)",
    "tuple-argument": "nn.Linear(4, 4)((x, x))",
    "max-pair": "x.max(-1) - x",
    "module-for-tensor": "F.dropout(nn.ReLU(x))",
    "module-as-tensor": "h = nn.ReLU(x); F.dropout(h)",
    "class-called-on-tensor": "nn.Dropout(x)",
    "math-of-tensor": "math.sqrt(x)",
    "number-of-tensor": "float(x)",
    "item": "x.item()",
    "torch-of-number": "torch.sqrt(4)",
    "none-operand": "x + None",
    "list-called": "Model(4).layers(x)",
    "shape-called": "x.shape(0)",
    "size-indexed": "x.size[0]",
    "tensor-called": "gamma(x)",
    "numpy-ddof": "x.var(axis=-1, keepdims=True, ddof=0)",
    "numpy-keywords": "F.softmax(x, axis=-1)",
    "softmax-dim": "torch.softmax(x)",
    "one-axis": "x.unsqueeze(1, 2)",
    "two-axes": "x.transpose(0, 1, 2)",
    "list-of-tensors": "torch.cat(x, x)",
    "sequential-arguments": "nn.Sequential(nn.ReLU())(x, x)",
    "list-in-sequential": "nn.Sequential([nn.ReLU()])",
    "function-in-container": "nn.Sequential(F.relu)",
    "keyword-near": "p = Pair(); p(x, mask=None)",
    "constructor-without-arguments": "Single(4)",
    "unknown-keyword": "lost(qqzzvv=1)",
    "too-many-arguments": "Pair()(x, x, x)",
    "missing-arguments": "Pair()()",
    "heads-do-not-divide": "raise ValueError('dim=2 cannot be split into num_heads=4 heads of equal width')",
    "ambiguous-bool": "x or gamma",
    "parameter-of-number": "nn.Parameter(3)",
    "assign-parameter": "m = nn.Linear(2, 2); m.weight = O(2, 2)",
    "dropout-rate": "nn.Dropout(4)",
    "mask-dtype": "x.masked_fill(x, 0)",
    "where-dtype": "torch.where(x, x, x)",
    "attention-mask-dtype": "F.scaled_dot_product_attention(O(2, 3), O(2, 3), O(2, 3), attn_mask=O(2, 2).long())",
    "half-overflow": "x.half().masked_fill(x > 0, -1e9)",
    "dtype-mix": "O(2, 3).half() @ O(3, 2)",
    "dtype-mix-unnamed": "F.layer_norm(O(2, 4).double(), [4], O(4), O(4))",
    "device-mix": "O(2, 3) + O(2, 3, device='meta')",
    "bitwise-of-floats": "x & x",
    "integer-input": "torch.arange(3).softmax(0)",
    "integer-parameter": "nn.Parameter(torch.arange(3))",
    "embedding-dtype": "nn.Embedding(4, 3)(O(2))",
    "target-dtype": "F.cross_entropy(O(2, 3), O(2))",
    "division-in-size": "O(2, 4).view(2, 4 / 2, 2)",
    "invert-float": "~x",
    "bool-minus": "1 - (x > 0)",
    "float-index": "x[O(2)]",
    "class-numbers": "F.cross_entropy(O(2, 3), torch.tensor([-1, 0]))",
    "inplace-leaf": "w = O(3, requires_grad=True); w += 1",
    "inplace-saved": "y = O(3, requires_grad=True).sigmoid(); y += 1; y.sum().backward()",
    "inplace-broadcast": "h = O(2, 1); h += O(2, 3)",
    "nonscalar-backward": "O(3, requires_grad=True).backward()",
    "second-backward": "y = (O(3, requires_grad=True) ** 2).sum(); y.backward(); y.backward()",
    "no-graph": "torch.tensor(1.0).backward()",
    "unused-gradient": "torch.autograd.grad(O(1, requires_grad=True).sum(), O(1, requires_grad=True))",
    "numpy-grad": "np.sqrt(O(2, requires_grad=True))",
    "dim-out-of-range": "x.mean(dim=4)",
    "same-axis-twice": "x.sum(dim=(1, 1))",
    "index-out-of-range": "nn.Embedding(4, 3)(torch.tensor([4]))",
    "class-values": "F.one_hot(torch.tensor([5]), 3)",
    "index-bounds": "O(2, 3).gather(1, torch.tensor([[3], [0]]))",
    "too-many-indices": "O(3)[0, 0]",
    "list-index": "O(3).shape[2]",
    "unpack-shape": "B, S, D = O(3).shape",
    "unpack-tensor": "a, b = torch.tensor(1.0)",
    "linear-width": "Model(4).project(x)",
    "matmul-shapes": "O(10, 6) @ O(5, 6)",
    "matmul-vector": "O(2, 3) @ O(4)",
    "bmm-shapes": "O(2, 3, 4) @ O(2, 5, 4)",
    "broadcast": "O(2, 5, 6) + O(2, 4, 6)",
    "expand-fewer": "O(2, 5, 6).expand(2, 5)",
    "expand": "O(2, 3).expand(2, 4)",
    "view-size": "O(2, 5, 6).view(2, 5, 4)",
    "view-not-contiguous": "O(2, 5, 6).transpose(1, 2).view(2, 30)",
    "two-unknown-sizes": "O(2, 5, 6).view(2, -1, -1)",
    "t-of-matrix": "O(2, 3, 4).t()",
    "cat-sizes": "torch.cat([O(2, 3), O(2, 4)], 0)",
    "cat-axes": "torch.cat([O(2, 3), O(2)], 0)",
    "stack-sizes": "torch.stack([O(2), O(3)])",
    "permute-axes": "O(2, 3, 4).permute(0, 1)",
    "normalized-shape": "F.layer_norm(O(2, 3), [5])",
    "attention-mask-shape": "nn.MultiheadAttention(4, 2, batch_first=True)(*[O(2, 3, 4)] * 3, attn_mask=O(2, 3) > 0)",
    "target-shape": "F.cross_entropy(O(2, 4, 3), torch.zeros(2, 4).long())",
    "einsum-sizes": "torch.einsum('bsd,bdt->bst', O(2, 3, 4), O(2, 5, 6))",
    "einsum-axes": "torch.einsum('bs,btd->bst', O(2, 3, 4), O(2, 3, 4))",
    "einsum-operands": "torch.einsum('bsd,btd', O(2, 3, 4))",
    "einsum-output": "torch.einsum('bsd,btd->bxt', O(2, 3, 4), O(2, 3, 4))",
    "split-sizes": "O(2, 10).split([3, 3], -1)",
    "unflatten-sizes": "O(2, 6).unflatten(-1, (4, 2))",
    "ragged": "torch.tensor([[1, 2], [3]])",
}
"""Rule -> statements, on one line."""
