"""Words for facts: what was found beside what is asked, then the way out."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from grader.domain.fact import Fact, FactKind
from grader.domain.text import Text

UNREGISTERED = frozenset({FactKind.BUFFERS, FactKind.PLAIN, FactKind.LISTED})
"""Facts that explain an exception of dtype or device, which follows from them."""

_SHOWN = 6


def fact_message(fact: Fact) -> Text:
    """One or two sentences on a fact, with the learner's line where one is known."""
    said, place = _WORDS[fact.kind](fact), _place(fact)
    return Text(said.en.rstrip(".") + place.en + ".", said.zh.rstrip("。") + place.zh + "。")


def _place(fact: Fact) -> Text:
    if fact.line is None:
        return Text("", "")
    code = f": {fact.code}" if fact.code else ""
    code_zh = f"：{fact.code}" if fact.code else ""
    if fact.cell is None:
        return Text(f" (line {fact.line}{code})", f"（第 {fact.line} 行{code_zh}）")
    return Text(
        f" (cell {fact.cell}, line {fact.line}{code})", f"（代码单元 {fact.cell} 第 {fact.line} 行{code_zh}）"
    )


def _listed(names: Sequence[str]) -> Text:
    shown = list(names[:_SHOWN])
    if len(names) > _SHOWN:
        return Text(
            f"{', '.join(shown)} and {len(names) - _SHOWN} more", f"{'、'.join(shown)} 等 {len(names)} 个"
        )
    if len(shown) == 1:
        return Text(shown[0], shown[0])
    return Text(f"{', '.join(shown[:-1])} and {shown[-1]}", "、".join(shown))


def _tensors(count: str) -> str:
    return "1 parameter tensor" if count == "1" else f"{count} parameter tensors"


def _frozen(fact: Fact) -> Text:
    names, several = _listed(fact.found), len(fact.found) > 1
    return Text(
        f"{names.en} {'have' if several else 'has'} requires_grad=False and cannot be trained: leave it at True, as nn.Parameter does.",
        f"{names.zh} 的 requires_grad=False，无法训练：保持 nn.Parameter 默认的 True。",
    )


def _buffers(fact: Fact) -> Text:
    names, several = _listed(fact.found), len(fact.found) > 1
    return Text(
        f"{names.en} {'are buffers' if several else 'is a buffer'}, which training does not change: wrap {'them' if several else 'it'} "
        "in nn.Parameter.",
        f"{names.zh} 是 buffer，训练不会更新：请改用 nn.Parameter 包装。",
    )


def _plain(fact: Fact) -> Text:
    names, several = _listed(fact.found), len(fact.found) > 1
    return Text(
        f"{names.en} {'are plain tensors' if several else 'is a plain tensor'}, not registered with the module: wrap "
        f"{'them' if several else 'it'} in nn.Parameter.",
        f"{names.zh} 是普通张量，没有登记到模块：请用 nn.Parameter 包装。",
    )


def _list_of_modules(fact: Fact) -> Text:
    names, several = _listed(fact.found), len(fact.found) > 1
    return Text(
        f"{names.en} {'are Python containers' if several else 'is a Python container'} of modules, whose parameters are not registered: use "
        "nn.ModuleList (or nn.ParameterList).",
        f"{names.zh} 是普通 Python 容器，其中模块的参数没有登记：请用 nn.ModuleList（或 nn.ParameterList）。",
    )


def _extra(fact: Fact) -> Text:
    names = fact.found[1:]
    verb = "are" if len(names) > 1 else "is"
    en = f": {_listed(names).en} {verb} extra" if names else ""
    zh = f"：多出 {_listed(names).zh}" if names else ""
    return Text(
        f"{_tensors(fact.found[0])}, expected {fact.expected[0]}{en}.",
        f"有 {fact.found[0]} 个参数张量，应为 {fact.expected[0]} 个{zh}。",
    )


def _missing(fact: Fact) -> Text:
    lacking = fact.expected[1:]
    shapes = lacking[0].startswith("[")
    names = _listed(lacking)
    verb = "are" if len(lacking) > 1 else "is"
    en = f"{'the shapes ' if shapes and len(lacking) > 1 else 'shape ' if shapes else ''}{names.en} {verb} missing"
    return Text(
        f"{_tensors(fact.found[0])}, expected {fact.expected[0]}: {en}.",
        f"有 {fact.found[0]} 个参数张量，应为 {fact.expected[0]} 个：缺少{'形状 ' if shapes else ' '}{names.zh}。",
    )


def _unbuffered(fact: Fact) -> Text:
    names, several = _listed(fact.found), len(fact.found) > 1
    return Text(
        f"{names.en} {'are no buffers' if several else 'is no buffer'}: register {'them' if several else 'it'} with register_buffer, to be "
        f"saved and moved with the module without being trained.",
        f"{names.zh} 不是 buffer：请用 register_buffer 登记，这样它会随模块保存和移动，又不会被训练。",
    )


def _shared(fact: Fact) -> Text:
    names = _listed(fact.found[1:])
    return Text(
        f"{_tensors(fact.found[0])}, expected {fact.expected[0]}: {names.en} {'are' if len(fact.found) > 2 else 'is'} the same tensor under "
        "a second name. Create a module for each place.",
        f"有 {fact.found[0]} 个参数张量，应为 {fact.expected[0]} 个：{names.zh} 只是同一个张量的第二个名字。请在每处各创建一个模块。",
    )


def _renamed(fact: Fact) -> Text:
    return Text(
        f"Found the parameters {_listed(fact.found).en}; expected {_listed(fact.expected).en}.",
        f"参数名是 {_listed(fact.found).zh}，应为 {_listed(fact.expected).zh}。",
    )


def _reshaped(fact: Fact) -> Text:
    name, shape = fact.found
    return Text(
        f"{name} has shape {shape}, expected {fact.expected[0]}.",
        f"{name} 的形状是 {shape}，应为 {fact.expected[0]}。",
    )


def _numbers(fact: Fact) -> Text:
    return Text(
        f"The module has {fact.found[1]} trainable numbers ({_tensors(fact.found[0])}), expected {fact.expected[1]}.",
        f"模块有 {fact.found[1]} 个可训练的数（{fact.found[0]} 个参数张量），应为 {fact.expected[1]} 个。",
    )


def _default(fact: Fact) -> Text:
    name, value = fact.found[0], _number(fact.found[1])
    asked = _number(fact.expected[0])
    return Text(
        f"The default of {name} is {value}, expected {asked}.",
        f"{name} 的默认值是 {value}，应为 {asked}。",
    )


def _number(written: str) -> str:
    """A number as people write it: 1e-5 for Python's 1e-05."""
    return re.sub(r"e([+-])0(\d)$", r"e\1\2", written)


def _form(fact: Fact) -> Text:
    found, expected = fact.found[0], fact.expected[0]
    names = ", ".join(fact.expected[1:])
    if expected.startswith("tuple"):
        asked = (
            Text(f"return the pair ({names})", f"应返回一对值 ({names})")
            if names
            else _form_name(expected, "return ", "应返回")
        )
        mine = _form_name(found, "You return ", "你返回的是")
        return Text(f"{mine.en}; {asked.en}.", f"{mine.zh}，{asked.zh}。")
    mine = _form_name(found, "You return ", "你返回的是")
    return Text(
        f"{mine.en}; return {_form_name(expected, '', '').en}.",
        f"{mine.zh}，应返回{_form_name(expected, '', '').zh}。",
    )


def _form_name(form: str, en: str, zh: str) -> Text:
    kind, _, rest = form.partition(" ")
    if kind == "tensor":
        return Text(f"{en}one tensor", f"{zh}一个张量")
    if kind in ("tuple", "list"):
        count = rest.removeprefix("of ")
        return Text(f"{en}a {kind} of {count}", f"{zh}含 {count} 项的{'元组' if kind == 'tuple' else '列表'}")
    return Text(f"{en}{form}", f"{zh}{form}")


def _dtype(fact: Fact) -> Text:
    found, expected = fact.found[0], fact.expected[0]
    said = Text(
        f"The result has dtype {found}, expected {expected}: ", f"结果的 dtype 是 {found}，应为 {expected}："
    )
    if expected == "bool":
        return Text(
            said.en + "make the mask by a comparison, or cast it with .bool().",
            said.zh + "用比较得到掩码，或用 .bool() 转换。",
        )
    return Text(
        said.en + "cast nothing on the way, or cast back at the end.",
        said.zh + "途中不要转换，或最后转换回来。",
    )


def _device(_fact: Fact) -> Text:
    return Text(
        "Part of the result is created on another device than the inputs: create new tensors with device=x.device.",
        "结果中有一部分建在与输入不同的设备上：新建张量时写 device=x.device。",
    )


def _in_place(fact: Fact) -> Text:
    name = fact.found[0]
    return Text(
        f"Your code changes {name}, which belongs to the caller: compute a new tensor instead of changing it in place",
        f"你的代码原地改动了调用者的 {name}：请计算新张量，不要原地修改",
    )


_WORDS: dict[FactKind, Callable[[Fact], Text]] = {
    FactKind.FROZEN: _frozen,
    FactKind.BUFFERS: _buffers,
    FactKind.PLAIN: _plain,
    FactKind.LISTED: _list_of_modules,
    FactKind.UNBUFFERED: _unbuffered,
    FactKind.EXTRA: _extra,
    FactKind.MISSING: _missing,
    FactKind.RENAMED: _renamed,
    FactKind.RESHAPED: _reshaped,
    FactKind.NUMBERS: _numbers,
    FactKind.SHARED: _shared,
    FactKind.DEFAULT: _default,
    FactKind.FORM: _form,
    FactKind.DTYPE: _dtype,
    FactKind.DEVICE: _device,
    FactKind.IN_PLACE: _in_place,
}
