"""Why a submission got no checks, in the learner's words: it cannot be read, it ended, it took a shortcut."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from grader.domain.exercise import Exercise
from grader.domain.result import Failure
from grader.domain.source_problem import SourceFault, SourceProblem
from grader.domain.text import Language, Text
from grader.domain.verdict import Verdict
from grader.reports.denied import explain_denied
from grader.reports.errors.explain import explain_error
from grader.reports.lines import Line, Tone
from grader.reports.source_words import say_problem

_BLOCKS = "course.blocks."
"""What stands before a block's name where one is handed in as an answer."""
NOT_ATTEMPTED = Text(
    "This is still the original stub: nothing was graded, and this does not count as an attempt.",
    "这还是初始的代码骨架：没有评分，也不计入提交次数。",
)


def meant_exercise(problem: SourceProblem | None, others: Iterable[Exercise]) -> Exercise | None:
    """Return the exercise whose entries a file defines that lacks the wanted one, None if there is none."""
    if problem is None or problem.kind is not SourceFault.MISSING_ENTRY:
        return None
    defined = set(problem.found.split(", "))
    fitting = [other for other in others if defined.issuperset(entry.name for entry in other.entries)]
    return max(fitting, key=lambda other: len(other.entries), default=None)


def problem_lines(
    problem: SourceProblem, meant: Exercise | None, regrade: str, language: Language
) -> Iterator[Line]:
    """Yield what keeps the source from being graded, the exercise that it may be `meant` for, its meaning.

    `regrade` is the command that grades as the one meant, of its number and the file.
    """
    yield Line(say_problem(_without(problem, meant)).get(language), Tone.BAD)
    if meant is not None:
        yield _meant_line(problem, meant, regrade, language)
    meaning = _meaning(problem)
    if meaning is not None:
        yield Line(meaning.get(language), Tone.PLAIN, 2)


def failure_line(failure: Failure, exercise: Exercise, language: Language) -> Line:
    """Return how the submission's process ended before its checks were through."""
    words = _FAILURES.get(failure.verdict, _ended)
    return Line(words(failure, exercise).get(language), Tone.BAD)


def shortcut_line(shortcuts: Iterable[str], language: Language) -> Line:
    """Return which forbidden functions (dotted paths of torch) the code ran, or of which block it is a copy."""
    blocks = ", ".join(path.removeprefix(_BLOCKS) for path in shortcuts if path.startswith(_BLOCKS))
    if blocks:
        told = Text(
            f"This is the course's own block {blocks} under other names: reading it is fine, but this exercise asks you to write it. No points for a copy.",
            f"这是课程自带的模块 {blocks}（只是换了名字）：可以阅读它，但本题要你自己写出来。照抄不计分。",
        )
        return Line(told.get(language), Tone.BAD)
    names = ", ".join(path.removeprefix("torch.") for path in shortcuts)
    told = Text(
        f"Your code ran {names}, which this exercise forbids: it asks you to write that very thing. No points until it is gone.",
        f"你的代码调用了 {names}，本题禁止使用：要你写的正是它。去掉之前不计分。",
    )
    return Line(told.get(language), Tone.BAD)


def _without(problem: SourceProblem, meant: Exercise | None) -> SourceProblem:
    """The problem without the advice to rename what is another exercise's answer."""
    others = {entry.name for entry in meant.entries} if meant else set()
    return replace(problem, suggestions=tuple(s for s in problem.suggestions if s not in others))


def _meant_line(problem: SourceProblem, meant: Exercise, regrade: str, language: Language) -> Line:
    names = ", ".join(entry.name for entry in meant.entries)
    number, title = meant.number, meant.title.get(language)
    command = regrade.format(number=number, file=problem.file)
    told = Text(
        f"{names} is what exercise {number} ({title}) asks for. If you meant that one: {command}",
        f"{names} 是练习 {number}（{title}）要写的内容。如果你想评的是那一题：{command}",
    )
    return Line(told.get(language), indent=2)


def _meaning(problem: SourceProblem) -> Text | None:
    """What an exception at the top level means, where that is known: it is the learner's own."""
    if problem.kind is not SourceFault.RAISED:
        return None
    kind, _, message = problem.found.partition(": ")
    return explain_error(message) or explain_denied(kind, message, public=True)


def _ended(failure: Failure, exercise: Exercise) -> Text:
    line = f" (line {failure.line})" if failure.line else ""
    return Text(
        f"Your code ended the grading process: {failure.summary}{line}.",
        f"你的代码结束了评分进程：{failure.summary}。",
    )


_FAILURES: dict[Verdict, Callable[[Failure, Exercise], Text]] = {
    Verdict.TIME_LIMIT: lambda failure, exercise: Text(
        f"Your code took longer than {exercise.limits.wall_seconds:g} seconds and was stopped. Look for a loop that does not end, or a training run at the top level.",
        f"你的代码运行超过 {exercise.limits.wall_seconds:g} 秒，已被停止。请检查有没有停不下来的循环，或放在顶层的训练代码。",
    ),
    Verdict.MEMORY_LIMIT: lambda failure, exercise: Text(
        f"Your code wanted more than {exercise.limits.memory_mib} MiB of memory and was stopped.",
        f"你的代码需要的内存超过 {exercise.limits.memory_mib} MiB，已被停止。",
    ),
    Verdict.OUTPUT_LIMIT: lambda failure, exercise: Text(
        "Your code printed or returned far more than can be read, and was stopped.",
        "你的代码输出或返回的内容远远超出可读取的量，已被停止。",
    ),
    Verdict.PROTOCOL_VIOLATION: lambda failure, exercise: Text(
        "Your code sent the grader something that no answer can hold; the whole submission is void.",
        "你的代码向评分程序发送了任何答案都不可能包含的内容；整份提交作废。",
    ),
}
