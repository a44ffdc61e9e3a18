"""Words for what is wrong with a source file, or for what a notebook did beside defining things."""

from __future__ import annotations

from collections.abc import Sequence

from grader.domain.source_problem import SourceFault, SourceNote, SourceProblem, SourceRemark
from grader.domain.text import Text

AVAILABLE_PACKAGES = Text(
    en="torch, numpy, math, typing and the rest of the standard library",
    zh="torch、numpy、math、typing 以及标准库的其余部分",
)

_FAULTS = {
    SourceFault.EMPTY: Text(
        en="{place}: there is no code in this file. Write your solution and save the file before grading.",
        zh="{place}：文件里没有代码。请先写好答案并保存文件，再来评分。",
    ),
    SourceFault.TOO_LARGE: Text(
        en="{place}: {found} of code or file, and at most {expected} are read. "
        "Remove data and, from a notebook, the stored outputs.",
        zh="{place}：大小为 {found}，最多只读取 {expected}。"
        "请删去其中的数据；如果是笔记本，请清除已保存的输出。",
    ),
    SourceFault.TOO_DEEP: Text(
        en="{place}: the nesting is {found} levels deep, and at most {expected} are read. "
        "Split the expression into steps.",
        zh="{place}：嵌套了 {found} 层，最多只读取 {expected} 层。请把表达式拆成几步来写。",
    ),
    SourceFault.TOO_COMPLEX: Text(
        en="{place}: this code is too large or nests too deep to be read. Split it into smaller statements.",
        zh="{place}：代码过大或嵌套过深，无法读取。请拆成更小的语句。",
    ),
    SourceFault.ENCODING: Text(
        en="{place}: this is not UTF-8 text (found {found}). Save the file with the encoding UTF-8.",
        zh="{place}：这不是 UTF-8 文本（遇到 {found}）。请用 UTF-8 编码保存文件。",
    ),
    SourceFault.UTF16: Text(
        en="{place}: the file is saved as UTF-16, which Python does not read. Save it as UTF-8.",
        zh="{place}：文件以 UTF-16 保存，Python 无法读取。请用 UTF-8 编码另存。",
    ),
    SourceFault.NUL_BYTES: Text(
        en="{place}: the file holds a zero byte, so it is no Python text. "
        "Hand in the .py or .ipynb file itself.",
        zh="{place}：文件中含有零字节，不是 Python 文本。请提交 .py 或 .ipynb 文件本身。",
    ),
    SourceFault.NOTEBOOK: Text(
        en="{place}: this is not a readable notebook ({found}). "
        "Open it in Jupyter and save it again, or hand in a .py file.",
        zh="{place}：这不是可读取的笔记本（{found}）。请在 Jupyter 中打开并重新保存，或者改交 .py 文件。",
    ),
    SourceFault.SYNTAX: Text(
        en="{place}: Python cannot read this line: {found}.{line_text}",
        zh="{place}：Python 读不懂这一行：{found}。{line_text}",
    ),
    SourceFault.INDENTATION: Text(
        en="{place}: the indentation is wrong: {found}.{line_text}",
        zh="{place}：缩进有误：{found}。{line_text}",
    ),
    SourceFault.MISSING_PACKAGE: Text(
        en="{place}: the package {found} is not available while grading. Available are {available}. "
        "Everything else has to be in this one file.",
        zh="{place}：评分环境中没有 {found} 这个包。可以使用 {available}，其余的代码都要写在这一个文件里。",
    ),
    SourceFault.RAISED: Text(
        en="{place}: loading the file fails with {found}.{line_text}",
        zh="{place}：加载文件时出错而中断：{found}。{line_text}",
    ),
    SourceFault.EXITED: Text(
        en="{place}: the file ends the program while being loaded ({found}). "
        'Remove the call, or put it under `if __name__ == "__main__":`.',
        zh="{place}：文件在加载时就结束了程序（{found}）。"
        '请删去该调用，或把它放到 `if __name__ == "__main__":` 之下。',
    ),
    SourceFault.MISSING_ENTRY: Text(
        en="{place}: {expected} is not defined. {defined}{meant}",
        zh="{place}：没有定义{expected}。{defined}{meant}",
    ),
    SourceFault.WRONG_KIND: Text(
        en="{place}: expected {expected}, found {found}.",
        zh="{place}：这里需要{expected}，实际是{found}。",
    ),
    SourceFault.MISNAMED: Text(
        en="{place}: the method is called {found}, and Python looks for {expected}{underscores}. Rename it.",
        zh="{place}：这个方法叫 {found}，而 Python 找的是 {expected}{underscores}。请改名。",
    ),
    SourceFault.FORBIDDEN_BASE: Text(
        en="{place}: {expected} inherits everything from {found}, which this exercise forbids: it asks you to write that "
        "very thing. Derive from nn.Module and compute it yourself.",
        zh="{place}：{expected} 的一切都继承自 {found}，本题禁止使用：要你写的正是它。请继承 nn.Module，自己完成计算。",
    ),
    SourceFault.ARCHIVE: Text(
        en="{place}: this is a compressed archive under another name, not Python text. Unpack it and hand in the .py or "
        ".ipynb file itself.",
        zh="{place}：这是改了名的压缩包，不是 Python 文本。请解压后提交 .py 或 .ipynb 文件本身。",
    ),
    SourceFault.SIGNATURE: Text(
        en="{place}: found {found}, expected {expected}. The arguments are passed by these names"
        "{missing}; further parameters need a default value.",
        zh="{place}：实际是{found}，需要的是{expected}。"
        "参数按这些名字传入{missing}；多出来的参数必须有默认值。",
    ),
}

_KINDS = {"function": "函数", "class": "类"}
_NAMING = frozenset((SourceFault.MISSING_ENTRY, SourceFault.WRONG_KIND, SourceFault.SIGNATURE))

_REMARKS = {
    SourceRemark.RAISED: Text(
        en="Cell {cell}, line {line} raised {text}. The definitions after it were graded all the same.",
        zh="代码单元 {cell} 第 {line} 行抛出了 {text}。其后的定义仍照常评分。",
    ),
    SourceRemark.MISSING_PACKAGE: Text(
        en="Cell {cell}, line {line}: the package {text} is not available while grading; "
        "available are {available}.",
        zh="代码单元 {cell} 第 {line} 行：评分环境中没有 {text} 这个包；可以使用 {available}。",
    ),
    SourceRemark.STOPPED: Text(
        en="Cell {cell}, line {line}: the experiment took too long and was stopped. "
        "Training is not needed for grading.",
        zh="代码单元 {cell} 第 {line} 行：实验耗时过长，已被停止。评分不需要训练。",
    ),
    SourceRemark.BROKEN_CELL: Text(
        en="Cell {cell}, line {line} cannot be read ({text}) and was left out.",
        zh="代码单元 {cell} 第 {line} 行无法读取（{text}），已略过。",
    ),
    SourceRemark.OTHER_NAMES: Text(
        en="Arguments under names of your own: {text}. They are passed by position, so any name will do.",
        zh="参数用了你自己的名字：{text}。它们按位置传入，所以叫什么都可以。",
    ),
    SourceRemark.SINGLE_PRECISION: Text(
        en="Your code computes in float32 and casts back, as large models do. That is accepted; where x is float64, "
        "computing in x's own dtype would keep nine more digits.",
        zh="你的代码在内部用 float32 计算，再转换回去，大模型里常常这样写。这样可以通过；不过当 x 是 float64 时，"
        "直接用 x 自己的 dtype 计算，能多保留九位有效数字。",
    ),
}

_GATHERED = {
    SourceRemark.PRINTED: Text(
        en="Printed output is not graded (cells {cells}).",
        zh="打印的内容不参与评分（代码单元 {cells}）。",
    ),
    SourceRemark.MAGIC: Text(
        en="Lines that begin with % or ! and help lines with ? were left out (cells {cells}).",
        zh="以 % 或 ! 开头的行以及带 ? 的帮助行都已略过（代码单元 {cells}）。",
    ),
    SourceRemark.SKIPPED: Text(
        en="The time for experiments was used up: those in cells {cells} did not run.",
        zh="实验的时间已经用完：代码单元 {cells} 中的实验没有运行。",
    ),
}


def say_problem(problem: SourceProblem) -> Text:
    """Return one message that names file, place, what was found, what was expected and the way out."""
    template = _FAULTS[problem.kind]
    place = place_of(problem)
    line_text = f"  {problem.text}" if problem.text else ""
    available, defined = AVAILABLE_PACKAGES, _defined(problem)
    meant, missing, underscores = _meant(problem), _missing(problem), _underscores(problem)
    found, expected = problem.found.rstrip("."), problem.expected
    return Text(
        en=template.en.format(
            place=place.en,
            available=available.en,
            defined=defined.en,
            meant=meant.en,
            missing=missing.en,
            underscores=underscores.en,
            found=found,
            expected=expected,
            line_text=line_text,
        ).rstrip(),
        zh=template.zh.format(
            place=place.zh,
            available=available.zh,
            defined=defined.zh,
            meant=meant.zh,
            missing=missing.zh,
            underscores=underscores.zh,
            found=_named_in_chinese(found) if problem.kind in _NAMING else found,
            expected=_named_in_chinese(expected) if problem.kind in _NAMING else expected,
            line_text=line_text,
        ).rstrip(),
    )


def _named_in_chinese(words: str) -> str:
    """Return "function f" and "class C" as Chinese says them, anything else as it is after a space."""
    kind, _, name = words.partition(" ")
    return f"{_KINDS[kind]} {name}" if kind in _KINDS and name.isidentifier() else f" {words}"


def place_of(problem: SourceProblem) -> Text:
    """Return "ex03.py, line 4, column 7" or "ex03.ipynb, cell 3, line 2", as far as it is known."""
    en, zh = [problem.file], [problem.file]
    if problem.cell is not None:
        en.append(f"cell {problem.cell}")
        zh.append(f"代码单元 {problem.cell}")
    if problem.line is not None:
        en.append(f"line {problem.line}")
        zh.append(f"第 {problem.line} 行")
    if problem.column is not None:
        en.append(f"column {problem.column}")
        zh.append(f"第 {problem.column} 列")
    return Text(en=", ".join(en), zh="，".join(zh))


def say_notes(notes: Sequence[SourceNote]) -> tuple[Text, ...]:
    """Return the remarks on a source, those on a notebook by cell, the frequent kinds gathered into one sentence each."""
    texts = [_say_note(note) for note in notes if note.kind in _REMARKS]
    for kind, template in _GATHERED.items():
        cells = sorted({note.cell for note in notes if note.kind is kind})
        if cells:
            en = ", ".join(map(str, cells))
            texts.append(
                Text(en=template.en.format(cells=en), zh=template.zh.format(cells="、".join(map(str, cells))))
            )
    return tuple(texts)


def _say_note(note: SourceNote) -> Text:
    template = _REMARKS[note.kind]
    line = note.line if note.line is not None else 1
    return Text(
        en=template.en.format(cell=note.cell, line=line, text=note.text, available=AVAILABLE_PACKAGES.en),
        zh=template.zh.format(cell=note.cell, line=line, text=note.text, available=AVAILABLE_PACKAGES.zh),
    )


def _defined(problem: SourceProblem) -> Text:
    if not problem.found:
        return Text(en="The file defines no function and no class. ", zh="文件中没有定义任何函数或类。")
    names = problem.found.replace(", ", "、")
    return Text(en=f"The file defines {problem.found}. ", zh=f"文件中定义了 {names}。")


def _meant(problem: SourceProblem) -> Text:
    if not problem.suggestions:
        return Text(en="The name has to be exactly this one.", zh="名字必须与此完全一致。")
    en, zh = " or ".join(problem.suggestions), "或 ".join(problem.suggestions)
    wanted = problem.expected.rpartition(" ")[2]
    return Text(
        en=f"If {en} is meant to be it, rename it to {wanted}.",
        zh=f"如果 {zh} 就是要交的那一个，请改名为 {wanted}。",
    )


def _underscores(problem: SourceProblem) -> Text:
    if not problem.expected.startswith("__"):
        return Text(en="", zh="")
    return Text(en=", with two underscores on each side", zh="（两边各两个下划线）")


def _missing(problem: SourceProblem) -> Text:
    if not problem.suggestions:
        return Text(en="", zh="")
    names = problem.suggestions
    return Text(en=f" (not found: {', '.join(names)})", zh=f"（缺少：{'、'.join(names)}）")
