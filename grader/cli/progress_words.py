"""The words of `grade progress`: the ladder's rows, what is next, the attempts at one exercise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grader.cli.screen import cells
from grader.cli.settings import Settings
from grader.domain.record import Attempt
from grader.domain.text import Language
from grader.reports.lines import Line, Tone
from grader.reports.plain_values import VERDICTS, points
from grader.workflows.learner_progress import FileState, Rung, State, next_rung

MOST_ATTEMPTS = 10


def ladder_lines(rungs: Sequence[Rung], settings: Settings) -> Iterator[Line]:
    """One row a rung: number, state in a word, title, the best score, what the file is to it."""
    words = {
        State.DONE: (settings.say("done", "完成"), Tone.GOOD),
        State.STARTED: (settings.say("started", "进行中"), Tone.BAD),
        State.OPEN: (settings.say("open", "可做"), Tone.PLAIN),
        State.WAITING: (settings.say("later", "稍后"), Tone.QUIET),
    }
    widest = max(cells(word) for word, _ in words.values())
    for rung in rungs:
        word, tone = words[rung.state]
        head = f"{rung.exercise.number:>2}  {word}{' ' * (widest - cells(word))}  "
        tail = [rung.exercise.title.get(settings.language), *_figures(rung, settings)]
        yield Line(head + settings.say(", ", "，").join(tail), tone, hang=cells(head))


def where_lines(rungs: Sequence[Rung], settings: Settings) -> Iterator[Line]:
    """Where the learner stands, in short: how many are done, the rows of what is begun, where the files are."""
    done = sum(rung.state is State.DONE for rung in rungs)
    begun = tuple(rung for rung in rungs if rung.state is State.STARTED)
    yield Line(
        settings.say(f"Done: {done} of {len(rungs)} exercises.", f"已完成 {done} / {len(rungs)} 道练习。"),
        Tone.TITLE,
    )
    yield from ladder_lines(begun, settings)
    if all(rung.file is FileState.ABSENT for rung in rungs):
        yield Line(
            settings.say(
                "This folder holds no exercise: go to yours, or make one: grade start work",
                "这个目录里没有练习：请进入你的工作目录，或新建一个：grade start work",
            )
        )


def elsewhere_lines(settings: Settings) -> Iterator[Line]:
    """Where to read more."""
    yield Line("")
    yield Line(
        settings.say(
            "All exercises: grade progress   ·   questions: grade quiz   ·   all commands: grade --help",
            "全部练习：grade progress   ·   测验：grade quiz   ·   全部命令：grade --help",
        ),
        Tone.QUIET,
    )


def _figures(rung: Rung, settings: Settings) -> Iterator[str]:
    standing = rung.standing
    if standing is not None:
        tries = settings.say(
            "1 attempt" if standing.attempts == 1 else f"{standing.attempts} attempts",
            f"{standing.attempts} 次",
        )
        yield f"{points(standing.best_score)}/{points(standing.max_score)}"
        yield tries
        if rung.state is State.STARTED:
            last = VERDICTS[standing.last_verdict].get(settings.language)
            yield settings.say(f"last: {last}", f"最近：{last}")
    if rung.file is FileState.CHANGED and standing is not None:
        yield settings.say("file changed since", "文件此后改过")
    elif rung.file is FileState.CHANGED:
        yield settings.say("not graded yet", "还没有评分")


def next_lines(rungs: Sequence[Rung], settings: Settings) -> Iterator[Line]:
    """What to do next, and why, by concept."""
    rung = next_rung(rungs)
    yield Line("")
    if rung is None:
        yield Line(settings.say("Everything is done.", "全部完成。"), Tone.GOOD)
        return
    number = rung.exercise.number
    concepts = {r.exercise.number: r.exercise.concept.get(settings.language) for r in rungs}
    yield Line(
        settings.say(
            f"Next: exercise {number}, {concepts[number]}: grade exercise {number}",
            f"下一题：练习 {number}，{concepts[number]}：grade exercise {number}",
        ),
        Tone.TITLE,
    )
    yield Line(settings.say("Why: ", "为什么：") + _why(rung, concepts, settings), indent=2, hang=2)


def own_next_lines(rung: Rung, settings: Settings) -> Iterator[Line]:
    """What to do next about one exercise."""
    number = rung.exercise.number
    commands = (
        (f"grade quiz --exercise {number}", "grade")
        if rung.state is State.DONE
        else (f"grade exercise {number}", f"grade hint {number}")
    )
    steps = "   ·   ".join(commands)
    yield Line("")
    yield Line(settings.say(f"Next: {steps}", f"下一步：{steps}"), hang=2)


def _why(rung: Rung, concepts: Mapping[int, str], settings: Settings) -> str:
    reasons = {
        State.STARTED: settings.say("it is begun and not accepted yet", "已经开始，还没有通过"),
        State.OPEN: settings.say("it builds on nothing else", "不依赖别的练习"),
        State.WAITING: settings.say("it comes first of what is left", "它排在剩下的最前面"),
    }
    needs, opens = _named(rung.exercise.needs, concepts, settings), _named(rung.opens, concepts, settings)
    reason = reasons[rung.state]
    if rung.state is State.OPEN and needs:
        reason = settings.say(f"you have done {needs}, on which it builds", f"它依赖的{needs}已经完成")
    if rung.opens:
        return settings.say(f"{reason}; {opens} will build on it.", f"{reason}；后面的{opens}要用到它。")
    return settings.say(f"{reason}.", f"{reason}。")


def _named(numbers: Sequence[int], concepts: Mapping[int, str], settings: Settings) -> str:
    named = [settings.say(f"{concepts[n]} ({n})", f"{concepts[n]}（{n}）") for n in numbers if n in concepts]
    if settings.language is Language.ZH:
        return "、".join(named)
    return " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


def attempt_lines(attempts: Sequence[Attempt], settings: Settings) -> Iterator[Line]:
    """The newest attempts, oldest first: when, verdict, score, the misconceptions that were named."""
    left_out = len(attempts) - MOST_ATTEMPTS
    if left_out > 0:
        yield Line(settings.say(f"{left_out} earlier attempts", f"更早的 {left_out} 次"), Tone.QUIET, 4)
    for attempt in attempts[-MOST_ATTEMPTS:]:
        when = attempt.started_at.astimezone().strftime("%Y-%m-%d %H:%M")
        verdict = VERDICTS[attempt.verdict].get(settings.language)
        named = [found.misconception for found in attempt.result.diagnoses]
        text = "  ".join([when, f"{points(attempt.score)}/{points(attempt.max_score)}", verdict, *named])
        yield Line(text, Tone.PLAIN, 4, 2)
