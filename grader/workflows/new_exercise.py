"""The use case `grade author new`: a new exercise's two folders, with a place for all that the gate asks for."""

from __future__ import annotations

import re
from pathlib import Path

from grader.catalog.exercises import exercise_folders
from grader.domain.errors import UsageError
from grader.domain.text import Text

_NAME = re.compile(r"[a-z][a-z0-9_]{1,40}")

EXERCISE = """\
number = {number}
id = "{id}"
difficulty = 2
needs = []
source = "TODO: where it stands in the sources"
quiz = "{quiz}"
given = []
forbidden = []
questions = []

[title]
en = "{title}"
zh = "{title}（待译）"

[concept]
en = "TODO: one short noun phrase"
zh = "待写：一个简短的名词短语"

[[entries]]
name = "{entry}"
kind = "function"
parameters = ["x"]

[[checks]]
name = "example_one"
tier = "core"
visibility = "public"
title.en = "The statement's example."
title.zh = "题面的例子。"

[[checks]]
name = "values_fp64"
tier = "core"
visibility = "hidden"
title.en = "The values are right to nine digits."
title.zh = "数值精确到九位。"

[[checks]]
name = "input_not_mutated"
tier = "core"
visibility = "hidden"
trivial = true
title.en = "x is left as it was."
title.zh = "x 没有被改动。"

[[hints]]
en = "TODO: a nudge."
zh = "待写：轻轻提醒。"

[[hints]]
en = "TODO: the idea, in words or as a formula."
zh = "待写：思路，用文字或公式。"

[[hints]]
en = "TODO: nearly the code."
zh = "待写：接近代码。"
"""

STATEMENT = {
    "en": "# Exercise {number}. {title}\n\nTODO: motivation, formula, shapes, contract, an example with true numbers, "
    "what is forbidden, where it stands in the sources.\n",
    "zh": "# 练习 {number}：{title}\n\n待写：动机、公式、形状、约定、数值真实的例子、禁用的函数、出处。\n",
}

STUB = '''\
# Exercise {number}. Grade it with: grade exercise {number}

from torch import Tensor


def {entry}(x: Tensor) -> Tensor:
    """TODO: the contract. x: [..., D]. Returns [..., D]. x is not modified."""
    raise NotImplementedError("exercise {number}: {entry}")
'''

SOLUTION = '''\
"""Reference for exercise {number}: TODO the formula's source."""

from torch import Tensor


def {entry}(x: Tensor) -> Tensor:
    """x: [..., D] -> [..., D]."""
    return x.square()
'''

CASES = '''\
"""Cases of exercise {number}: B=2, S=5, D=6."""

from collections.abc import Iterator

import torch
from torch import Tensor

from grader.authoring import Call, Case, Draw, changed_inputs


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield Case("example_one", (_call(torch.tensor([[0.0, 1.0, -2.0]])),), tolerance=1e-5)
    x = draw.normal(2, 5, 6)
    yield Case("values_fp64", (_call(x),))
    yield Case("input_not_mutated", (_call(x),), derive=changed_inputs)


def _call(x: Tensor) -> Call:
    return Call("call", (x,), target="{entry}")
'''

MISCONCEPTIONS = '''\
"""Known-wrong implementations of exercise {number}, one for each id that quizzes/misconceptions.toml lists for it."""

from collections.abc import Mapping
from typing import Any

MISCONCEPTIONS: Mapping[str, Mapping[str, Any]] = {{}}
'''


def new_exercise(course: Path, name: str) -> tuple[Path, ...]:
    """Write the files of the next exercise and return their paths. UsageError for a bad or a taken name."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            Text(f"{name!r} is no name for an exercise", f"{name!r} 不能用作练习的名称"),
            Text(
                "use small letters, digits and _: masked_max_pool",
                "请使用小写字母、数字和 _：masked_max_pool",
            ),
        )
    folders = exercise_folders(course)
    if any(folder.name.partition("_")[2] == name for paths in folders.values() for folder in paths):
        raise UsageError(
            Text(f"there is an exercise called {name} already", f"已经有名为 {name} 的练习"),
            Text("choose another name", "请换一个名称"),
        )
    number = max(folders, default=0) + 1
    fields = {
        "number": number,
        "id": f"ex{number:02}_{name}",
        "entry": name,
        "title": name.replace("_", " ").capitalize(),
        "quiz": name.replace("_", "-"),
    }
    exercise, reference = course / "exercises" / str(fields["id"]), course / "reference" / str(fields["id"])
    files = {
        exercise / "exercise.toml": EXERCISE,
        exercise / "statement.en.md": STATEMENT["en"],
        exercise / "statement.zh.md": STATEMENT["zh"],
        exercise / "stub.py": STUB,
        reference / "solution.py": SOLUTION,
        reference / "cases.py": CASES,
        reference / "misconceptions.py": MISCONCEPTIONS,
    }
    for path, template in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(template.format(**fields), encoding="utf-8")
    for folder in ("alternatives", "unlisted"):
        (reference / folder).mkdir(exist_ok=True)
    return tuple(files)
