"""Whether one Python source contains another, whatever its names, comments, type hints."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

_IGNORED = frozenset({"ctx", "kind", "type_comment", "annotation", "returns"})
_CALLED = re.compile(r"(?<!self)\.([a-z]\w*)\(")
Definition = ast.ClassDef | ast.FunctionDef


def contains(source: str, block: str) -> bool:
    """Whether every definition of `block` stands in `source` under some name; False where either cannot be parsed.

    Compared are the syntax trees of top-level functions and classes without names of variables, docstrings,
    type hints and the order of methods.
    """
    if not set(_CALLED.findall(block)) <= set(_CALLED.findall(source)):
        return False  # most are told apart by what they call, long before anything is parsed
    try:
        mine = {_shape_of(each) for each in _definitions(source)}
        theirs = [_shape_of(each) for each in _definitions(block)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return bool(theirs) and all(shape in mine for shape in theirs)


def _definitions(source: str) -> Iterator[Definition]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) or (isinstance(node, ast.FunctionDef) and node.col_offset == 0):
            yield node


def _shape_of(definition: Definition) -> str:
    """The tree of a class (its methods in a fixed order) or of a function, as text."""
    if isinstance(definition, ast.FunctionDef):
        return _written(definition)
    methods = sorted(_written(each) for each in definition.body if isinstance(each, ast.FunctionDef))
    return f"class {len(definition.bases)} {methods}"


def _written(function: ast.FunctionDef) -> str:
    """One function's tree; each name is its place among the names, and so are attributes of its first argument."""
    places: dict[str, int] = {}
    first = function.args.args[0].arg if function.args.args else ""

    def place(name: str) -> int:
        return places.setdefault(name, len(places))

    def write(node: object) -> str:
        if isinstance(node, list):
            return f"[{','.join(write(each) for each in node)}]"
        if not isinstance(node, ast.AST):
            return repr(node)
        if isinstance(node, ast.Name):
            return f"n{place(node.id)}"
        if isinstance(node, ast.arg):
            return f"a{place(node.arg)}"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == first:
            return f"s{place('.' + node.attr)}"
        if isinstance(node, ast.FunctionDef):
            node.name = ""
            node.body = _without_docstring(node.body)
        if isinstance(node, ast.AnnAssign):
            if node.value is None:
                return ""
            return f"Assign({write([node.target])},{write(node.value)})"
        if isinstance(node, ast.Assign):
            return f"Assign({write(node.targets)},{write(node.value)})"
        fields = (value for name, value in ast.iter_fields(node) if name not in _IGNORED)
        return f"{type(node).__name__}({','.join(write(value) for value in fields)})"

    return write(function)


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    told = body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    return body[1:] if told and len(body) > 1 else body
