"""A course small enough to break one thing in: two exercises, two blocks, no misconceptions."""

from __future__ import annotations

from pathlib import Path

NETWORK = "exercises/ex01_network"
LAYER = "exercises/ex02_layer"

_TEXTS = {
    f"{NETWORK}/exercise.toml": """
number = 1
id = "ex01_network"
difficulty = 2
needs = []
source = "Encoder notes §3"
quiz = "network"
given = []
forbidden = ["torch.nn.functional.gelu"]
questions = ["net-01-width"]
title.en = "The network"
title.zh = "前馈网络"
concept.en = "the network"
concept.zh = "前馈网络"

[[entries]]
name = "Network"
kind = "class"
parameters = ["dim", "hidden_dim"]
forward = ["x"]

[limits]
wall_seconds = 3

[[checks]]
name = "values"
tier = "core"
visibility = "public"
title.en = "The values are right."
title.zh = "数值正确。"

[[checks]]
name = "default_eps_is_1e-5"
tier = "edge"
visibility = "hidden"
points = 1.5
title.en = "eps is 1e-5."
title.zh = "eps 为 1e-5。"

[[hints]]
en = '''
Two lines,
no more.
'''
zh = "两行。"

[discussion]
en = "Done."
zh = "完成。"
""",
    f"{LAYER}/exercise.toml": """
number = 2
id = "ex02_layer"
difficulty = 3
needs = [1]
source = "Encoder notes §6"
quiz = "layer"
given = ["Attention"]
forbidden = []
questions = []
title.en = "A layer"
title.zh = "编码器层"
concept.en = "the layer"
concept.zh = "编码器层"

[[entries]]
name = "run_layer"
kind = "function"
parameters = ["x"]

[[checks]]
name = "values"
tier = "core"
visibility = "hidden"
title.en = "The values are right."
title.zh = "数值正确。"

[[hints]]
en = "Think."
zh = "想一想。"
""",
    f"{NETWORK}/stub.py": "class Network: ...\n",
    f"{NETWORK}/statement.en.md": "# The network\n",
    f"{NETWORK}/statement.zh.md": "# 前馈网络\n",
    f"{LAYER}/stub.py": "def run_layer(x): ...\n",
    f"{LAYER}/statement.en.md": "# A layer\n",
    f"{LAYER}/statement.zh.md": "# 编码器层\n",
    "exercises/blocks/scores.py": "def scores(q, k):\n    return q @ k.T\n",
    "exercises/blocks/attention.py": (
        "from course.blocks import (\n    scores,\n)\n\n\nclass Attention:\n    def __call__(self, x):\n"
        "        return scores(x, x) @ x\n\n\ndef _private(): ...\n"
    ),
    "quizzes/misconceptions.toml": "# none\n",
}


def write_course(folder: Path) -> Path:
    """Write the small course into `folder` and return it."""
    for name, text in _TEXTS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def edit(file: Path, old: str, new: str) -> None:
    """Replace the first `old` in a file, which must hold it."""
    text = file.read_text(encoding="utf-8")
    assert old in text, f"{file} does not hold {old!r}"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
