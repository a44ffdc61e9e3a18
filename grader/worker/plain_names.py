"""Whether a learner's code names only what is known to run no operation but its own."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable, Iterator
from types import CodeType

import torch
from torch import Tensor, nn

_WORDS = """
torch nn functional F Tensor BoolTensor LongTensor Module ModuleList ModuleDict Sequential Parameter Identity
Linear Dropout Embedding ReLU SiLU Softmax LayerNorm RMSNorm scaled_dot_product_attention layer_norm gelu silu
__init__ __call__ __doc__ __name__ __qualname__ __module__ __annotations__ __future__ annotations forward super
int float bool str tuple list dict None range len enumerate zip map abs max min sum sorted reversed isinstance
print Exception ValueError TypeError NotImplementedError RuntimeError NameError property staticmethod
math typing collections.abc dataclasses dataclass Any Optional Union Callable Sequence Iterable Literal Final
add sub mul div pow square neg exp log log1p rsqrt sqrt reciprocal clamp clamp_min where maximum minimum
matmul bmm mm einsum inner dot mean amax amin var std var_mean norm sin cos erf
softmax log_softmax logsumexp relu dropout linear sigmoid tanh cross_entropy embedding
view view_as reshape transpose permute contiguous unsqueeze squeeze flatten unflatten expand expand_as unbind
narrow chunk split cat stack repeat flip select size shape dim ndim numel dtype device weight bias data T mT
requires_grad training clone detach item values no_grad backward grad copy append items keys
ones zeros empty ones_like zeros_like tensor arange tril triu eye full full_like finfo inf pi e new_zeros
new_ones rand randn masked_fill masked_fill_ nan_to_num eq ne lt le gt ge any all to type_as logical_not
logical_or logical_and register_buffer register_parameter add_module parameters token self
float16 bfloat16 float32 float64 int64 bool long double half
"""
PLAIN = frozenset(_WORDS.split())
"""Names of torch and of Python under which no operation runs that has another name."""
MODULES = frozenset(("torch.nn", "torch.nn.functional", "course", "course.blocks"))
_HOLDERS = tuple(map(dir, (torch, nn, nn.functional, Tensor, nn.Module, builtins)))
_KNOWN = frozenset(name for names in _HOLDERS for name in names)


def is_plain(codes: Iterable[CodeType]) -> bool:
    """Whether everything that the code names is plain, or a word that neither torch nor Python has.

    Such a word is the learner's own: what it stands for has a plain name too. What is fetched by other means (an
    import of another library, `getattr`, `exec`) has a name that is not plain.
    """
    return all(name in PLAIN or (name not in _KNOWN and not _is_module(name)) for name in names(codes))


def names(codes: Iterable[CodeType]) -> Iterator[str]:
    """The names of variables, attributes and modules that the code reads or writes, except local variables."""
    for code in codes:
        yield from code.co_names
        yield from names(constant for constant in code.co_consts if isinstance(constant, CodeType))


def _is_module(name: str) -> bool:
    return name in sys.modules and name not in MODULES
