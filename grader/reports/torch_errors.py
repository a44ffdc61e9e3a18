"""Explains torch's own errors: what met what, and the usual way out, in both languages.

Only numbers that torch itself puts into its messages are taken over, so that an explanation cannot carry a
hidden case out; learners' own exceptions match no pattern unless they imitate torch, and then still give
numbers alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from grader.domain.text import Text


@dataclass(frozen=True)
class Explanation:
    """A pattern over torch's message and what to say; `{0}`, `{1}` ... are the pattern's groups."""

    name: str
    pattern: re.Pattern[str]
    text: Text


_N = r"(-?\d{1,5})"
_SHAPE = r"(\[[\d, ]{0,80}\])"


def _entry(name: str, pattern: str, en: str, zh: str) -> Explanation:
    return Explanation(name, re.compile(pattern), Text(en, zh))


EXPLANATIONS: tuple[Explanation, ...] = (
    _entry(
        "matmul-shapes", rf"mat1 and mat2 shapes cannot be multiplied \({_N}x{_N} and {_N}x{_N}\)",
        "A matrix product met {0}x{1} and {2}x{3}: the inner sizes {1} and {2} must be equal. nn.Linear(a, b) takes a last axis "
        "of size a (leading axes are flattened into the first number).",
        "矩阵乘法遇到 {0}x{1} 和 {2}x{3}：中间的 {1} 和 {2} 必须相等。nn.Linear(a, b) 要求最后一轴的大小为 a（前面的轴会被展平成第一个数）。",
    ),
    _entry(
        "bmm-shapes", rf"Expected size for first two dimensions of batch2 tensor to be: {_SHAPE} but got: {_SHAPE}",
        "A batched matrix product needs {0} as batch and inner size of the second factor, and got {1}: one of the factors has to be "
        "transposed, or is another tensor than you think.",
        "批量矩阵乘法要求第二个因子的批大小和内侧大小为 {0}，实际是 {1}：其中一个因子需要转置，或者并不是你以为的那个张量。",
    ),
    _entry(
        "broadcast", rf"The size of tensor a \({_N}\) must match the size of tensor b \({_N}\) at non-singleton dimension {_N}",
        "Two tensors of sizes {0} and {1} met on axis {2}: sizes must be equal there, or one of them 1. keepdim=True or unsqueeze "
        "keeps axes in their places.",
        "两个张量在第 {2} 轴上的大小是 {0} 和 {1}：必须相等，或其中一个为 1。用 keepdim=True 或 unsqueeze 让各轴保持对齐。",
    ),
    _entry(
        "expand", rf"The expanded size of the tensor \({_N}\) must match the existing size \({_N}\) at non-singleton dimension {_N}",
        "expand (or a broadcast mask) wanted size {0} on axis {2}, where the tensor has {1}: only axes of size 1 can be expanded.",
        "expand（或掩码的广播）想把第 {2} 轴变成 {0}，而张量在那里是 {1}：只有大小为 1 的轴才能扩展。",
    ),
    _entry(
        "view-size", rf"shape '{_SHAPE}' is invalid for input of size {_N}",
        "view or reshape to {0} does not hold {1} numbers: the product of the new sizes must be the number of entries.",
        "view 或 reshape 成 {0} 装不下 {1} 个数：新形状各轴大小的乘积必须等于元素个数。",
    ),
    _entry(
        "view-not-contiguous", r"view size is not compatible with input tensor's size and stride",
        "view cannot merge axes that do not lie side by side in memory, as after transpose or permute: call .contiguous() first, or use .reshape.",
        "view 不能合并在内存中不相邻的轴（transpose 或 permute 之后就是这样）：先调用 .contiguous()，或改用 .reshape。",
    ),
    _entry(
        "mask-dtype", r"masked_fill_? only supports boolean masks, but got mask with dtype (\w{1,20})",
        "masked_fill needs a bool mask, and got {0}: compare (mask == 0) or cast with .bool().",
        "masked_fill 需要 bool 掩码，实际是 {0}：用比较（mask == 0）或 .bool() 转换。",
    ),
    _entry(
        "where-dtype", r"where expected condition to be a boolean tensor, but got a tensor with dtype (\w{1,20})",
        "torch.where needs a bool condition, and got {0}: compare, or cast with .bool().",
        "torch.where 的条件必须是 bool，实际是 {0}：用比较或 .bool() 转换。",
    ),
    _entry(
        "dtype-mix",
        r"(?:mat1 and mat2 must have the same dtype, but got (\w{1,20}) and (\w{1,20})|"
        r"expected m1 and m2 to have the same dtype, but got: (\w{1,20}) != (\w{1,20}))",
        "Two dtypes met in a product: {0} and {1}. Make new tensors with dtype=x.dtype, and create layers in __init__, so that module.to(dtype) reaches them.",
        "乘法里遇到两种 dtype：{0} 和 {1}。新建张量时写 dtype=x.dtype；层要在 __init__ 里创建，module.to(dtype) 才能作用到它们。",
    ),
    _entry(
        "device-mix", r"(?:Expected all tensors to be on the same device|is not on the expected device)",
        "Tensors on different devices met: make new ones with device=x.device, or register them as buffers so that they move with the module.",
        "不同设备上的张量相遇了：新建张量时写 device=x.device，或注册成 buffer，让它随模块一起移动。",
    ),
    _entry(
        "inplace-leaf", r"a leaf Variable that requires grad is being used in an in-place operation",
        "An operation in place (+=, .mul_() ...) hit a tensor whose gradient is wanted: write x = x + ... instead; the input must not be changed anyway.",
        "原地操作（+=、.mul_() 等）作用在需要梯度的张量上：改写成 x = x + ...；本来也不允许改动输入。",
    ),
    _entry(
        "inplace-saved", r"one of the variables needed for gradient computation has been modified by an inplace operation",
        "A value that the backward pass still needs was changed in place: make a new tensor instead of +=, .add_() or masked_fill_().",
        "反向传播还要用的值被原地改掉了：不要用 +=、.add_() 或 masked_fill_()，改为生成新张量。",
    ),
    _entry(
        "dim-out-of-range", rf"Dimension out of range \(expected to be in range of \[{_N}, {_N}\], but got {_N}\)",
        "Axis {2} does not exist here: this tensor has the axes {0} to {1}. Counting from the end (dim=-1, dim=-2) works for any number of leading axes.",
        "这里没有第 {2} 轴：这个张量的轴号是 {0} 到 {1}。从末尾数（dim=-1、dim=-2）可以适应任意多的前导轴。",
    ),
    _entry(
        "cat-sizes", rf"Sizes of tensors must match except in dimension {_N}. Expected size {_N} but got size {_N}",
        "cat along axis {0} needs equal sizes on all other axes, and met {1} and {2}.",
        "沿第 {0} 轴拼接时，其余各轴大小必须相同，实际遇到 {1} 和 {2}。",
    ),
    _entry(
        "permute-axes", rf"number of dimensions in the tensor input does not match .* input.dim\(\) = {_N} is not equal to len\(dims\) = {_N}",
        "permute must name all axes: the tensor has {0}, and {1} were given.",
        "permute 必须写出全部轴：张量有 {0} 个轴，只给了 {1} 个。",
    ),
    _entry(
        "normalized-shape", rf"Given normalized_shape={_SHAPE}, expected input with shape .{{0,80}}?, but got input of size{_SHAPE}",
        "A LayerNorm made for {0} got an input of shape {1}: its size must be that of the last axis.",
        "为 {0} 创建的 LayerNorm 收到形状 {1} 的输入：它的大小必须等于最后一轴。",
    ),
    _entry(
        "integer-input", r"(?:could not infer output dtype\. Input dtype must be either a floating point|\"\w+\" not implemented for '(?:Long|Int|Bool)')",
        "This operation needs floating point and got integers or bools: cast with .float() or .to(x.dtype) first.",
        "这个运算需要浮点数，得到的却是整数或 bool：先用 .float() 或 .to(x.dtype) 转换。",
    ),
    _entry(
        "numpy-grad", r"Can't call numpy\(\) on Tensor that requires grad",
        "numpy() cannot carry a gradient: stay in torch, or the gradient is lost.",
        "numpy() 带不了梯度：请留在 torch 里计算，否则梯度会丢失。",
    ),
    _entry(
        "embedding-dtype", r"Expected tensor for argument #1 'indices' to have one of the following scalar types: Long",
        "An embedding takes integer ids and got floats: pass the ids themselves, not what was computed from them.",
        "嵌入层要的是整数编号，得到的是浮点数：请传入编号本身，而不是由它算出来的东西。",
    ),
    _entry(
        "index-out-of-range", r"index out of range in self",
        "An id is not smaller than the embedding's size: check the vocabulary size, and pad ids such as -1.",
        "某个编号不小于嵌入表的大小：检查词表大小，以及 -1 之类的填充编号。",
    ),
    _entry(
        "ambiguous-bool", r"Boolean value of Tensor with more than one value is ambiguous",
        "A whole tensor stands where Python wants one truth value (if, and, or, not): use torch.where, &, |, ~, or .any() and .all().",
        "整个张量出现在 Python 需要单个真假值的地方（if、and、or、not）：改用 torch.where、&、|、~，或 .any()、.all()。",
    ),
    _entry(
        "item", rf"a Tensor with {_N} elements cannot be converted to Scalar",
        ".item() (or float(), int()) takes one number, and the tensor holds {0}: keep the tensor.",
        ".item()（或 float()、int()）只能用于一个数，而张量里有 {0} 个：请保留张量。",
    ),
    _entry(
        "invert-float", r"~ \(operator\.invert\) is only implemented on integer and Boolean-type tensors",
        "~ turns a bool mask round; this one is floating point: make the mask by a comparison, or cast with .bool().",
        "~ 用来翻转 bool 掩码，而这里是浮点数：用比较得到掩码，或用 .bool() 转换。",
    ),
    _entry(
        "bool-minus", r"(?:Subtraction|Negation), the `-` operator, (?:with|on) a bool tensor is not supported",
        "1 - mask does not work on bools: write ~mask.",
        "bool 张量不能写 1 - mask：请写 ~mask。",
    ),
    _entry(
        "no-graph", r"element 0 of tensors does not require grad and does not have a grad_fn",
        "The result has no history: it was detached, computed under no_grad, or made anew, so that no gradient flows.",
        "结果没有计算历史：它被 detach 了、在 no_grad 下计算、或是重新创建的，因此没有梯度流过。",
    ),
    _entry(
        "super-init", r"cannot assign (?:module|parameters?) before Module\.__init__\(\) call",
        "super().__init__() must be the first line of the module's __init__.",
        "模块的 __init__ 第一行必须是 super().__init__()。",
    ),
    _entry(
        "assign-parameter", r"cannot assign '[\w.]{1,40}' as parameter '\w{1,40}' \(torch\.nn\.Parameter or None expected\)",
        "A parameter can only be replaced by nn.Parameter(...).",
        "参数只能用 nn.Parameter(...) 来替换。",
    ),
    _entry(
        "no-forward", r"is missing the required \"forward\" function",
        "The module has no method called forward: check its name and indentation.",
        "模块里没有名为 forward 的方法：检查名字和缩进。",
    ),
    _entry(
        "einsum-sizes", rf"einsum\(\): subscript (\w) has size {_N} for operand {_N} which does not broadcast with previously seen size {_N}",
        "In einsum the letter {0} stands for size {3} in one operand and {1} in another: one letter, one size.",
        "einsum 中字母 {0} 在一个操作数里是 {3}，在另一个里是 {1}：同一个字母必须是同一个大小。",
    ),
    _entry(
        "split-sizes", rf"split_with_sizes expects split_sizes to sum exactly to {_N}",
        "The sizes of split must add up to {0}, the size of the axis.",
        "split 的各段之和必须等于该轴的大小 {0}。",
    ),
    _entry(
        "index-bounds", rf"index {_N} is out of bounds for dimension {_N} with size {_N}",
        "Index {0} lies outside axis {1}, which has size {2}.",
        "下标 {0} 超出了第 {1} 轴的范围（大小为 {2}）。",
    ),
)  # fmt: skip


def explain_torch_error(message: str) -> Text | None:
    """The explanation of one of torch's own error messages, None for any other."""
    for entry in EXPLANATIONS:
        found = entry.pattern.search(message)
        if found is not None:
            groups = [group for group in found.groups() if group is not None]
            return Text(entry.text.en.format(*groups), entry.text.zh.format(*groups))
    return None
