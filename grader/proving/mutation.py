"""Mistakes that nobody listed: small changes of a reference solution, each of which the cases must see.

Mutants are made from the syntax tree: operators, constants, keyword arguments dropped, positional arguments
swapped, calls and unary operators removed, statements left out. A mutant that passes every case is a
survivor: either it is equivalent, and `reference/exNN/equivalent.toml` says why, or a case is missing.
"""

from __future__ import annotations

import ast
import copy
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType, ModuleType
from typing import TypeVar, cast

from grader.judge.bank import PACKAGE, Namespace
from grader.judge.checking import check
from grader.judge.grade import ReferenceJudge
from grader.judge.known import Candidate

Node = TypeVar("Node", bound=ast.AST)

SECONDS = 10
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


@dataclass(frozen=True)
class Mutant:
    """One changed solution: the line, the statement before and after, and the whole source."""

    line: int
    before: str
    after: str
    source: str

    @property
    def name(self) -> str:
        """What tells it from the others, stable under moved lines."""
        return f"{self.before}  =>  {self.after}"


def mutants(source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module's source, each once."""
    tree = ast.parse(source)
    seen = {ast.unparse(tree)}
    for statement in _statements(tree):
        before = ast.unparse(_part(statement))
        for changed, after in _changes(statement):
            text = ast.unparse(_with(tree, statement, changed))
            if text not in seen:
                seen.add(text)
                yield Mutant(statement.lineno, before, after, text)


def survives(judge: ReferenceJudge, exercise_id: str, mutant: Mutant) -> bool:
    """Whether a mutant passes every case of the judge; one that cannot be loaded does not."""
    try:
        namespace = _load(exercise_id, mutant.source)
    except Exception:  # noqa: BLE001 - a mutant may fail in any way while it is loaded, and is seen by that
        return False
    candidate = Candidate((), namespace, judge.bank.props)
    try:
        with _alarm(SECONDS):
            for case in judge.cases:
                if check(case, candidate.observe(case), judge.reference.observe(case)).difference is not None:
                    return False
    except TimeoutError:
        return False
    return True


def _statements(tree: ast.Module) -> Sequence[ast.stmt]:
    """The statements that do something, docstrings and imports aside; of an if or a for, only its head is changed."""
    kinds = (
        ast.Return,
        ast.Assign,
        ast.AugAssign,
        ast.AnnAssign,
        ast.Raise,
        ast.Assert,
        ast.Expr,
        ast.If,
        ast.For,
    )
    found = [node for node in ast.walk(tree) if isinstance(node, kinds)]
    doing = [
        node for node in found if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    return sorted(doing, key=lambda node: node.lineno)


def _part(statement: ast.stmt) -> ast.AST:
    """What of a statement is changed: the condition of an if, the range of a for, else all of it."""
    if isinstance(statement, ast.If):
        return statement.test
    return statement.iter if isinstance(statement, ast.For) else statement


def _changes(statement: ast.stmt) -> Iterator[tuple[ast.stmt, str]]:
    """Yield the statement with one thing changed, and the changed part as text."""
    said = isinstance(statement, ast.Raise)  # what an exception says is nobody's contract
    for index, node in enumerate(() if said else ast.walk(_part(statement))):
        for change in range(_variants(node)):
            changed = copy.deepcopy(statement)
            target = list(ast.walk(_part(changed)))[index]
            changed = _statement_with(changed, target, _vary(target, change))
            yield changed, ast.unparse(_part(changed))
    if isinstance(statement, ast.If):
        for value in (True, False):
            fixed = copy.deepcopy(statement)
            fixed.test = ast.Constant(value)
            yield fixed, str(value)
    if isinstance(statement, (ast.Expr, ast.AugAssign, ast.Raise)) and not _is_super_call(statement):
        yield ast.Pass(), "(left out)"


def _is_super_call(statement: ast.stmt) -> bool:
    return "super().__init__" in ast.unparse(statement)


def _variants(node: ast.AST) -> int:
    if isinstance(node, ast.BinOp):
        return int(type(node.op) in _OPERATORS)
    if isinstance(node, ast.AugAssign):
        return int(type(node.op) in _OPERATORS)
    if isinstance(node, ast.Compare):
        return int(type(node.ops[0]) in _COMPARISONS)
    if isinstance(node, ast.UnaryOp):
        return int(isinstance(node.op, (ast.USub, ast.Invert, ast.Not)))
    if isinstance(node, ast.Constant):
        return int(isinstance(node.value, (bool, int, float)))
    if isinstance(node, ast.IfExp):
        return 2
    if isinstance(node, ast.Call):
        swapped = _swappable(node)
        return len(node.keywords) + int(swapped) + int(_removable(node))
    return 0


def _swappable(node: ast.Call) -> bool:
    """Whether exchanging the first two arguments means something else: not for two axes, nor for max and min."""
    starred = any(isinstance(argument, ast.Starred) for argument in node.args[:2])
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    symmetric = name in ("transpose", "swapaxes", "max", "min")
    return len(node.args) >= 2 and not starred and not symmetric


def _removable(node: ast.Call) -> bool:
    """Whether the call has something to stand in its place: the object of a method, or the first argument."""
    if isinstance(node.func, ast.Attribute):
        return (
            not isinstance(node.func.value, ast.Name)
            or bool(node.args)
            or node.func.value.id not in ("nn", "F")
        )
    return bool(node.args)


def _vary(node: ast.AST, change: int) -> ast.AST:
    if isinstance(node, (ast.BinOp, ast.AugAssign)):
        node.op = _OPERATORS[type(node.op)]()
    elif isinstance(node, ast.Compare):
        node.ops[0] = _COMPARISONS[type(node.ops[0])]()
    elif isinstance(node, ast.UnaryOp):
        return node.operand
    elif isinstance(node, ast.IfExp):
        return node.body if change else node.orelse
    elif isinstance(node, ast.Constant):
        value = node.value
        node.value = not value if isinstance(value, bool) else _another(value)  # type: ignore[arg-type]  # a number
    elif isinstance(node, ast.Call):
        if change < len(node.keywords):
            del node.keywords[change]
        elif change == len(node.keywords) and _swappable(node):
            node.args[:2] = node.args[1::-1]
        else:
            inner = node.func.value if isinstance(node.func, ast.Attribute) else None
            named = isinstance(inner, ast.Name) and inner.id in ("torch", "F", "nn", "math", "self")
            return node.args[0] if node.args and (inner is None or named) else inner or node.args[0]
    return node


def _another(number: float) -> float:
    """A number that is clearly another one: a neighbour of a small one, half as much again as a large one."""
    return number + 1 if abs(number) <= 10 else number * 1.5


def _statement_with(statement: ast.stmt, old: ast.AST, new: ast.AST) -> ast.stmt:
    """The statement with the node `old` replaced by `new`."""
    return statement if old is new else _replaced(statement, old, new)


def _with(tree: ast.Module, statement: ast.stmt, changed: ast.stmt) -> ast.Module:
    index = list(ast.walk(tree)).index(statement)
    mutated = copy.deepcopy(tree)
    target = list(ast.walk(mutated))[index]
    return ast.fix_missing_locations(_replaced(mutated, target, changed))


def _replaced(root: Node, old: ast.AST, new: ast.AST) -> Node:
    """The tree with one node replaced; a statement is replaced by a statement, so that the root keeps its kind."""

    class Replace(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return new if node is old else self.generic_visit(node)

    return cast(Node, Replace().visit(root))


def _load(exercise_id: str, source: str) -> Namespace:
    module = ModuleType(f"{PACKAGE}.{exercise_id}.mutant")
    module.__package__ = f"{PACKAGE}.{exercise_id}"
    sys.modules[module.__name__] = module
    exec(compile(source, "mutant", "exec"), module.__dict__)
    return module.__dict__


@contextmanager
def _alarm(seconds: int) -> Iterator[None]:
    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError

    former = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, former)
