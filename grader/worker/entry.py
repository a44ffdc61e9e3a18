"""Finds the name that an exercise asks for, or says precisely what is there instead."""

from __future__ import annotations

import difflib
import dis
import inspect
import linecache
import re
from collections.abc import Mapping
from typing import Any

from grader.domain.source_problem import SourceFault, SourceProblem
from grader.source.code import LoadedSource
from grader.worker.execution import SUBMISSION_MODULE

_MAX_NAMES = 3


def find_entry(
    namespace: Mapping[str, Any],
    name: str,
    kind: str,
    parameters: tuple[str, ...],
    loaded: LoadedSource,
    methods: Mapping[str, tuple[str, ...]] | None = None,
) -> SourceProblem | None:
    """Check that `namespace[name]` is what the contract asks for; None means yes.

    `kind` is "function" or "class"; `parameters` (of a class's constructor) and those of `methods` are passed
    by keyword, so each must exist by that name and no other may be required.
    """
    if name not in namespace:
        return _missing(namespace, name, kind, loaded)
    found = namespace[name]
    if kind == "class":
        if not inspect.isclass(found):
            return _wrong_kind(found, name, kind, loaded)
        problem = _signature_problem(found.__init__, name, parameters, loaded, bound=False, owner=found)
        for method, expected in (methods or {}).items():
            problem = problem or _method_problem(found, name, method, expected, loaded)
        return problem
    if inspect.isclass(found) or not callable(found):
        return _wrong_kind(found, name, kind, loaded)
    return _signature_problem(found, name, parameters, loaded, bound=True)


def _missing(namespace: Mapping[str, Any], name: str, kind: str, loaded: LoadedSource) -> SourceProblem:
    for broken in loaded.broken:  # the name may be in a cell that does not compile: then that is what to tell
        if _defines(loaded, broken, name):
            return broken
    own = [key for key, value in namespace.items() if _is_own(key, value)]
    return SourceProblem(
        SourceFault.MISSING_ENTRY,
        loaded.name,
        found=", ".join(own[:8]),
        expected=f"{kind} {name}",
        suggestions=_near(name, own),
    )


def _defines(loaded: LoadedSource, broken: SourceProblem, name: str) -> bool:
    lines = linecache.getlines(f"{loaded.name}, cell {broken.cell}")
    pattern = re.compile(rf"^\s*(?:class|def)\s+{re.escape(name)}\b")
    return any(pattern.match(line) for line in lines)


def _is_own(key: str, value: object) -> bool:
    try:
        return callable(value) and getattr(value, "__module__", None) == SUBMISSION_MODULE
    except Exception:  # noqa: BLE001 - a learner's object may refuse any question
        return False


def _near(name: str, own: list[str]) -> tuple[str, ...]:
    def bare(text: str) -> str:
        return text.replace("_", "").lower()

    by_bare = {bare(each): each for each in own}
    close = difflib.get_close_matches(bare(name), list(by_bare), n=_MAX_NAMES, cutoff=0.6)
    containing = [each for each in by_bare if bare(name) in each and each not in close]
    return tuple(by_bare[each] for each in (*close, *containing))[:_MAX_NAMES]


def _wrong_kind(found: object, name: str, kind: str, loaded: LoadedSource) -> SourceProblem:
    if inspect.isclass(found):
        what = f"class {name}"
    elif inspect.isroutine(found):
        what = f"function {name}"
    else:
        what = f"{name} = {type(found).__name__} object"
    line = _line_of(found)
    return SourceProblem(
        SourceFault.WRONG_KIND, loaded.name, line[0], found=what, expected=f"{kind} {name}", cell=line[1]
    )


def _method_problem(
    owner: type, name: str, method: str, expected: tuple[str, ...], loaded: LoadedSource
) -> SourceProblem | None:
    found = inspect.getattr_static(owner, method, None)
    plain = getattr(found, "__func__", found)
    if not callable(plain) or getattr(plain, "__name__", "") == "_forward_unimplemented":
        if _set_by_instances(owner, method):
            return None
        line = _line_of(owner)
        return SourceProblem(
            SourceFault.SIGNATURE,
            loaded.name,
            line[0],
            found=f"class {name}",
            expected=f"{name}.{method}({', '.join(('self', *expected))})",
            cell=line[1],
        )
    bound = isinstance(found, staticmethod)
    return _signature_problem(plain, f"{name}.{method}", expected, loaded, bound=bound)


def _set_by_instances(owner: type, method: str) -> bool:
    """Whether an instance may have what its class lacks: assigned, by another class, or by __call__."""
    for base in owner.__mro__:
        if base.__module__ != SUBMISSION_MODULE:
            continue
        members = vars(base)
        if "__new__" in members or "__call__" in members:
            return True
        codes = [each.__code__ for each in members.values() if inspect.isfunction(each)]
        stored = {i.argval for code in codes for i in dis.get_instructions(code) if i.opname == "STORE_ATTR"}
        if stored & {method, "__class__"}:
            return True
    return False


def _signature_problem(
    function: Any,
    name: str,
    expected: tuple[str, ...],
    loaded: LoadedSource,
    *,
    bound: bool,
    owner: type | None = None,
) -> SourceProblem | None:
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except Exception:  # noqa: BLE001 - builtins have none, a learner's object may raise anything
        return None
    if not bound:
        parameters = parameters[1:]
    inherited = owner is not None and "__init__" not in vars(owner) and _takes_anything(parameters)
    if _accepts(parameters, expected) and not (inherited and expected):
        return None
    line = _line_of(owner if inherited else function)
    return SourceProblem(
        SourceFault.SIGNATURE,
        loaded.name,
        line[0],
        found=_written(name, [] if inherited else parameters),
        expected=f"{name}({', '.join(expected)})",
        cell=line[1],
        suggestions=tuple(each for each in expected if not _has(parameters, each))[:5],
    )


def _accepts(parameters: list[inspect.Parameter], expected: tuple[str, ...]) -> bool:
    by_keyword = {p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
    takes_more = any(p.kind is p.VAR_KEYWORD for p in parameters)
    required = {
        p.name for p in parameters if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
    }
    return required <= set(expected) & by_keyword and (takes_more or set(expected) <= by_keyword)


def _has(parameters: list[inspect.Parameter], name: str) -> bool:
    return any(p.name == name and p.kind is not p.POSITIONAL_ONLY for p in parameters)


def _takes_anything(parameters: list[inspect.Parameter]) -> bool:
    return any(p.kind is p.VAR_KEYWORD for p in parameters)


def _written(name: str, parameters: list[inspect.Parameter]) -> str:
    stars: dict[object, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    words: list[str] = []
    for number, parameter in enumerate(parameters):
        optional = "=..." if parameter.default is not parameter.empty else ""
        words.append(f"{stars.get(parameter.kind, '')}{parameter.name}{optional}")
        following = parameters[number + 1 : number + 2]
        if parameter.kind is parameter.POSITIONAL_ONLY and not (
            following and following[0].kind is parameter.POSITIONAL_ONLY
        ):
            words.append("/")
    return f"{name}({', '.join(words)})"[:300]


def _line_of(found: object) -> tuple[int | None, int | None]:
    """Return (line, cell) where a function, or a class's first method, was defined; None where unknown."""
    if inspect.isclass(found):
        members = [each for each in vars(found).values() if inspect.isfunction(each)]
        found = min(members, key=lambda each: each.__code__.co_firstlineno) if members else None
    try:
        code = getattr(inspect.unwrap(found) if callable(found) else found, "__code__", None)
    except Exception:  # noqa: BLE001 - a learner's object may refuse any question
        code = None
    if not inspect.iscode(code):
        return None, None
    cell = re.search(r", cell (\d+)$", code.co_filename)
    return code.co_firstlineno, int(cell.group(1)) if cell else None
