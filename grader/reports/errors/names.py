"""Errors of names: what does not exist, what is probably meant."""

from __future__ import annotations

from grader.reports.errors.rule import Rule, rule

_NO_ATTRIBUTE = r"has no attribute '\w{1,60}'"

NAMES: tuple[Rule, ...] = (
    rule(
        "super-init", r"cannot assign (?:module|parameters?|buffer) before Module\.__init__\(\) call",
        "The constructor does not call super().__init__(). Make it the first line of __init__: nn.Module can register "
        "layers, parameters and buffers only after it.",
        "构造函数没有调用 super().__init__()。请把它写成 __init__ 的第一行：在它之后 nn.Module 才能登记层、参数和 buffer。",
    ),
    rule(
        "super-init-late", r"has no attribute '_(?:backward_hooks|backward_pre_hooks|forward_hooks|modules|parameters|buffers)'",
        "The constructor does not call super().__init__(). Make it the first line of __init__.",
        "构造函数没有调用 super().__init__()。请把它写成 __init__ 的第一行。",
    ),
    rule(
        "none-attribute", r"'NoneType' object has no attribute",
        "{code0} is None here. Either a function that makes it lacks its return, or an optional argument was not "
        "given and has to be tested first: if {code0} is not None.",
        "{code0} 在这里是 None。要么产生它的函数漏写了 return，要么可选参数没有传入，需要先判断：if {code0} is not None。",
        code=r"^([A-Za-z_][\w.]*)\.\w+",
    ),
    rule(
        "none-object", r"'NoneType' object (?:has no attribute|is not (?:subscriptable|callable|iterable))",
        "A value is None here. Either a function that makes it lacks its return, or an optional argument was not given "
        "and has to be tested first (is not None).",
        "这里有一个值是 None。要么产生它的函数漏写了 return，要么可选参数没有传入，需要先用 is not None 判断。",
    ),
    rule(
        "torch-name", rf"module '(?:torch|torch\.nn|torch\.nn\.functional|math|numpy)' {_NO_ATTRIBUTE}",
        "{code0} has no {code1}: write {code0}.{near}.",
        "{code0} 里没有 {code1}：应写作 {code0}.{near}。",
        code=r"([A-Za-z_][\w.]*)\.(\w+)$",
    ),
    rule(
        "numpy-method", rf"'Tensor' object {_NO_ATTRIBUTE}",
        "A tensor has no {code0}: that is numpy's. torch has .to(dtype) for astype, .clone() for copy, .repeat or .repeat_interleave "
        "for tile, .unsqueeze for expand_dims.",
        "张量没有 {code0}：那是 numpy 的方法。torch 中 astype 对应 .to(dtype)，copy 对应 .clone()，tile 对应 .repeat，expand_dims 对应 .unsqueeze。",
        code=r"\.(astype|copy|tile|expand_dims|dot_product|repeat_elements)$",
    ),
    rule(
        "tensor-method", rf"'Tensor' object {_NO_ATTRIBUTE}",
        "A tensor has no {code0}; it has {near}.",
        "张量没有 {code0}，有的是 {near}。",
        code=r"\.(\w+)$",
    ),
    rule(
        "self-attribute", rf"object {_NO_ATTRIBUTE}",
        "{code0} is never set. Did you mean self.{near}? A name must be the same in __init__ and here.",
        "{code0} 从来没有被赋值。是不是想写 self.{near}？在 __init__ 和这里要用同一个名字。",
        code=r"(self\.\w+)$",
    ),
    rule(
        "self-attribute-missing", rf"object {_NO_ATTRIBUTE}",
        "{code0} is never set. Set it in __init__ (self.NAME = ...); a plain local variable of __init__ is gone when it ends.",
        "{code0} 从来没有被赋值。请在 __init__ 里写 self.名字 = ...；__init__ 里的普通局部变量在函数结束后就没有了。",
        code=r"(self\.\w+)$",
    ),
    rule(
        "attribute-near", rf"object {_NO_ATTRIBUTE}",
        "There is no attribute of that name here; did you mean {near}?",
        "这里没有这个名字的属性；是不是想写 {near}？",
    ),
    rule(
        "unbound-local", r"cannot access local variable '\w{1,60}' where it is not associated with a value|referenced before assignment",
        "{code0} is read before it has a value: it is assigned only in a branch or loop that did not run here. Give it a value before that.",
        "{code0} 在赋值之前就被读取：给它赋值的分支或循环这次没有执行。请在那之前先给它一个值。",
        code=r"^([A-Za-z_]\w*)$",
    ),
    rule(
        "name-self", r"^name '\w{1,60}' is not defined",
        "{code0} is not defined here. If it was stored in __init__, write self.{code0}.",
        "这里没有定义 {code0}。如果它是在 __init__ 里保存的，请写 self.{code0}。",
        code=r"^((?:dim|num_heads|hidden_dim|dropout|eps|d_k|d_model|heads|head_dim|gamma|beta|norm|pad_id|h|d|max_len)\b)$",
    ),
    rule(
        "name-import", r"^name '\w{1,60}' is not defined",
        "{code0} is not imported in this file: add the import at its top (import torch, import math, from torch import nn, "
        "import torch.nn.functional as F).",
        "这个文件没有导入 {code0}：请在开头加上 import（import torch、import math、from torch import nn、import torch.nn.functional as F）。",
        code=r"^(torch|nn|F|math|np|numpy|Tensor|copy|deepcopy)$",
    ),
    rule(
        "name-near", r"^name '\w{1,60}' is not defined",
        "{code0} is not defined here; did you mean {near}?",
        "这里没有定义 {code0}；是不是想写 {near}？",
        code=r"^(\w+)$",
    ),
    rule(
        "name-missing", r"^name '\w{1,60}' is not defined",
        "{code0} is not defined here: assign it first, pass it as an argument, or write self. before it.",
        "这里没有定义 {code0}：请先赋值、作为参数传入，或在前面加上 self.。",
        code=r"^(\w+)$",
    ),
    rule(
        "no-forward", r"Module \[(?:ModuleList|ModuleDict)\] is missing the required \"forward\" function",
        "A ModuleList (or ModuleDict) only holds modules, it cannot be called: loop over it, for layer in self.layers: x = layer(x).",
        "ModuleList（或 ModuleDict）只是存放模块的容器，不能直接调用：请循环，for layer in self.layers: x = layer(x)。",
    ),
    rule(
        "no-forward-method", r"is missing the required \"forward\" function",
        "This module's class has no method forward: check its spelling (forward, not foward) and that it is indented inside the class.",
        "这个模块的类没有 forward 方法：检查拼写（forward，而不是 foward）以及它是否缩进在类里面。",
    ),
)  # fmt: skip
