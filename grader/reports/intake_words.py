"""Words for what could not be taken in from a class, for the report of the run or for the learner."""

from __future__ import annotations

from collections.abc import Sequence

from grader.domain.classroom import ChosenBy, IntakeFault, IntakeProblem, IntakeRemark, RemarkKind
from grader.domain.exercise import Exercise
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
    if not problem.path:
        return Text("Nothing was handed in.", "没有提交任何文件。")
    values = {"path": problem.path, "detail": problem.detail}
    return Text(
        en=template.en.format(found=found.en, **values), zh=template.zh.format(found=found.zh, **values)
    )


_REMARKS = {
    RemarkKind.ENCODING_GUESSED: Text(
        en="{subject} does not say its encoding; {detail} was guessed. If names look wrong, give another: "
        "--encoding cp1252 (or utf-8, gb18030, big5).",
        zh="{subject} 没有说明编码，按 {detail} 读取。如果姓名不对，请另行指定：--encoding cp1252（或 utf-8、gb18030、big5）。",
    ),
    RemarkKind.TIME_UNREADABLE: Text(
        en="{subject}: cannot tell which moment {detail!r} is; the time counts as unknown. Give it with --times.",
        zh="{subject}：无法确定 {detail!r} 是哪个时刻，按时间未知处理。请用 --times 指定。",
    ),
    RemarkKind.TIME_OF_NOBODY: Text(
        en="{subject}: the list of times names this person, but nobody here has this id.",
        zh="{subject}：时间表中有此人，但这里没有人用这个 id。",
    ),
    RemarkKind.TIMES_FROM_GIT: Text(
        en="Times taken from the last commits ({subject}: {detail}), which the authors' own machines wrote.",
        zh="提交时间取自最后一次 git 提交（{subject} 人：{detail}），由作者自己的电脑写入。",
    ),
    RemarkKind.GIT_ABSENT: Text(
        en="There are clones here, but no git on this machine to ask when their files were committed.",
        zh="这里有 git 克隆，但本机没有 git，无法查询文件的提交时间。",
    ),
    RemarkKind.BY_GROUP: Text(
        en="The work of group {subject} counts for each of its members ({detail}).",
        zh="小组 {subject} 的作业计入其每位成员（{detail} 人）。",
    ),
    RemarkKind.SAME_PERSON: Text(
        en="{detail} and {subject} are ids of one person in the roster: the files are taken together, under {subject}.",
        zh="{detail} 和 {subject} 在名单中是同一个人的 id：其文件合并在 {subject} 名下。",
    ),
    RemarkKind.IDS_ROUNDED: Text(
        en="The id {subject} of {detail} was rounded by a spreadsheet and is not used: format the column as text.",
        zh="{detail} 的 id {subject} 被电子表格取整，未予使用：请把该列设为文本格式。",
    ),
    RemarkKind.ZEROS_LOST: Text(
        en="{subject} is not in the roster, but {detail} is: a spreadsheet may have dropped the zeros. To match the two, "
        "add --match-zeros.",
        zh="名单中没有 {subject}，但有 {detail}：前面的零可能被电子表格去掉了。要把两者对应起来，请加上 --match-zeros。",
    ),
    RemarkKind.ZEROS_MATCHED: Text(
        en="{subject} was taken for {detail} of the roster, which lacks the zeros.",
        zh="{subject} 对应名单中的 {detail}（缺少前面的零）。",
    ),
    RemarkKind.NOTHING_PREFERRED: Text(
        en="--prefer {subject} decided nothing: where somebody has several files, none of them matches, or all do.",
        zh="--prefer {subject} 没有起作用：在有多个文件的人那里，没有文件与之匹配，或全部匹配。",
    ),
    RemarkKind.EXCUSED_UNKNOWN: Text(
        en="The policy excuses {subject}, and nobody here has this id. It may be mistyped ({detail}?); a roster would tell.",
        zh="规则中免做的 {subject} 在这里没有对应的人，可能是写错了（{detail}？）；有名单即可核对。",
    ),
}
CHOICES = {
    ChosenBy.PREFERRED: Text(en="matches --prefer", zh="与 --prefer 匹配"),
    ChosenBy.DEFINES: Text(en="defines what the exercise asks for", zh="定义了题目要求的内容"),
    ChosenBy.NEWEST: Text(en="the newest", zh="最新"),
    ChosenBy.NAME: Text(en="by its name, as the times are equal", zh="时间相同，按文件名选择"),
}


def say_remark(remark: IntakeRemark) -> Text:
    """Return what staff should know, with the way out where there is one."""
    template = _REMARKS[remark.kind]
    if not remark.detail:
        template = Text(template.en.replace(" ({detail}?)", ""), template.zh.replace("（{detail}？）", ""))
    return template.format(subject=remark.subject, detail=remark.detail)


def say_no_file(exercise: Exercise) -> Text:
    """Return that none of the files handed in is for an exercise, and how files tell what they are for."""
    names = ", ".join(entry.name for entry in exercise.entries)
    title = exercise.title
    return Text(
        f"Exercise {exercise.number} ({title.en}): no file handed in is named after it or defines {names}.",
        f"练习 {exercise.number}（{title.zh}）：提交的文件中没有以它命名的，也没有定义 {names} 的。",
    )


def say_choice(file: str, kept: Sequence[str], why: ChosenBy | None) -> Text:
    """Return which of several files was graded, why, and which were not."""
    reason = CHOICES[why] if why is not None else None
    because_en, because_zh = (f" ({reason.en})", f"（{reason.zh}）") if reason is not None else ("", "")
    others = "; ".join(kept)
    return Text(
        en=f"graded {file}{because_en}; not graded: {others}",
        zh=f"评阅了 {file}{because_zh}；未评阅：{others}",
    )
