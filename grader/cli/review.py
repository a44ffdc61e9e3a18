"""`grade review`: the cards that are due, each with the next interval beside every rating."""

from __future__ import annotations

import json
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from grader.cli.screen import beginning, screen_for_output
from grader.cli.settings import Settings, settings_of, shared_options
from grader.domain.errors import UsageError
from grader.domain.exit_code import ExitCode
from grader.domain.text import Text

if TYPE_CHECKING:
    from grader.cli.quiz_answers import AnswerSource
    from grader.cli.screen import Screen
    from grader.domain.mark import Rating
    from grader.quiz.round import DueCard, Round


@click.command()
@click.option(
    "--count",
    type=click.IntRange(1, 500),
    default=20,
    show_default=True,
    metavar="K",
    help="At most K cards.",
)
@click.option(
    "--answers", type=click.File("r", encoding="utf-8"), help="Take the ratings from a file, one a line."
)
@click.option("--no-input", is_flag=True, help="Never ask: only list what is due, without the answers.")
@click.option(
    "--json", "as_json", is_flag=True, help="Never ask: print one JSON object (schema addnorm.review/1)."
)
@shared_options
def review(
    count: int,
    answers: IO[str] | None,
    no_input: bool,
    as_json: bool,
    course: Path | None,
    db: str | None,
    lang: str | None,
) -> int:
    """Review the cards that are due: the course's review cards and the questions that you missed.

    Rate how well you remembered: 1 again, 2 hard, 3 good, 4 easy. Exit code 0: done, 130: interrupted.
    """
    settings = settings_of(course, db, lang)
    no_input = no_input or as_json
    if answers is None and not no_input and not sys.stdin.isatty():
        raise UsageError(
            Text("standard input is not a terminal", "标准输入不是终端"),
            Text(
                "Give --answers FILE with ratings, or --no-input.",
                "请用 --answers FILE 给出评分，或用 --no-input。",
            ),
        )
    from grader.cli.quiz_answers import Listed, Nobody, Prompted
    from grader.workflows.review_cards import begin_round

    with settings.open_store() as store:
        cards = begin_round(settings.course, store.quiz_memory, _now, settings.learner, count)
        if no_input and answers is None and not as_json:
            return _list(settings, cards)
        source: AnswerSource = Nobody() if no_input else Prompted()
        if answers is not None:
            source = Listed(answers.read().splitlines(), (card.state.card for card in cards.cards))
        if as_json:
            click.echo(json.dumps(_plain(settings, cards, source), ensure_ascii=False))
            return 0
        return _review(settings, cards, source)


def _now() -> datetime:
    return datetime.now(UTC)


def _list(settings: Settings, cards: Round) -> int:
    """Say what is due, by the first words of each card and without an answer."""
    from grader.reports.lines import Line, Tone

    if not cards.cards:
        _say_next(settings, cards, 0)
        return 0
    screen = screen_for_output()
    total = len(cards.cards)
    for number, card in enumerate(cards.cards, start=1):
        head = f"{number}/{total}  "
        words = beginning(card.instance.stem.get(settings.language), screen.width - len(head))
        screen.print([Line(head + words)])
    told = settings.say(
        f"{_how_many(settings, cards)} Answer them at a terminal: grade review",
        f"{_how_many(settings, cards)}在终端里运行 grade review 即可作答。",
    )
    screen.print([Line(told, Tone.TITLE)])
    return 0


def _plain(settings: Settings, cards: Round, source: AnswerSource) -> dict[str, object]:
    """Rate what the source has a rating for; the JSON object of the cards, without the answers."""
    rows = []
    for card in cards.cards:
        rating = _rating(settings, cards, card, source)
        state = cards.rate(card, rating, 0.0) if rating is not None else card.state
        rows.append(
            {
                "card": card.state.card,
                "question": card.instance.stem.get(settings.language),
                "rating": int(rating) if rating is not None else None,
                "due": state.due.isoformat(),
            }
        )
    next_due = cards.next_due()
    return {
        "schema": "addnorm.review/1",
        "due": cards.due_in_all,
        "cards": rows,
        "rated": sum(row["rating"] is not None for row in rows),
        "next_due": next_due.isoformat() if next_due is not None else None,
    }


def _how_many(settings: Settings, cards: Round) -> str:
    """How many cards are due in all, and how many of them are taken now."""
    due, taken = cards.due_in_all, len(cards.cards)
    if taken == due:
        return settings.say(f"Cards due: {due}.", f"到期的卡片：{due} 张。")
    return settings.say(
        f"Cards due: {due}; these are {taken} of them (--count K takes another number).",
        f"到期的卡片：{due} 张；这次取其中 {taken} 张（可用 --count K 改变）。",
    )


def _begin(settings: Settings, screen: Screen, cards: Round) -> None:
    """Say once what a sitting is: how many cards, how to rate, that it may be left."""
    from grader.reports.lines import Line, Tone

    how = settings.say(
        "Think of the answer, press Enter to see it, and rate how well you remembered. "
        "Ctrl-C is safe: what you rated is kept.",
        "先想出答案，按回车查看，再评价自己记得如何。随时可以按 Ctrl-C 退出：已评价的都会保存。",
    )
    space = settings.say(" ", "")
    screen.print([Line(f"{_how_many(settings, cards)}{space}{how}", Tone.QUIET)])


def _review(settings: Settings, cards: Round, source: AnswerSource) -> int:
    screen = screen_for_output()
    total = len(cards.cards)
    rated = 0
    if total and source.asks_again:
        _begin(settings, screen, cards)
    for number, card in enumerate(cards.cards, start=1):
        try:
            rated += _one(settings, screen, cards, card, source, f"{number}/{total}")
        except (click.Abort, KeyboardInterrupt):
            click.echo("", err=True)
            click.echo(
                settings.say(
                    f"Stopped after {rated} cards; they are kept.", f"已停止，{rated} 张卡片的记录已保存。"
                ),
                err=True,
            )
            return ExitCode.INTERRUPTED
    _say_next(settings, cards, rated)
    return 0


def _one(
    settings: Settings, screen: Screen, cards: Round, card: DueCard, source: AnswerSource, head: str
) -> int:
    """Show a card, turn it, and keep its rating; return 1 if it was rated."""
    from grader.cli.quiz_words import ANSWER, WHY, question_lines
    from grader.quiz.explanation import explanation
    from grader.reports.lines import Line, Tone

    screen.print([Line(""), *question_lines(card.instance, head, settings.language)])
    started = time.monotonic()
    if source.asks_again:
        click.prompt(
            settings.say("Think, then press Enter", "想好后按回车"),
            prompt_suffix=" ",
            default="",
            show_default=False,
        )
    answer = card.instance.key_words.get(settings.language)
    why = explanation(card.instance).get(settings.language)
    screen.print(
        [
            Line(ANSWER.get(settings.language).format(answer=answer), Tone.TITLE),
            Line(WHY.get(settings.language).format(why=why), Tone.QUIET, 2),
        ]
    )
    rating = _rating(settings, cards, card, source)
    if rating is None:
        return 0
    cards.rate(card, rating, time.monotonic() - started)
    return 1


def _rating(settings: Settings, cards: Round, card: DueCard, source: AnswerSource) -> Rating | None:
    from grader.domain.mark import Rating

    names = {
        Rating.AGAIN: settings.say("again", "忘了"),
        Rating.HARD: settings.say("hard", "困难"),
        Rating.GOOD: settings.say("good", "记得"),
        Rating.EASY: settings.say("easy", "容易"),
    }
    spans = cards.preview(card)
    prompt = "  ".join(f"{int(each)} {names[each]} ({span_words(settings, spans[each])})" for each in Rating)
    while True:
        given = source.answer(card.instance, prompt)
        if given is None:
            return None
        word = given.text.strip().casefold()
        for each in Rating:
            if word in (str(int(each)), each.name.casefold(), names[each]):
                return each
        if not source.asks_again:
            wrong = settings.say("is no rating (1, 2, 3 or 4)", "不是评分（应为 1、2、3 或 4）")
            colon = settings.say(": ", "：")
            click.echo(f"{given.place.get(settings.language)}{colon}{given.text!r} {wrong}", err=True)
            return None
        click.echo(settings.say("Type 1, 2, 3 or 4.", "请输入 1、2、3 或 4。"))


def _say_next(settings: Settings, cards: Round, rated: int) -> None:
    due, more = cards.next_due(), cards.due_now()
    done = settings.say(f"{rated} cards reviewed.", f"复习了 {rated} 张卡片。")
    if due is None:
        click.echo(done)
        return
    if more:
        left_now = settings.say(f"Still due: {more} (grade review).", f"还有 {more} 张到期（grade review）。")
        click.echo(f"{done} {left_now}")
        return
    left = max(timedelta(0), due - _now())
    nothing = settings.say("Nothing is due now.", "现在没有到期的卡片。")
    next_one = settings.say(
        f"The next card is due in {span_words(settings, left)}.",
        f"下一张卡片将在 {span_words(settings, left)}后到期。",
    )
    click.echo(f"{done if rated else nothing} {next_one}")


def span_words(settings: Settings, span: timedelta) -> str:
    """Return a span in its largest fitting unit: "10 min", "3 h", "8 d", "2 mo"."""
    minutes = span.total_seconds() / 60
    if minutes < 60:
        return settings.say(f"{max(1, round(minutes))} min", f"{max(1, round(minutes))} 分钟")
    if minutes < 24 * 60:
        return settings.say(f"{round(minutes / 60)} h", f"{round(minutes / 60)} 小时")
    days = minutes / (24 * 60)
    if days < 60:
        return settings.say(f"{round(days)} d", f"{round(days)} 天")
    return settings.say(f"{round(days / 30.4)} mo", f"{round(days / 30.4)} 个月")
