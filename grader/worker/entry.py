"""Finds the name that an exercise asks for, or says precisely what is there instead."""

from __future__ import annotations

import difflib
import dis
import inspect
import linecache
import re
import sys
from collections.abc import Mapping, Sequence
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
    forbidden: Sequence[str] = (),
    by_position: int = 0,
) -> SourceProblem | None:
    """Check that `namespace[name]` is what the contract asks for; None means yes.

    `kind` is "function" or "class"; `parameters` (of a class's constructor) and those of `methods` are passed
    by keyword, so each must exist by that name and no other may be required; but the first `by_position` ones of a
    function, or of each method, may have any name. A class that takes its constructor
    from one of the `forbidden` classes (dotted paths of torch) is told so.
    """
    if name not in namespace:
        return _missing(namespace, name, kind, loaded)
    found = namespace[name]
    if kind == "class":
        if not inspect.isclass(found):
            return _wrong_kind(found, name, kind, loaded)
        problem = _signature_problem(found.__init__, name, parameters, loaded, bound=False, owner=found)
        if problem is not None:
            return (
                _misnamed(found, "__init__", loaded)
                or _forbidden_base(found, name, forbidden, loaded)
                or problem
            )
        for method, expected in (methods or {}).items():
            problem = problem or _method_problem(found, name, method, expected, loaded, by_position)
        return problem
    if inspect.isclass(found) or not callable(found):
        return _wrong_kind(found, name, kind, loaded)
    return _signature_problem(found, name, parameters, loaded, bound=True, by_position=by_position)


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
    line = _line_of(found, loaded)
    return SourceProblem(
        SourceFault.WRONG_KIND, loaded.name, line[0], found=what, expected=f"{kind} {name}", cell=line[1]
    )


def _method_problem(
    owner: type,
    name: str,
    method: str,
    expected: tuple[str, ...],
    loaded: LoadedSource,
    by_position: int,
) -> SourceProblem | None:
    found = inspect.getattr_static(owner, method, None)
    plain = getattr(found, "__func__", found)
    if not callable(plain) or getattr(plain, "__name__", "") == "_forward_unimplemented":
        if _set_by_instances(owner, method):
            return None
        misnamed = _misnamed(owner, method, loaded)
        if misnamed is not None:
            return misnamed
        line = _line_of(owner, loaded)
        return SourceProblem(
            SourceFault.SIGNATURE,
            loaded.name,
            line[0],
            found=f"class {name}",
            expected=f"{name}.{method}({', '.join(('self', *expected))})",
            cell=line[1],
        )
    bound = isinstance(found, staticmethod)
    return _signature_problem(
        plain, f"{name}.{method}", expected, loaded, bound=bound, by_position=by_position
    )


def _misnamed(owner: type, method: str, loaded: LoadedSource) -> SourceProblem | None:
    """The method of the class itself whose name nearly is this one, where the class lacks it."""
    if method in vars(owner):
        return None
    own = [key for key, value in vars(owner).items() if inspect.isfunction(value)]
    bare = {name.strip("_").lower(): name for name in own}
    wanted = method.strip("_")
    near = difflib.get_close_matches(wanted, list(bare), n=1, cutoff=0.8)
    if not near:
        return None
    line = _line_of(vars(owner)[bare[near[0]]], loaded)
    return SourceProblem(
        SourceFault.MISNAMED, loaded.name, line[0], found=bare[near[0]], expected=method, cell=line[1]
    )


def _forbidden_base(
    owner: type, name: str, forbidden: Sequence[str], loaded: LoadedSource
) -> SourceProblem | None:
    """The forbidden class that this one inherits its constructor from."""
    if "__init__" in vars(owner):
        return None
    for path in forbidden:
        base = _of_path(path)
        if inspect.isclass(base) and issubclass(owner, base):
            line = _line_of(owner, loaded)
            found = path.removeprefix("torch.")
            return SourceProblem(
                SourceFault.FORBIDDEN_BASE, loaded.name, line[0], found=found, expected=name, cell=line[1]
            )
    return None


def _of_path(path: str) -> object:
    """What a dotted path of torch names; None where there is nothing."""
    found: object = sys.modules.get(path.partition(".")[0])
    for part in path.split(".")[1:]:
        found = getattr(found, part, None)
    return found


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
    by_position: int = 0,
) -> SourceProblem | None:
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except Exception:  # noqa: BLE001 - builtins have none, a learner's object may raise anything
        return None
    if not bound:
        parameters = parameters[1:]
    inherited = owner is not None and "__init__" not in vars(owner) and _takes_anything(parameters)
    if _goes_through(parameters, expected, by_position) and not (inherited and expected):
        return None
    line = _line_of(owner if inherited else function, loaded)
    if line[0] is None and owner is not None:  # what it inherits was defined elsewhere
        line = _line_of(owner, loaded)
    return SourceProblem(
        SourceFault.SIGNATURE,
        loaded.name,
        line[0],
        found=_written(name, [] if inherited else parameters),
        expected=f"{name}({', '.join(expected)})",
        cell=line[1],
        suggestions=tuple(each for each in expected if not _has(parameters, each))[:5],
    )


def _goes_through(parameters: list[inspect.Parameter], expected: tuple[str, ...], by_position: int) -> bool:
    """Whether a call with these names goes through, the first `by_position` of them under any name."""
    if _accepts(parameters, expected):
        return True
    slots = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if len(slots) < by_position and not any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return False
    rest = [p for p in parameters if p not in slots[:by_position]]
    return by_position > 0 and _accepts(rest, expected[by_position:])


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


def _line_of(found: object, loaded: LoadedSource) -> tuple[int | None, int | None]:
    """Return (line, cell) of the learner's own file where a function or class was defined; None where unknown."""
    if inspect.isclass(found):
        return _line_of_class(found.__name__, loaded)
    try:
        code = getattr(inspect.unwrap(found) if callable(found) else found, "__code__", None)
    except Exception:  # noqa: BLE001 - a learner's object may refuse any question
        code = None
    if not inspect.iscode(code) or code.co_filename not in loaded.filenames:
        return None, None
    return code.co_firstlineno, _cell_of(code.co_filename)


def _line_of_class(name: str, loaded: LoadedSource) -> tuple[int | None, int | None]:
    pattern = re.compile(rf"^\s*class\s+{re.escape(name)}\b")
    for filename in reversed(loaded.filenames):
        numbered = list(enumerate(linecache.getlines(filename), start=1))
        line = next((number for number, row in reversed(numbered) if pattern.match(row)), None)
        if line is not None:
            return line, _cell_of(filename)
    return None, None


def _cell_of(filename: str) -> int | None:
    cell = re.search(r", cell (\d+)$", filename)
    return int(cell.group(1)) if cell else None
