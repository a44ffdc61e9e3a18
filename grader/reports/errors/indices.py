"""Errors of axes or indices: what lies outside."""

from __future__ import annotations

from grader.reports.errors.rule import N, Rule, rule

INDICES: tuple[Rule, ...] = (
    rule(
        "dim-out-of-range", rf"Dimension out of range \(expected to be in range of \[{N}, {N}\], but got {N}\)",
        "Axis {2} does not exist here: this tensor has the axes {0} to {1}. Counting from the end (dim=-1, dim=-2) works for any number of leading axes.",
        "这里没有第 {2} 轴：这个张量的轴号是 {0} 到 {1}。从末尾数（dim=-1、dim=-2）可以适应任意多的前导轴。",
    ),
    rule(
        "same-axis-twice", rf"dim {N} appears multiple times in the list of dims",
        "Axis {0} is named twice.",
        "第 {0} 轴写了两次。",
    ),
    rule(
        "index-out-of-range", r"index out of range in self",
        "An id is not smaller than the embedding's size, or negative: check the vocabulary size, and pad ids such as -1.",
        "某个编号不小于嵌入表的大小，或是负数：检查词表大小，以及 -1 之类的填充编号。",
    ),
    rule(
        "class-values", r"Class values must be (?:smaller than num_classes|non-negative)",
        "one_hot met a class number outside 0 to num_classes - 1: replace padded targets first.",
        "one_hot 遇到 0 到 num_classes - 1 之外的类别编号：请先替换填充位置的 targets。",
    ),
    rule(
        "index-bounds", rf"index {N} is out of bounds for dimension {N} with size {N}",
        "Index {0} lies outside axis {1}, which has size {2}.",
        "下标 {0} 超出了第 {1} 轴的范围（大小为 {2}）。",
    ),
    rule(
        "too-many-indices", rf"too many indices for tensor of dimension {N}",
        "More indices than axes: this tensor has {0}.",
        "下标比轴多：这个张量只有 {0} 个轴。",
    ),
    rule(
        "list-index", r"^(?:list|tuple) index out of range",
        "An index lies outside a list or tuple, x.shape among them: the tensor may have fewer axes than you think.",
        "下标超出了列表或元组（x.shape 也是）的范围：张量的轴可能比你以为的少。",
    ),
    rule(
        "unpack-shape", rf"(?:not enough|too many) values to unpack \(expected {N}",
        "{0} names stand on the left, and the right side has another number of values. x.shape has one value per axis: "
        "*leading, D = x.shape takes any number of axes.",
        "左边有 {0} 个名字，右边的值却不是这么多。x.shape 每个轴一个值：*leading, D = x.shape 可以接受任意多的轴。",
    ),
    rule(
        "unpack-tensor", r"iteration over a 0-d tensor|cannot unpack non-iterable",
        "A single value is unpacked like a pair: does the function on the right return both values?",
        "把单个值当成一对来拆：右边的函数是否返回了两个值？",
    ),
)  # fmt: skip
