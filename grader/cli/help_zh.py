"""The help in Chinese: every command's text, every option's line."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import click

from grader.cli.click_zh import ChineseContext

AnyCommand = TypeVar("AnyCommand", bound=click.Command)


@dataclass(frozen=True)
class Page:
    """A command's text, and the lines of its options by parameter name."""

    text: str
    options: Mapping[str, str] = field(default_factory=dict)


SHARED: Mapping[str, str] = {
    "course": "课程所在的目录。",
    "db": "成绩保存在哪里（默认是 GRADE_DB，其次是你的数据目录）。",
    "lang": "显示的语言。",
}

PAGES: Mapping[str, Page] = {
    "": Page(
        "AddNorm：一门会自己评分的 Transformer 编码器课程。\n\n不带命令时：显示你做到了哪里和下一步。",
        {"version": "显示版本并退出。", "lang": "显示的语言，写在命令之前或之后均可。"},
    ),
    "start": Page(
        "建立工作目录：每道练习一个空白题目和题目说明，以及课程给出的模块。\n\n已有的文件不会改动。",
        {
            "notebook": "生成笔记本，而不是 Python 文件。",
            "as_json": "输出一个 JSON 对象（格式 addnorm.start/1）。",
        },
    ),
    "exercise": Page(
        '评阅练习 NAME：编号、id 或名称（"3"、"feed-forward"）。\n\n'
        "FILE 是 .py 文件或笔记本；不写时取当前目录中的 exNN_*.py 或 .ipynb。"
        "退出码：0 通过，1 未通过，2 用法有误，70 评分程序自身的问题。",
        {
            "seed": "用以前某次评阅的种子，得到同样的输入。",
            "as_json": "输出一个 JSON 对象（格式 addnorm.grade/1）。",
            "staff": "再列出隐藏用例的差异、完整的报错和日志。",
            "mime": "输出 MIME 数据，供笔记本中的 %grade 使用。",
            "verbose": "列出每一项检查；通过之后还会显示讨论。",
        },
    ),
    "watch": Page(
        "每次保存文件时评阅练习 NAME（默认是下一道），按 q 结束。\n\n"
        "按键：h 提示，z 测验，n 下一题，l 切换语言，g 立即评阅，q 退出。",
        {
            "poll": "主动查看文件是否改变，而不是等系统通知（用于网络目录）。",
            "times": "给出这么多次结果之后退出。",
            "as_json": "每次结果输出一行 JSON 对象（格式 addnorm.grade/1），不响应按键。",
        },
    ),
    "hint": Page(
        "给出练习 NAME 的下一条提示，已给过的会再次显示。第三条提示要先尝试两次。",
        {"as_json": "输出一个 JSON 对象（格式 addnorm.hint/1）。"},
    ),
    "reset": Page(
        "恢复练习 NAME 的空白题目；你写的内容保存在 backups/。作答记录和成绩不变。\n\n"
        "FILE 是要恢复的文件；不写时取当前目录中这道练习的文件。",
        {"as_json": "输出一个 JSON 对象（格式 addnorm.reset/1）。"},
    ),
    "progress": Page(
        "显示已完成的练习、下一步及其理由；对一道练习 NAME，显示作答记录，通过之后还会显示讨论。\n\n"
        "当前目录中的文件如果与评阅过的不同，会加以说明。",
        {"as_json": "输出一个 JSON 对象（格式 addnorm.progress/1）。"},
    ),
    "quiz": Page(
        "做测验 NAME；不作任何选择时，列出所有测验。\n\n"
        "随时可以按 Ctrl-C 停下：再次输入同样的命令即可继续。"
        "退出码：0 完成，1 有题未答，2 用法有误，130 中断。",
        {
            "exercise_number": "练习 N 的题目。",
            "misconception": "与某个误解有关的题目。",
            "count": "最多 K 题，先出答错过的。",
            "answers": "从文件读取回答（- 表示管道）。",
            "no_input": "从不提问：没有 --answers 时只显示题目。",
            "save": "把回答写入文件，交给教师。",
            "restart": "重新开始，不从上次停下的地方继续。",
            "seed": "用这个种子确定数字和顺序。",
            "as_json": "输出一个 JSON 对象（格式 addnorm.quizzes/1 或 addnorm.quiz_result/1）。",
        },
    ),
    "review": Page(
        "复习到期的卡片：课程的复习卡片，以及你答错的题目。\n\n"
        "按记得的程度评分：1 忘了，2 困难，3 记得，4 容易。退出码：0 完成，130 中断。",
        {
            "count": "最多 K 张卡片。",
            "answers": "从文件读取评分，每行一个。",
            "no_input": "从不提问：只列出到期的卡片，不给答案。",
            "as_json": "从不提问：输出一个 JSON 对象（格式 addnorm.review/1）。",
        },
    ),
    "class": Page(
        "评阅一个班级的提交：平台导出的目录或 zip 文件，或每个学生一个目录，由 PATH 指定。\n\n"
        "再次运行会从上次停下的地方继续，只评阅有变化的提交。"
        "退出码：0 评阅完成；130 被中断，已评阅的结果都会保留。",
        {
            "names": "只评阅这道练习（可以重复）。",
            "form": "按指定平台的形式读取。",
            "roster": "班级名单：与提交相同的 id、姓名、班级、小组；平台自己导出的表也可以。",
            "policy": "截止时间和迟交规则，由报告应用。",
            "times": "提交时间表：id 列和时间列，另可有练习列。",
            "prefer": "同一学生有多个文件时，取与此匹配的文件，例如 '*/model.py'（可重复）。",
            "encoding": "CSV 文件和 zip 中文件名的编码，例如 cp1252。",
            "match_zeros": "只对应一个人时，把 00123 当作名单中的 123。",
            "jobs": "评阅进程数（默认是处理器核数）。",
            "seed": "所有人都用这个种子的输入。",
            "again": "全部重新评阅，并列出谁的得分变了、为什么。",
            "unconfined": "即使这台机器不能隔离，也运行学生的代码。",
            "engine": "由谁执行评阅。",
            "scheduler": "dask 调度器的地址（不写时在本机启动一个集群）。",
            "as_json": "输出一个 JSON 对象（格式 addnorm.class/1）。",
        },
    ),
    "report": Page(
        "报告一次班级评阅的成绩。\n\n"
        "HTML 格式配合 `-o FOLDER` 时，写出班级页面和每个学生的页面。"
        "`--fill` 读取平台导出的成绩表，按 id 对应学生，只填写空的成绩单元格；对应不上的和已有内容的会列出。",
        {
            "run_id": "要报告的评阅（默认是最近一次）。",
            "form": "报告的格式。",
            "learner": "只报告一个人，而不是全班。",
            "to_fill": "填写平台导出的成绩表；其他内容都不改动。",
            "columns": "与 --fill 一起用：练习 N（或 total）填入这一列。",
            "replace": "与 --fill 一起用：已有的分数和评语也替换。",
            "exercise": "与 --fill 一起用：只填这道练习。",
            "policy": "用另一套规则，而不是评阅时的规则。",
            "anonymous": "用固定的化名代替姓名。",
            "output": "文件，或目录（每人一页）；默认是标准输出。",
            "as_json": "相当于 --format json；与 --fill 和 -o 一起用时，说明填写了什么（格式 addnorm.filled/1）。",
        },
    ),
    "similar": Page(
        "查找相似的提交。\n\n空白题目的内容，以及班上很多人都会写的代码，不计在内。代码相似只是找学生谈一谈的线索，不是结论。",
        {
            "run_id": "要查看的评阅（默认是最近一次）。",
            "name": "只看这道练习。",
            "threshold": "相同部分占源代码的比例达到多少才列出。",
            "anonymous": "用固定的化名代替姓名。",
            "as_json": "输出一个 JSON 对象（格式 addnorm.similar/1）。",
            "output": "写出一个网页，并排显示源代码。",
        },
    ),
    "override": Page(
        "修改 LEARNER 在练习 EXERCISE 上的得分；原始分会一并保留。",
        {
            "points": "改为多少分。",
            "why": "理由；与原始分一起保存。",
            "as_json": "输出一个 JSON 对象（格式 addnorm.override/1）。",
        },
    ),
    "extend": Page(
        "给 LEARNER 延长练习 EXERCISE 的截止时间，不写练习则延长所有练习；由报告应用。",
        {
            "until": "2026-10-08，或 2026-10-08T23:59+08:00。",
            "why": "理由；会保存下来。",
            "as_json": "输出一个 JSON 对象（格式 addnorm.extend/1）。",
        },
    ),
    "forget": Page(
        "删除 LEARNER 的全部数据：作答记录、结果、源代码、测验、卡片，以及教师的决定。\n\n"
        "别人也提交过的同一份源代码仍属于别人。磁盘上的文件不会改动。",
        {
            "target": "先把数据写入这个文件。",
            "export_only": "只输出或写出此人的数据，什么都不删除。",
            "yes": "不再询问。",
            "as_json": "输出一个 JSON 对象（格式 addnorm.forget/1）。",
        },
    ),
    "export": Page("把课程内容导出到其他平台。"),
    "export quiz": Page(
        "导出所有题目，或测验 NAME 的题目。\n\n"
        "不带 --lang 时两种语言都写出，各占一个文件：bank.xml 变成 bank.en.xml 和 bank.zh.xml。",
        {
            "form": "moodle-xml 保留得最多；qti 用于 Canvas；anki 生成卡片（文本，FILE.apkg 则是卡片包）。",
            "variants": "含随机数的题目生成几个版本。",
            "output": "写入这个文件，而不是标准输出。",
            "as_json": "与 -o 一起用：输出一个 JSON 对象（格式 addnorm.export/1）。",
        },
    ),
    "kit": Page(
        "制作学生版，或一份作业在 Gradescope 或 Classroom 50 上的自动评分包。\n\n"
        "学生版的 zip 文件包含空白题目、题目说明、测验、封存的公开用例和安装包，不含任何参考答案。"
        "自动评分包含有答案：只能上传到平台，不能给其他人。--lang 决定它用哪种语言答复学生。",
        {
            "output": "要写出的 zip 文件。",
            "form": "给谁用：学生（zip，默认）或某个平台。",
            "names": "一道练习（可以重复；zip 默认包含全部）。",
            "unconfined": "即使容器不能隔离学生的代码也评阅。",
            "as_json": "输出一个 JSON 对象（格式 addnorm.kit/1）。",
        },
    ),
    "author": Page("编写练习并检验练习。"),
    "author check": Page(
        "检验练习 NUMBERS（默认全部）和所有题目；所有错误一次列出。有错误时退出码为 1。",
        {
            "slow": "用更多的种子，并运行综合练习的训练。",
            "jobs": "同时运行的进程数（默认是处理器核数）。",
            "no_questions": "不检验题目。",
            "as_json": "输出一个 JSON 对象（格式 addnorm.author_check/1）。",
        },
    ),
    "author mutate": Page(
        "对练习 NUMBERS（默认全部）的参考答案作小改动，并给出用例能发现多少改动。\n\n"
        "如果有改动没被发现、equivalent.toml 也没有说明，退出码为 1。",
        {"seed": "用例的种子。", "as_json": "输出一个 JSON 对象（格式 addnorm.author_mutate/1）。"},
    ),
    "author new": Page(
        "写出新练习 NAME（小写字母和 _）的两个目录，可以直接用 `grade author check` 检验。",
        {"as_json": "输出一个 JSON 对象（格式 addnorm.author_new/1）。"},
    ),
    "doctor": Page(
        "说明这台机器能为学生代码提供什么隔离，以及缺少什么。",
        {"as_json": "输出一个 JSON 对象（格式 addnorm.doctor/1）。"},
    ),
    "completion": Page("输出一段脚本，让 SHELL 能补全本命令；请在 shell 的配置文件中加载它。"),
}


def in_chinese(command: AnyCommand, path: str) -> AnyCommand:
    """Return a copy of the command at `path` ("author check"; "" is the whole) whose help is Chinese, and that
    of its own commands too.
    """
    page = PAGES[path]
    words = {**SHARED, **page.options}
    chinese = copy.copy(command)
    chinese.context_class = ChineseContext
    chinese.help = page.text
    chinese.params = [_param(param, words) for param in command.params]
    chinese.options_metavar = "[选项]"
    if command.epilog:
        chinese.epilog = command.epilog.replace("Examples:", "示例：")
    if isinstance(command, click.Group) and isinstance(chinese, click.Group):
        chinese.subcommand_metavar = (
            "[命令] [参数]..." if command.invoke_without_command else "命令 [参数]..."
        )
        chinese.commands = {
            name: in_chinese(inner, f"{path} {name}".strip()) for name, inner in command.commands.items()
        }
    return chinese


def _param(param: click.Parameter, words: Mapping[str, str]) -> click.Parameter:
    if not isinstance(param, click.Option):
        return param
    chinese = copy.copy(param)
    chinese.help = words[str(param.name)]
    return chinese
