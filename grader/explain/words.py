"""What is said of a deviation that the catalogue has no entry for."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.domain.text import Text

WORDS: Mapping[str, Text] = {
    "normalise.over=D-1": Text(
        "The variance is divided by D - 1 instead of D.", "方差除以了 D − 1，应除以 D。"
    ),
    "normalise.eps=outside": Text("eps is added outside of the root.", "eps 加在了根号外面。"),
    "normalise.eps=none": Text("eps is not used.", "没有用到 eps。"),
    "normalise.eps_value=other": Text("eps has another value.", "eps 的取值不同。"),
    "normalise.root=False": Text("There is no square root.", "缺少开平方。"),
    "normalise.centred=False": Text("The mean is not subtracted.", "没有减去均值。"),
    "normalise.spread=mean square": Text("The mean square stands for the variance.", "用均方代替了方差。"),
    "normalise.spread=mean absolute": Text(
        "The mean absolute deviation stands for the standard deviation.", "用平均绝对偏差代替了标准差。"
    ),
    "normalise.spread=mean size": Text("The divisor is the mean of |x|.", "除数用的是 |x| 的平均值。"),
    "normalise.spread=sum of sizes": Text("The divisor is the sum of |x|.", "除数用的是 |x| 的总和。"),
    "normalise.spread=largest size": Text("The divisor is the largest |x|.", "除数用的是 |x| 的最大值。"),
    "normalise.spread=sum of squares": Text(
        "The squares are summed and not divided by D.", "平方只求了和，没有除以 D。"
    ),
    "normalise.spread=length": Text(
        "The squares of x are summed and not divided by D.", "x 的平方只求了和，没有除以 D。"
    ),
    "loss.logits=softmax over tokens": Text(
        "The softmax runs over the tokens; it belongs over the vocabulary (the last axis).",
        "softmax 沿 token 轴计算了，应沿词表轴（最后一个轴）计算。",
    ),
    "loss.logits=softmax over tokens, zeroed at padding": Text(
        "The softmax runs over the tokens; it belongs over the vocabulary (the last axis).",
        "softmax 沿 token 轴计算了，应沿词表轴（最后一个轴）计算。",
    ),
    "loss.logits=softmax over samples": Text(
        "The softmax runs over the samples of the batch; it belongs over the vocabulary (the last axis).",
        "softmax 沿 batch 轴计算了，应沿词表轴（最后一个轴）计算。",
    ),
    "loss.logits=logarithm to base 2": Text(
        "The logarithm is taken to base 2; take the natural logarithm.", "对数取了以 2 为底，应取自然对数。"
    ),
    "loss.logits=no logarithm": Text(
        "The loss uses the probabilities themselves; take their logarithm.", "损失用的是概率本身，应取对数。"
    ),
    "plus.sign=-1": Text("The offset is subtracted instead of added.", "偏移量被减去了，应相加。"),
    "bias.sign=-1": Text("The bias is subtracted instead of added.", "偏置被减去了，应相加。"),
    "dropout in eval mode": Text("A dropout acts in eval mode, too.", "eval 模式下 dropout 仍在起作用。"),
    "dropout.scaled=False": Text(
        "What dropout keeps is not scaled: divide it by 1 - p.",
        "dropout 保留下来的值没有放大：应除以 1 − p。",
    ),
    "cast to float32": Text(
        "The result is float32 whatever comes in: cast it back to the input's dtype.",
        "无论输入是什么类型，结果都是 float32：请转换回输入的 dtype。",
    ),
    "merge.form=other": Text(
        "The heads are not put together head by head: move the heads next to their features, then flatten both.",
        "各个头没有按顺序逐头拼接：应先把头轴移到特征轴前面，再合并这两个轴。",
    ),
    "merge.form=batch": Text(
        "Merging the heads mixes samples with tokens: before flattening, swap the axes of heads and tokens only.",
        "合并各个头时打乱了样本轴和 token 轴：展平之前只应交换头轴与 token 轴。",
    ),
    "activation.kind=x plus normal cdf": Text(
        "x and Phi(x) are added; gelu multiplies them.", "x 与 Phi(x) 相加了，应相乘。"
    ),
    "activation.kind=x minus normal cdf": Text(
        "Phi(x) is subtracted from x; gelu multiplies them.", "x 减去了 Phi(x)，两者应相乘。"
    ),
    "product.part=difference": Text(
        "The two branches are subtracted; multiply them.", "两个分支相减了，应相乘。"
    ),
    "missing gain": Text("The gain is not applied.", "没有乘上缩放参数。"),
    "missing shift": Text("The offset is not added.", "没有加上偏移参数。"),
    "missing bias": Text("A linear map has no bias.", "线性层没有偏置。"),
    "missing norm": Text("A normalisation is missing.", "缺少一次归一化。"),
    "extra norm": Text("There is one normalisation too many.", "多了一次归一化。"),
    "missing scale of dots": Text("The scores are not scaled.", "分数没有缩放。"),
    "missing mask": Text("The mask is not used.", "没有使用掩码。"),
    "missing softmax": Text("There is no softmax.", "缺少 softmax。"),
    "missing activation": Text("There is no activation.", "缺少激活函数。"),
    "mask.polarity=kept": Text("The mask is used the wrong way round.", "掩码的极性用反了。"),
    "padding.polarity=kept": Text("True marks real tokens instead of padding.", "True 标记了真实 token。"),
    "padding.who=other id": Text(
        "The ids are compared with a fixed number instead of pad_id.",
        "token id 与固定的数比较，而不是与 pad_id。",
    ),
    "padding.who=after the length": Text(
        "The positions behind the number of real tokens count as padding.",
        "真实 token 个数之后的都算作 padding。",
    ),
    "padding.who=trailing run": Text("Only padding at the end is found.", "只找到了末尾的 padding。"),
    "laid.kind=float": Text("The mask holds the floats 0 and 1.", "掩码里是浮点数 0 和 1。"),
    "laid.kind=integer": Text("The mask holds the integers 0 and 1.", "掩码里是整数 0 和 1。"),
    "laid.kind=additive": Text(
        "The mask holds numbers to be added to the scores.", "掩码里是要加到分数上的数。"
    ),
    "laid.blocks=queries or keys": Text("Padded queries are blocked, too.", "填充的 query 也被屏蔽了。"),
    "laid.blocks=queries and keys": Text(
        "Only pairs of a padded query and a padded key are blocked.",
        "只屏蔽了 query 和 key 都是 padding 的位置。",
    ),
    "causal.who=later and itself": Text("A token may not attend to itself.", "token 不能关注自己。"),
    "causal.who=later but the next": Text("The next token is left open.", "下一个 token 没有被屏蔽。"),
    "causal.who=earlier": Text(
        "Earlier keys are blocked instead of later ones.", "屏蔽的是更早的 key，而不是更晚的。"
    ),
    "causal.who=earlier and itself": Text(
        "True marks the keys that may be attended to.", "True 标记的是可以关注的 key。"
    ),
    "centre.kept=mean": Text("The mean is measured, not what is left without it.", "度量的是均值本身。"),
    "missing ratio": Text("The length is not divided by that of the whole.", "长度没有除以整体的长度。"),
    "ratio.inverted=True": Text("The ratio is inverted.", "比值写反了。"),
    "length.root=False": Text(
        "The length is squared: there is no square root.", "长度是平方后的：没有开平方。"
    ),
    "length.over=batch": Text("One length is taken over the whole batch.", "对整个 batch 只求了一个长度。"),
    "known.how=accumulated": Text(
        "Gradients of an earlier call are added to those of this one.",
        "上一次调用的梯度累加到了这一次的梯度上。",
    ),
    "listed.order=last layer first": Text("The list starts with the last layer.", "列表从最后一层开始。"),
}
"""Words by key; what has none is told by its two formulas."""


_EXTRA: Mapping[str, Text] = {
    "gain": Text("{on} is multiplied by a parameter, which is not asked for.", "{on} 多乘了一个参数。"),
    "shift": Text("A parameter is added to {on}, which is not asked for.", "{on} 多加了一个参数。"),
    "bias": Text("{on} has a bias, which is not asked for.", "{on} 多了偏置。"),
    "norm": Text("{on} is normalised, which is not asked for there.", "{on} 多做了一次归一化。"),
    "scale": Text("{on} is multiplied by a number, which is not asked for.", "{on} 多乘了一个数。"),
    "matrix": Text("{on} goes through a linear map that is not asked for.", "{on} 多经过了一个线性层。"),
    "mask": Text("A mask is applied to {on}, which is not asked for there.", "{on} 多用了一次掩码。"),
    "softmax": Text("{on} goes through a softmax that is not asked for.", "{on} 多做了一次 softmax。"),
    "average": Text("{on} is averaged, which is not asked for.", "{on} 多求了一次平均。"),
    "shares": Text("{on} is divided by its sum or its maximum.", "{on} 被除以了总和或最大值。"),
    "dropout": Text("A dropout acts on {on}, which is not asked for there.", "{on} 多了一次 dropout。"),
    "arrange": Text(
        "The entries of {on} end up in other places: check the last transpose, permute, view or flip.",
        "{on} 的元素排到了别的位置：请检查最后的 transpose、permute、view 或 flip。",
    ),
    "cast": Text("{on} is cast to a narrower type.", "{on} 被转换成了精度更低的类型。"),
}
_PATTERNS: tuple[tuple[re.Pattern[str], Text], ...] = (
    (
        re.compile(r"normalise\.eps_value=(?P<eps>[\d.e-]+)"),
        Text("eps is {eps}, which is not the value that is asked for.", "eps 的取值是 {eps}，不是要求的值。"),
    ),
    (
        re.compile(r"scale\.factor=(?P<how>(?:1/)?sqrt\((?:Dh|D|S)\)|1/(?:Dh|D|S)|Dh|D|S)"),
        Text(
            "You scale by {how}: {found} where {asked} is asked for.",
            "缩放因子用的是 {how}：{found}，要求的是 {asked}。",
        ),
    ),
    (
        re.compile(r"dropout\.rate=(?P<rate>[\d.]+)"),
        Text(
            "A dropout has the rate {rate}, whatever the constructor is given: pass it the argument dropout.",
            "有一处 dropout 的概率固定为 {rate}，与构造函数收到的参数无关：请使用参数 dropout。",
        ),
    ),
    (
        re.compile(r"extra activation (?P<kind>.+) on (?P<on>.+)"),
        Text(
            "{kind} is applied to {on}, where no activation is asked for.",
            "{on} 多用了一次 {kind} 激活函数。",
        ),
    ),
    (
        re.compile(r"extra add of (?P<on>.+)"),
        Text("{on} is added once more than is asked for.", "多加了一次 {on}。"),
    ),
    (
        re.compile(r"missing dropout on (?P<on>.+)"),
        Text("The dropout on {on} is missing.", "{on} 上缺少 dropout。"),
    ),
    (re.compile(r"missing mask (?P<on>.+)"), Text("{on} is not used.", "没有使用 {on}。")),
    (
        re.compile(r"shared (?P<one>\S+) (?P<other>\S+)"),
        Text("One and the same weight serves as {one} and {other}.", "{one} 和 {other} 用的是同一个权重。"),
    ),
    (
        re.compile(r"swapped (?P<one>\S+) (?P<other>\S+)"),
        Text("{one} and {other} stand in each other's place.", "{one} 和 {other} 的位置互换了。"),
    ),
    (
        re.compile(r"returned: (?P<one>.+) for (?P<other>.+)"),
        Text(
            "What you return is made of {one}; it should be made of {other}.",
            "返回值是由 {one} 算出的，应由 {other} 算出。",
        ),
    ),
    (
        re.compile(r"(?P<on>.+): without (?P<one>.+\.weight)"),
        Text("{on} is computed without a registered {one}.", "计算 {on} 时没有用到已注册的 {one}。"),
    ),
    (
        re.compile(r"(?P<on>.+): without (?P<one>.+)"),
        Text("{on} is computed without {one}.", "计算 {on} 时没有用到 {one}。"),
    ),
    (
        re.compile(r"(?P<on>.+): (?P<one>.+) for (?P<other>.+)"),
        Text("{on} is computed from {one} instead of {other}.", "计算 {on} 时用的是 {one}，应使用 {other}。"),
    ),
)
"""Words for keys that name steps."""


_INSTEAD = Text("{one} stands where {other} is asked for.", "应使用 {other} 的地方用了 {one}。")
_NOUNS: Mapping[str, Text] = {
    "activation": Text("an activation", "激活值"),
    "add": Text("a sum", "某个和"),
    "called": Text("a layer's result", "某一层的输出"),
    "concat": Text("a concatenation", "拼接的结果"),
    "derived": Text("a value made of parameters", "由参数得到的值"),
    "dots": Text("the dot products", "点积"),
    "embedding": Text("the embedding", "词嵌入"),
    "gain": Text("a scaled value", "缩放后的值"),
    "hole": Text("a value that is not recognised", "无法识别的值"),
    "mask": Text("a masked value", "掩码后的值"),
    "matrix": Text("a linear map's result", "线性层的输出"),
    "bias": Text("a linear map's result", "线性层的输出"),
    "norm": Text("a normalised value", "归一化后的值"),
    "pool": Text("a pooled value", "池化后的值"),
    "product": Text("a product", "某个乘积"),
    "scale": Text("a scaled value", "缩放后的值"),
    "shift": Text("a shifted value", "加了偏移的值"),
    "softmax": Text("a softmax", "softmax 的结果"),
    "weighted": Text("a weighted sum", "加权和"),
}
"""Parts that stand in a key where a step has no name."""


def words_of(key: str, found: str, asked: str) -> Text:
    """What is said of the deviation with this key."""
    if key in WORDS:
        return WORDS[key]
    if key == "unknown":
        return Text("This step is not recognised.", "无法识别这一步。")
    extra = re.fullmatch(r"extra (\w+) on (.+)", key)
    if extra and extra[1] in _EXTRA:
        return _filled(_EXTRA[extra[1]], {"on": extra[2]})
    for pattern, words in _PATTERNS:
        match = pattern.fullmatch(key)
        if match and match.groupdict().get("on") == match.groupdict().get("other", ""):
            return _filled(_INSTEAD, match.groupdict())
        if match:
            return _filled(words, {"found": found, "asked": asked, **match.groupdict()})
    if found == asked and found:
        return Text(
            f"{found} is computed in another way than asked for; its formula does not show how.",
            f"{found} 的算法与要求的不同，公式中看不出区别。",
        )
    return Text(
        f"{found} where {asked} is asked for." if asked else found,
        f"{found}，要求的是 {asked}。" if asked else found,
    )


def _filled(words: Text, parts: Mapping[str, str]) -> Text:
    nouns = {name: _NOUNS.get(part, Text(part, part)) for name, part in parts.items()}
    en = words.en.format(**{name: noun.en for name, noun in nouns.items()})
    zh = words.zh.format(**{name: noun.zh for name, noun in nouns.items()})
    return Text(
        en[:1].upper() + en[1:] if words.en.startswith("{") and _begins_with_noun(words, parts) else en,
        zh.strip(),
    )


def _begins_with_noun(words: Text, parts: Mapping[str, str]) -> bool:
    """Whether the sentence begins with a noun of ours, and not with a name, which keeps its letters."""
    first = words.en[1:].partition("}")[0]
    return parts.get(first, "") in _NOUNS
