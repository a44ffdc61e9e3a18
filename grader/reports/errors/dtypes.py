"""Errors of dtype or device: what was mixed, what an operation needs."""

from __future__ import annotations

from grader.reports.errors.rule import DTYPE, N, Rule, rule

DTYPES: tuple[Rule, ...] = (
    rule(
        "mask-dtype", rf"masked_fill_? only supports boolean masks, but got mask with dtype {DTYPE}",
        "masked_fill needs a bool mask, and got {0}: compare (mask == 0) or cast with .bool().",
        "masked_fill 需要 bool 掩码，实际是 {0}：用比较（mask == 0）或 .bool() 转换。",
    ),
    rule(
        "where-dtype", rf"where expected condition to be a boolean tensor, but got a tensor with dtype {DTYPE}",
        "torch.where needs a bool condition, and got {0}: compare, or cast with .bool().",
        "torch.where 的条件必须是 bool，实际是 {0}：用比较或 .bool() 转换。",
    ),
    rule(
        "attention-mask-dtype", rf"Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask\.dtype: {DTYPE} and\s+query\.dtype: {DTYPE}",
        "attn_mask has dtype {0} and the query {1}. Pass a bool mask, True where a key may be seen (~blocked_mask), "
        "or floats of the query's dtype that are added to the scores.",
        "attn_mask 的 dtype 是 {0}，而 query 是 {1}。请传 bool 掩码（True 表示可见，即 ~blocked_mask），或与 query 同 dtype、加到分数上的浮点数。",
    ),
    rule(
        "half-overflow", rf"value cannot be converted to type {DTYPE} without overflow",
        "The filled-in number does not fit into {0} (half precision ends at 65504): use torch.finfo(scores.dtype).min or float(\"-inf\") "
        "in place of -1e9.",
        "填入的数超出了 {0} 的范围（半精度最大 65504）：请用 torch.finfo(scores.dtype).min 或 float(\"-inf\") 代替 -1e9。",
    ),
    rule(
        "dtype-mix",
        rf"mat1 and mat2 must have the same dtype, but got {DTYPE} and {DTYPE}|"
        rf"expected m1 and m2 to have the same dtype, but got: {DTYPE} != {DTYPE}|"
        rf"expected scalar type {DTYPE} but found {DTYPE}|"
        rf"Expected query, key, and value to have the same dtype, but got query\.dtype: {DTYPE} key\.dtype: {DTYPE}|"
        rf"Expected object of scalar type {DTYPE} but got scalar type {DTYPE}",
        "Two dtypes met in one operation: {0} and {1}. Make new tensors with dtype=x.dtype, cast with .to(x.dtype), and create layers "
        "in __init__, so that module.to(dtype) reaches them.",
        "一个运算里遇到两种 dtype：{0} 和 {1}。新建张量时写 dtype=x.dtype，转换用 .to(x.dtype)；层要在 __init__ 里创建，module.to(dtype) 才能作用到它们。",
    ),
    rule(
        "dtype-mix-unnamed", r"mixed dtype \(CPU\): all inputs must share same datatype",
        "Two dtypes met in one operation. Make new tensors with dtype=x.dtype, cast with .to(x.dtype), and create layers in __init__.",
        "一个运算里遇到两种 dtype。新建张量时写 dtype=x.dtype，转换用 .to(x.dtype)；层要在 __init__ 里创建。",
    ),
    rule(
        "device-mix", r"Expected all tensors to be on the same device|is not on the expected device",
        "Tensors on different devices met: make new ones with device=x.device, or register them as buffers so that they move with the module.",
        "不同设备上的张量相遇了：新建张量时写 device=x.device，或注册成 buffer，让它随模块一起移动。",
    ),
    rule(
        "bitwise-of-floats", r"\"bitwise_(?:and|or|xor)_cpu\" not implemented for",
        "&, | and ^ join bool masks; one of these is floating point: compare first, with brackets, (x > 0) & mask.",
        "&、|、^ 用于 bool 掩码，而这里有浮点数：请先比较并加括号，(x > 0) & mask。",
    ),
    rule(
        "integer-input", r"could not infer output dtype\. Input dtype must be either a floating point|std and var only support floating point|\"\w{1,40}\" not implemented for '(?:Long|Int|Bool|Byte|Short)'",
        "This operation needs floating point and got integers or bools: cast with .float() or .to(x.dtype) first.",
        "这个运算需要浮点数，得到的却是整数或 bool：先用 .float() 或 .to(x.dtype) 转换。",
    ),
    rule(
        "integer-parameter", r"Only Tensors of floating point and complex dtype can require gradients",
        "A parameter holds floating point numbers: torch.ones(dim), not integers (torch.arange, torch.tensor([1, 2])).",
        "参数必须是浮点数：用 torch.ones(dim)，不要用整数（torch.arange、torch.tensor([1, 2])）。",
    ),
    rule(
        "embedding-dtype", r"Expected tensor for argument #1 'indices' to have one of the following scalar types: Long",
        "An embedding takes integer ids and got floats: pass the ids themselves, not what was computed from them.",
        "嵌入层要的是整数编号，得到的是浮点数：请传入编号本身，而不是由它算出来的东西。",
    ),
    rule(
        "target-dtype", r"expected (?:scalar type|target dtype to be) Long",
        "The targets of cross_entropy are class numbers: integers of dtype long, not floats.",
        "cross_entropy 的 targets 是类别编号：要用 long 整数，而不是浮点数。",
    ),
    rule(
        "division-in-size", r"type must be tuple of ints,\s?but got float|must be (?:tuple of ints|int), not float|'float' object cannot be interpreted as an integer|slice indices must be integers|\(got float\)|got \(float, int",
        "A size or index is a float: / always gives one in Python. Use // for whole numbers: dim // num_heads.",
        "大小或下标是浮点数：Python 的 / 总是得到浮点数。整数除法请用 //：dim // num_heads。",
    ),
    rule(
        "invert-float", r"~ \(operator\.invert\) is only implemented on integer and Boolean-type tensors",
        "~ turns a bool mask round; this one is floating point: make the mask by a comparison, or cast with .bool().",
        "~ 用来翻转 bool 掩码，而这里是浮点数：用比较得到掩码，或用 .bool() 转换。",
    ),
    rule(
        "bool-minus", r"(?:Subtraction|Negation), the `-` operator, (?:with|on) (?:a|two) bool tensors? is not supported",
        "Bool masks cannot be subtracted: 1 - mask is written ~mask.",
        "bool 掩码不能相减：1 - mask 要写成 ~mask。",
    ),
    rule(
        "float-index", r"tensors used as indices must be long, int, byte or bool",
        "An index must be integers or a bool mask: compare, or cast with .long() or .bool().",
        "下标必须是整数或 bool 掩码：用比较，或用 .long()、.bool() 转换。",
    ),
    rule(
        "class-numbers", rf"Target {N} is out of bounds",
        "cross_entropy met the class number {0}, which is no class: targets run from 0 to the number of classes - 1. At padded positions "
        "replace the targets first (masked_fill(is_pad, 0)), or select the valid positions before the loss.",
        "cross_entropy 遇到类别编号 {0}，没有这个类别：targets 的范围是 0 到类别数 - 1。填充位置上的 targets 要先替换（masked_fill(is_pad, 0)），或先选出有效位置再算损失。",
    ),
)  # fmt: skip
