"""Errors of autograd: backward that cannot run, changes in place that it does not allow."""

from __future__ import annotations

from grader.reports.errors.rule import SHAPE, Rule, rule

GRADIENTS: tuple[Rule, ...] = (
    rule(
        "inplace-leaf", r"a (?:view of a )?leaf Variable that requires grad is being used in an in-place operation",
        "An in-place operation (+=, .mul_(), x[...] = ...) was applied to a tensor that needs a gradient: write x = x + ... instead.",
        "原地操作（+=、.mul_()、x[...] = ...）作用在需要梯度的张量上：改写成 x = x + ...。",
    ),
    rule(
        "inplace-saved", r"one of the variables needed for gradient computation has been modified by an inplace operation",
        "A value that the backward pass still needs was changed in place: make a new tensor instead of +=, -=, .add_() or masked_fill_().",
        "反向传播还要用的值被原地改掉了：不要用 +=、-=、.add_() 或 masked_fill_()，改为生成新张量。",
    ),
    rule(
        "inplace-broadcast", rf"output with shape {SHAPE} doesn't match the broadcast shape {SHAPE}",
        "An in-place operation (+=, .add_()) cannot enlarge its tensor: it has shape {0}, and the result {1}. Write x = x + ... instead.",
        "原地操作（+=、.add_()）不能把张量变大：它的形状是 {0}，结果是 {1}。请改写成 x = x + ...。",
    ),
    rule(
        "nonscalar-backward", r"grad can be implicitly created only for scalar outputs",
        "backward() starts from one number, and this tensor has several: reduce it to a loss first (loss_fn(...), .sum() or .mean()), then loss.backward().",
        "backward() 要从一个数开始，而这个张量有多个数：先把它变成损失（loss_fn(...)、.sum() 或 .mean()），再 loss.backward()。",
    ),
    rule(
        "second-backward", r"Trying to backward through the graph a second time",
        "backward() ran twice through the same graph, which is freed after the first time: compute the loss anew before each backward(), "
        "or add up the losses and call it once.",
        "对同一个计算图调用了两次 backward()，第一次之后图就释放了：每次 backward() 之前重新计算损失，或把损失加起来只调用一次。",
    ),
    rule(
        "no-graph", r"element 0 of tensors does not require grad and does not have a grad_fn",
        "The result has no history: it was detached, computed under no_grad, made anew (torch.tensor(...)), or its parameters have "
        "requires_grad=False, so that no gradient flows.",
        "结果没有计算历史：它被 detach 了、在 no_grad 下计算、是重新创建的（torch.tensor(...)），或参数的 requires_grad=False，因此没有梯度流过。",
    ),
    rule(
        "unused-gradient", r"differentiated Tensors? (?:at index \d+ )?(?:appears to not have been used in the graph|does not require grad)",
        "A gradient was asked for a tensor that has none: it does not take part in the result, or does not require a gradient.",
        "对一个没有梯度的张量求了梯度：它没有参与结果的计算，或者不需要梯度。",
    ),
    rule(
        "numpy-grad", r"Can't call numpy\(\) on Tensor that requires grad",
        "numpy cannot carry a gradient: use torch's function of the same name, or the gradient is lost.",
        "numpy 带不了梯度：请用 torch 里的同名函数，否则梯度会丢失。",
    ),
)  # fmt: skip
