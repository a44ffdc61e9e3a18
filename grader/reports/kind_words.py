"""Words for what a value is, from the short form in which it is described."""

from __future__ import annotations

import re

from grader.domain.text import Text


def kind_words(told: str) -> Text:
    """A value's kind with its article: "tensor [2, 5] float32" -> "a float32 tensor [2, 5]"; what is unknown stays as it is."""
    tensor = re.fullmatch(r"tensor (\[.*\]) (\w+)", told)
    if tensor is not None:
        shape, dtype = tensor.groups()
        article = "an" if dtype.startswith("i") else "a"
        return Text(f"{article} {dtype} tensor {shape}", f"{dtype} 张量 {shape}")
    items = re.fullmatch(r"(tuple|list) of (\d+)", told)
    if items is not None:
        kind, count = items.groups()
        return Text(f"a {kind} of {count}", f"含 {count} 项的{'元组' if kind == 'tuple' else '列表'}")
    if told in _PLAIN:
        return _PLAIN[told]
    module = re.fullmatch(r"(?:ReLU|GELU|Softmax)", told)
    return Text(told, told) if module is None else Text(f"a module, {told}", f"模块 {told}")


_PLAIN = {
    "NoneType": Text("None", "None"),
    "float": Text("a float", "浮点数"),
    "int": Text("an int", "整数"),
    "tensor": Text("a tensor", "张量"),
    "dict": Text("a dict", "字典"),
}
