"""Why hand-ins cannot be graded: a few words each, counted over a class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from grader.domain.classroom import IntakeFault
from grader.domain.source_problem import SourceFault
from grader.domain.text import Text

REASONS: Mapping[str, Text] = {
    IntakeFault.NO_SOURCE: Text("no .py or .ipynb file", "没有 .py 或 .ipynb 文件"),
    IntakeFault.TYPED_TEXT: Text("text typed into the page", "答案写在网页里"),
    IntakeFault.TOO_LARGE: Text("too large", "文件过大"),
    IntakeFault.UNREADABLE: Text("file cannot be read", "文件无法读取"),
    IntakeFault.UNKNOWN_EXERCISE: Text("exercise unknown", "看不出是哪道练习"),
    IntakeFault.NOT_AN_ARCHIVE: Text("not a zip archive", "不是 zip 压缩包"),
    IntakeFault.OUTSIDE_PATH: Text("archive with paths that leave it", "压缩包中的路径指向包外"),
    IntakeFault.LINK: Text("a link instead of a file", "是链接而不是文件"),
    IntakeFault.BOMB: Text("archive unpacks to too much", "压缩包解压后过大"),
    IntakeFault.TOO_MANY_FILES: Text("archive with too many files", "压缩包中的文件过多"),
    IntakeFault.DUPLICATE_NAME: Text("archive with one name twice", "压缩包中有同名文件"),
    IntakeFault.ENCRYPTED: Text("archive with a password", "压缩包有密码"),
    IntakeFault.LYING_SIZE: Text("damaged archive", "压缩包已损坏"),
    IntakeFault.NESTED_TOO_DEEP: Text("archive inside an archive", "压缩包里还有压缩包"),
    IntakeFault.NOBODYS: Text("nobody's file", "看不出属于谁"),
    SourceFault.EMPTY: Text("empty file", "空文件"),
    SourceFault.TOO_DEEP: Text("brackets nested too deep", "括号嵌套过深"),
    SourceFault.TOO_COMPLEX: Text("too complex for Python", "代码过于复杂"),
    SourceFault.ENCODING: Text("text in an unknown encoding", "文本编码无法识别"),
    SourceFault.UTF16: Text("text in UTF-16", "UTF-16 编码的文本"),
    SourceFault.NUL_BYTES: Text("binary file", "二进制文件"),
    SourceFault.NOTEBOOK: Text("damaged notebook", "笔记本已损坏"),
    SourceFault.SYNTAX: Text("syntax error", "语法错误"),
    SourceFault.INDENTATION: Text("indentation error", "缩进错误"),
    SourceFault.MISSING_PACKAGE: Text("needs a package that is not there", "缺少所需的包"),
    SourceFault.RAISED: Text("loading it fails", "载入时出错"),
    SourceFault.EXITED: Text("ends the program while loading", "载入时退出程序"),
    SourceFault.MISSING_ENTRY: Text("lacks the class or function asked for", "缺少要求的类或函数"),
    SourceFault.WRONG_KIND: Text("a function instead of a class, or the reverse", "类与函数弄反了"),
    SourceFault.SIGNATURE: Text("other parameters than asked for", "参数与要求不符"),
    SourceFault.MISNAMED: Text("misspelt method", "方法名拼写有误"),
    SourceFault.FORBIDDEN_BASE: Text("built on a forbidden class", "基类是禁用的类"),
    SourceFault.ARCHIVE: Text("an archive named .py", "改名为 .py 的压缩包"),
}
_OTHER = Text("another reason", "其他原因")


def reason_of(kind: str) -> Text:
    """The reason in a few words; for a kind that an older or newer grader knew, that there is one."""
    return REASONS.get(kind, _OTHER)


def counted_reasons(kinds: Iterable[str]) -> Text | None:
    """One sentence on how many cannot be graded and why, the most frequent reason first; None for none."""
    counts = Counter(kinds)
    number = counts.total()
    if not number:
        return None
    ordered = [(count, reason_of(kind)) for kind, count in counts.most_common()]
    en = ", ".join(f"{reason.en} ({count})" for count, reason in ordered)
    zh = "、".join(f"{reason.zh}（{count}）" for count, reason in ordered)
    return Text(f"Cannot be graded: {number}. Reasons: {en}.", f"无法评分：{number} 份。原因：{zh}。")
