"""Errors of shape: which sizes met, on which axis."""

from __future__ import annotations

from grader.reports.errors.rule import SHAPE, N, Rule, rule

SHAPES: tuple[Rule, ...] = (
    rule(
        "linear-width", rf"mat1 and mat2 shapes cannot be multiplied \({N}x{N} and {N}x{N}\)",
        "{code0} takes a last axis of size {2}, and got one of size {1}. (Leading axes are flattened into the {0} rows.)",
        "{code0} 要求最后一轴的大小为 {2}，实际是 {1}。（前面的轴被展平成 {0} 行。）",
        code=r"^(self\.[\w.]+)\(",
    ),
    rule(
        "matmul-shapes", rf"mat1 and mat2 shapes cannot be multiplied \({N}x{N} and {N}x{N}\)",
        "A matrix product met {0}x{1} and {2}x{3}: the inner sizes {1} and {2} must be equal (leading axes are flattened into the first number).",
        "矩阵乘法遇到 {0}x{1} 和 {2}x{3}：中间的 {1} 和 {2} 必须相等（前面的轴会被展平成第一个数）。",
    ),
    rule(
        "matmul-vector", rf"size mismatch, got input \({N}\), mat \({N}x{N}\), vec \({N}\)",
        "A matrix product met {1}x{2} and a vector of {3}: {2} and {3} must be equal.",
        "矩阵乘法遇到 {1}x{2} 和长度为 {3} 的向量：{2} 和 {3} 必须相等。",
    ),
    rule(
        "bmm-shapes", rf"Expected size for first two dimensions of batch2 tensor to be: {SHAPE} but got: {SHAPE}",
        "A batched matrix product needs {0} as batch and inner size of the second factor, and got {1}: one of the factors has to be "
        "transposed, or is another tensor than you think.",
        "批量矩阵乘法要求第二个因子的批大小和内侧大小为 {0}，实际是 {1}：其中一个因子需要转置，或者并不是你以为的那个张量。",
    ),
    rule(
        "broadcast", rf"The size of tensor a \({N}\) must match the size of tensor b \({N}\) at non-singleton dimension {N}",
        "Two tensors met whose sizes on axis {2} are {0} and {1}: they must be equal there, or one of them 1. "
        "(Shapes are aligned at the last axis.)",
        "相遇的两个张量在第 {2} 轴上的大小是 {0} 和 {1}：必须相等，或其中一个为 1。（形状从最后一轴开始对齐。）",
    ),
    rule(
        "expand-fewer", rf"the number of sizes provided \({N}\) must be greater or equal to the number of dimensions in the tensor \({N}\)",
        "expand was given {0} sizes for a tensor of {1} axes.",
        "expand 给了 {0} 个大小，而张量有 {1} 个轴。",
    ),
    rule(
        "expand", rf"The expanded size of the tensor \({N}\) must match the existing size \({N}\) at non-singleton dimension {N}",
        "expand (or a broadcast mask) wanted size {0} on axis {2}, where the tensor has {1}: only axes of size 1 can be expanded.",
        "expand（或掩码的广播）想把第 {2} 轴变成 {0}，而张量在那里是 {1}：只有大小为 1 的轴才能扩展。",
    ),
    rule(
        "view-size", rf"shape '{SHAPE}' is invalid for input of size {N}",
        "view or reshape to {0} does not hold {1} numbers: the product of the new sizes must be the number of entries.",
        "view 或 reshape 成 {0} 装不下 {1} 个数：新形状各轴大小的乘积必须等于元素个数。",
    ),
    rule(
        "view-not-contiguous", r"view size is not compatible with input tensor's size and stride",
        "view cannot merge axes that do not lie side by side in memory, as after transpose or permute: call .contiguous() first, or use .reshape.",
        "view 不能合并在内存中不相邻的轴（transpose 或 permute 之后就是这样）：先调用 .contiguous()，或改用 .reshape。",
    ),
    rule(
        "two-unknown-sizes", r"only one dimension can be inferred",
        "-1 may stand for one axis only: write the other sizes out.",
        "-1 只能代替一个轴：请写出其余各轴的大小。",
    ),
    rule(
        "t-of-matrix", rf"t\(\) expects a tensor with <= 2 dimensions, but self is {N}D",
        ".t() is for matrices; this tensor has {0} axes: .transpose(-2, -1) swaps the last two.",
        ".t() 只用于矩阵，而这个张量有 {0} 个轴：.transpose(-2, -1) 交换最后两轴。",
    ),
    rule(
        "cat-sizes", rf"Sizes of tensors must match except in dimension {N}. Expected size {N} but got size {N}",
        "cat along axis {0} needs equal sizes on all other axes, and met {1} and {2}.",
        "沿第 {0} 轴拼接时，其余各轴大小必须相同，实际遇到 {1} 和 {2}。",
    ),
    rule(
        "cat-axes", rf"Tensors must have same number of dimensions: got {N} and {N}",
        "cat joins tensors of equally many axes, and met {0} and {1}.",
        "cat 要求各张量的轴数相同，实际遇到 {0} 和 {1}。",
    ),
    rule(
        "stack-sizes", rf"stack expects each tensor to be equal size, but got {SHAPE} at entry {N} and {SHAPE} at entry {N}",
        "stack needs tensors of one shape, and met {0} and {2}.",
        "stack 要求各张量形状相同，实际遇到 {0} 和 {2}。",
    ),
    rule(
        "permute-axes", rf"number of dimensions in the tensor input does not match .* input.dim\(\) = {N} is not equal to len\(dims\) = {N}",
        "permute must name all axes: the tensor has {0}, and {1} were given.",
        "permute 必须写出全部轴：张量有 {0} 个轴，只给了 {1} 个。",
    ),
    rule(
        "normalized-shape", rf"Given normalized_shape={SHAPE}, expected input with shape .{{0,80}}?, but got input of size{SHAPE}",
        "A LayerNorm made for {0} got an input of shape {1}: it is given the size of the last axis alone, nn.LayerNorm(dim).",
        "为 {0} 创建的 LayerNorm 收到形状 {1} 的输入：它只需要最后一轴的大小，nn.LayerNorm(dim)。",
    ),
    rule(
        "attention-mask-shape", rf"The shape of the 2D attn_mask is torch\.Size\({SHAPE}\), but should be \({N}, {N}\)",
        "attn_mask is a table of queries and keys, {1}x{2} here, and got {0}. A padding mask [B, S] belongs to key_padding_mask.",
        "attn_mask 是 query 与 key 的表，这里应为 {1}x{2}，实际是 {0}。填充掩码 [B, S] 要传给 key_padding_mask。",
    ),
    rule(
        "target-shape", rf"Expected target size {SHAPE}, got {SHAPE}|Expected input batch_size \({N}\) to match target batch_size \({N}\)",
        "cross_entropy wants logits [N, classes] with targets [N], or the classes on axis 1: flatten both, logits.flatten(0, 1) and targets.flatten(). Met: {0} and {1}.",
        "cross_entropy 要 logits [N, 类别数] 配 targets [N]，或类别在第 1 轴：两者都展平，logits.flatten(0, 1) 和 targets.flatten()。这里遇到：{0} 和 {1}。",
    ),
    rule(
        "einsum-sizes", rf"einsum\(\): subscript ([a-zA-Z]) has size {N} for operand {N} which does not broadcast with previously seen size {N}",
        "In einsum the letter {0} stands for size {3} in one operand and {1} in another: one letter, one size.",
        "einsum 中字母 {0} 在一个操作数里是 {3}，在另一个里是 {1}：同一个字母必须是同一个大小。",
    ),
    rule(
        "einsum-axes", rf"einsum\(\): the number of subscripts in the equation \({N}\) does not match the number of dimensions \({N}\) for operand {N}",
        "einsum: operand {2} (counted from 0) has {1} axes, and {0} letters in the equation.",
        "einsum：第 {2} 个操作数（从 0 数）有 {1} 个轴，公式里却写了 {0} 个字母。",
    ),
    rule(
        "einsum-operands", r"einsum\(\): (?:fewer|more) operands were provided than specified in the equation",
        "einsum: the equation has another number of operands than were passed; they are separated by commas: \"bqd,bkd->bqk\".",
        "einsum：公式里的操作数个数与传入的不同；操作数之间用逗号分隔：\"bqd,bkd->bqk\"。",
    ),
    rule(
        "einsum-output", r"einsum\(\): output subscript ([a-zA-Z]) (?:does not appear in the equation for any input operand|appears more than once in the output)",
        "einsum: the letter {0} behind -> must stand in an operand, and only once behind ->.",
        "einsum：-> 后面的字母 {0} 必须出现在某个操作数里，并且在 -> 后面只能出现一次。",
    ),
    rule(
        "split-sizes", rf"split_with_sizes expects split_sizes to sum exactly to {N}",
        "The sizes of split must add up to {0}, the size of the axis.",
        "split 的各段之和必须等于该轴的大小 {0}。",
    ),
    rule(
        "unflatten-sizes", rf"unflatten: Provided sizes {SHAPE} don't multiply up to the size of dim {N} \({N}\)",
        "unflatten to {0} does not fit axis {1} of size {2}: the product of the new sizes must be {2}.",
        "unflatten 成 {0} 与第 {1} 轴（大小 {2}）不符：新大小的乘积必须是 {2}。",
    ),
    rule(
        "ragged", rf"expected sequence of length {N} at dim {N} \(got {N}\)",
        "A tensor's rows must be equally long: {0} and {2} met.",
        "张量的各行长度必须相同：这里是 {0} 和 {2}。",
    ),
)  # fmt: skip
