"""Words for what could not be taken in from a class: for the report of the run and for the learner."""

from __future__ import annotations

from grader.domain.classroom import IntakeFault, IntakeProblem
from grader.domain.text import Text

_FAULTS = {
    IntakeFault.NO_SOURCE: Text(
        en="{path}: no .py or .ipynb file was handed in.{found}",
        zh="{path}：没有提交 .py 或 .ipynb 文件。{found}",
    ),
    IntakeFault.TYPED_TEXT: Text(
        en="{path}: text was typed into the page, but a .py or .ipynb file is needed.",
        zh="{path}：答案是直接写在网页里的，需要提交 .py 或 .ipynb 文件。",
    ),
    IntakeFault.TOO_LARGE: Text(
        en="{path}: too large to be read ({detail}). Hand in the .py or .ipynb file alone.",
        zh="{path}：文件过大，无法读取（{detail}）。请只提交 .py 或 .ipynb 文件。",
    ),
    IntakeFault.UNREADABLE: Text(
        en="{path}: cannot be read ({detail}).",
        zh="{path}：无法读取（{detail}）。",
    ),
    IntakeFault.UNKNOWN_EXERCISE: Text(
        en="{path}: neither the name nor what it defines tells the exercise. "
        "Name the file after it, such as ex03_feed_forward.py.",
        zh="{path}：文件名和其中的定义都看不出是哪道练习。请用练习命名文件，例如 ex03_feed_forward.py。",
    ),
    IntakeFault.NOT_AN_ARCHIVE: Text(
        en="{path}: this is not a readable zip archive. Hand in the .py or .ipynb file itself.",
        zh="{path}：这不是可读取的 zip 压缩包。请直接提交 .py 或 .ipynb 文件。",
    ),
    IntakeFault.OUTSIDE_PATH: Text(
        en="{path}: refused, for the path leads out of the archive.",
        zh="{path}：已拒绝，因为该路径指向压缩包之外。",
    ),
    IntakeFault.LINK: Text(
        en="{path}: refused, for it is a link and not a file.",
        zh="{path}：已拒绝，因为它是链接而不是文件。",
    ),
    IntakeFault.BOMB: Text(
        en="{path}: refused, for it unpacks to far more than it should ({detail}).",
        zh="{path}：已拒绝，因为解压后的大小远超正常范围（{detail}）。",
    ),
    IntakeFault.TOO_MANY_FILES: Text(
        en="{path}: refused, for it holds too many files ({detail}).",
        zh="{path}：已拒绝，因为其中的文件过多（{detail}）。",
    ),
    IntakeFault.DUPLICATE_NAME: Text(
        en="{path}: refused, for the archive holds two files of this name.",
        zh="{path}：已拒绝，因为压缩包里有两个同名文件。",
    ),
    IntakeFault.ENCRYPTED: Text(
        en="{path}: needs a password. Hand in an archive without one.",
        zh="{path}：需要密码。请提交不加密的压缩包。",
    ),
    IntakeFault.LYING_SIZE: Text(
        en="{path}: the archive is damaged here ({detail}). Pack it again.",
        zh="{path}：压缩包在此处已损坏（{detail}）。请重新打包。",
    ),
    IntakeFault.NESTED_TOO_DEEP: Text(
        en="{path}: an archive inside an archive is not opened. Hand in the files themselves.",
        zh="{path}：不会打开压缩包里的压缩包。请直接提交文件。",
    ),
    IntakeFault.NOBODYS: Text(
        en="{path}: the name does not tell whose file this is, so it was left out.",
        zh="{path}：从文件名看不出属于谁，已略过。",
    ),
}


def say_intake_problem(problem: IntakeProblem) -> Text:
    """Return one sentence with the path, the reason and, for a learner's fault, the way out."""
    template = _FAULTS[problem.kind]
    found = Text(en="", zh="")
    if problem.kind is IntakeFault.NO_SOURCE and problem.detail:
        found = Text(en=f" Found: {problem.detail}.", zh=f"找到的是：{problem.detail}。")
    values = {"path": problem.path, "detail": problem.detail}
    return Text(
        en=template.en.format(found=found.en, **values), zh=template.zh.format(found=found.zh, **values)
    )
