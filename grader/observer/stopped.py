"""Finds what met where a submission raised: the operands of the failing expression, near misses of a name."""

from __future__ import annotations

import ast
import builtins
import difflib
import inspect
import linecache
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from types import FrameType, ModuleType, TracebackType
from typing import Any

import torch
from torch import Tensor, nn

from grader.domain.site import Site, flat, piece

MET_LIMIT = 5
CODE_LIMIT = 60
SIZE_LIMIT = 1 << 20
PURE_METHODS = frozenset({
    "bool", "clone", "contiguous", "double", "expand", "flatten", "float", "half", "int", "long", "mean", "permute",
    "reshape", "size", "squeeze", "std", "sum", "t", "to", "transpose", "type_as", "unflatten",
    "unsqueeze", "var", "view",
})  # fmt: skip
"""Methods of a tensor that change nothing, so that an operand may be computed once more."""

_KEYWORD = re.compile(r"got an unexpected keyword argument '(\w+)'")
_UNKNOWN = object()


def site_of(error: Exception, place: TracebackType) -> Site | None:
    """What is known of the place in the learner's own code: its columns, what met there, a name that is near."""
    try:
        span = _span(place)
        if span is None:
            return None
        end_line, column, end_column = span
        site = Site(end_line, column, end_column)
        lines = linecache.getlines(place.tb_frame.f_code.co_filename)
        code = piece(lines, place.tb_lineno, site)
        with torch.no_grad():
            met = tuple(islice(_met(code, place.tb_frame), MET_LIMIT))
        return Site(end_line, column, end_column, met, _near(error, code, place.tb_frame))
    except Exception:  # noqa: BLE001 - a learner's objects may refuse any question; the exception itself is told anyway
        return None


def _span(place: TracebackType) -> tuple[int, int, int] | None:
    """The last line, the first column and the one behind the last of the failing instruction's code."""
    positions = place.tb_frame.f_code.co_positions()
    _, end_line, column, end_column = next(islice(positions, place.tb_lasti // 2, None))
    if end_line is None or column is None or end_column is None:
        return None
    return end_line, column, end_column


def _met(code: str, frame: FrameType) -> Iterator[tuple[str, str]]:
    """The operands whose value can be told without running the learner's code again, by their code, each once."""
    seen = {"self"}
    for part in _operands(code):
        words = flat(ast.get_source_segment(code, part) or "")
        value = _value(part, frame)
        told = _told(value) if value is not _UNKNOWN and words not in seen else ""
        seen.add(words)
        if told and 0 < len(words) <= CODE_LIMIT and not _is_written_out(part):
            yield words, told


def _is_written_out(part: ast.expr) -> bool:
    """Whether it is a number or text that the reader sees anyway."""
    return isinstance(part, ast.Constant) or (isinstance(part, ast.UnaryOp) and _is_written_out(part.operand))


def _operands(code: str) -> list[ast.expr]:
    try:
        statement = ast.parse(code).body[0]
    except (SyntaxError, IndexError):
        return []
    if isinstance(statement, ast.AugAssign):
        return [statement.target, statement.value]
    whole = statement.value if isinstance(statement, (ast.Expr, ast.Assign)) else None
    match whole:
        case ast.BinOp():
            return [whole.left, whole.right]
        case ast.UnaryOp():
            return [whole.operand]
        case ast.Compare():
            return [whole.left, *whole.comparators]
        case ast.Subscript() | ast.Attribute():
            return [whole.value]
        case ast.Call():
            inside = [whole.func.value] if isinstance(whole.func, ast.Attribute) else []
            given = [arg.value if isinstance(arg, ast.Starred) else arg for arg in whole.args]
            return [whole.func, *inside, *given, *(keyword.value for keyword in whole.keywords)]
    return []


def _value(part: ast.expr, frame: FrameType) -> Any:
    """The value of an expression of names, attributes of modules, indices and pure methods; _UNKNOWN for others."""
    match part:
        case ast.Constant():
            return part.value
        case ast.Name():
            return frame.f_locals.get(part.id, frame.f_globals.get(part.id, _UNKNOWN))
        case ast.Attribute():
            return _attribute(_value(part.value, frame), part.attr)
        case ast.Tuple():
            return tuple(_value(each, frame) for each in part.elts)
        case ast.UnaryOp(op=ast.USub()):
            number = _value(part.operand, frame)
            return -number if isinstance(number, (int, float)) else _UNKNOWN
        case ast.Subscript():
            return _item(_value(part.value, frame), part.slice, frame)
        case ast.BinOp():
            return _computed(part, frame)
        case ast.Call(func=ast.Attribute() as method):
            return _called(part, method, frame)
    return _UNKNOWN


def _attribute(owner: Any, name: str) -> Any:
    if isinstance(owner, nn.Module):
        members = vars(owner)
        held = [members.get(kind, {}) for kind in ("_parameters", "_buffers", "_modules")]
        return next((each[name] for each in (members, *held) if name in each), _UNKNOWN)
    if isinstance(owner, Tensor) and name in {"T", "mT", "shape", "dtype"}:
        return getattr(owner, name)
    return getattr(owner, name, _UNKNOWN) if isinstance(owner, ModuleType) else _UNKNOWN


def _item(owner: Any, index: ast.expr, frame: FrameType) -> Any:
    key: Any
    if not isinstance(owner, (Tensor, tuple, list)):
        return _UNKNOWN
    if isinstance(index, ast.Slice):
        ends = [
            None if each is None else _value(each, frame) for each in (index.lower, index.upper, index.step)
        ]
        key = slice(*ends) if _UNKNOWN not in ends else _UNKNOWN
    else:
        key = _value(index, frame)
    usable = isinstance(key, (int, slice)) or (key is None and isinstance(owner, Tensor))
    return owner[key] if usable else _UNKNOWN


def _computed(part: ast.BinOp, frame: FrameType) -> Any:
    left, right = _value(part.left, frame), _value(part.right, frame)
    if not all(_is_small(each) for each in (left, right)):
        return _UNKNOWN
    match part.op:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left / right
        case ast.MatMult():
            return left @ right
    return _UNKNOWN


def _called(part: ast.Call, method: ast.Attribute, frame: FrameType) -> Any:
    owner = _value(method.value, frame)
    given = [_value(each, frame) for each in part.args]
    named = {each.arg: _value(each.value, frame) for each in part.keywords if each.arg}
    known = all(value is not _UNKNOWN for value in (*given, *named.values()))
    if isinstance(owner, Tensor) and _is_small(owner) and method.attr in PURE_METHODS and known:
        return getattr(owner, method.attr)(*given, **named)
    return _UNKNOWN


def _is_small(value: Any) -> bool:
    return type(value) in (int, float) or (isinstance(value, Tensor) and value.numel() <= SIZE_LIMIT)


def _told(value: Any) -> str:
    """What a value is, without its contents; "" for what says nothing here."""
    if isinstance(value, Tensor):
        return f"tensor {list(value.shape)} {str(value.dtype).removeprefix('torch.')}"
    if isinstance(value, nn.Linear):
        return f"Linear({value.in_features}, {value.out_features})"
    if isinstance(value, nn.Embedding):
        return f"Embedding({value.num_embeddings}, {value.embedding_dim})"
    if isinstance(value, nn.LayerNorm):
        return f"LayerNorm({', '.join(map(str, value.normalized_shape))})"
    if isinstance(value, (nn.ReLU, nn.GELU, nn.Softmax)):
        return type(value).__name__
    if isinstance(value, (tuple, list)):
        return f"{'tuple' if isinstance(value, tuple) else 'list'} of {len(value)}"
    return type(value).__name__ if value is None or isinstance(value, float) else ""


def _near(error: Exception, code: str, frame: FrameType) -> str:
    """The name that exists and is most like the one that does not, "" where none is."""
    if isinstance(error, AttributeError) and isinstance(error.name, str):
        return _most_like(error.name, _names(error.obj))
    if isinstance(error, NameError) and isinstance(error.name, str):
        return _most_like(error.name, {**vars(builtins), **frame.f_globals, **frame.f_locals})
    keyword = _KEYWORD.search(str(error)) if isinstance(error, TypeError) else None
    return "" if keyword is None else _most_like(keyword.group(1), _parameters(code, frame), inside=True)


def _parameters(code: str, frame: FrameType) -> list[str]:
    """The names of the arguments of what this code calls."""
    call = ast.parse(code, mode="eval").body
    called = _value(call.func, frame) if isinstance(call, ast.Call) else _UNKNOWN
    if isinstance(called, nn.Module):
        called = called.forward
    return list(inspect.signature(called).parameters) if callable(called) else []


def _names(owner: Any) -> list[str]:
    if isinstance(owner, nn.Module):
        members = vars(owner)
        held = [name for kind in ("_parameters", "_buffers", "_modules") for name in members.get(kind, {})]
        own = [*members, *held, *vars(type(owner))]
        return [name for name in own if not name.startswith("_") and name != "training"]
    return [name for name in dir(owner) if not name.startswith("_")]


def _most_like(name: str, known: Iterable[str], *, inside: bool = False) -> str:
    """The known name that differs in case and underscores alone, is a letter longer or shorter, close, or its short
    form; `inside` takes one that holds it, too.
    """
    bare = {
        each.replace("_", "").lower(): each for each in sorted(known, reverse=True) if not each.endswith("_")
    }
    wanted = name.replace("_", "").lower()
    if wanted in bare:
        return bare[wanted]
    longer = [each for each in bare if wanted in (each[:-1], each[1:]) or each in (wanted[:-1], wanted[1:])]
    close = longer or difflib.get_close_matches(wanted, list(bare), n=1, cutoff=0.8)
    held = close or [each for each in bare if _is_short_form(name, bare[each]) or (inside and wanted in each)]
    return bare[held[0]] if held else ""


def _is_short_form(one: str, other: str) -> bool:
    """Whether one word begins with the other, as epsilon with eps; several words joined are another thing."""
    short, long = sorted((one, other), key=len)
    return len(short) >= 3 and long.startswith(short) and "_" not in long
