"""What is said of a deviation that the catalogue has no entry for."""

from __future__ import annotations

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
    "plus.sign=-1": Text("The offset is subtracted instead of added.", "偏移量被减去了，应相加。"),
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
}
"""Words by key; what has none is told by its two formulas."""


def words_of(key: str, found: str, asked: str) -> Text:
    """What is said of the deviation with this key."""
    if key in WORDS:
        return WORDS[key]
    if key == "unknown":
        return Text("This step is not recognised.", "无法识别这一步。")
    return Text(
        f"{found} where {asked} is asked for." if asked else found,
        f"{found}，要求的是 {asked}。" if asked else found,
    )
