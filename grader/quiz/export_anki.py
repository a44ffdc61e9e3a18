"""Anki: a card a question, as tab-separated text, or as a package through genanki; guids are stable."""

from __future__ import annotations

import hashlib
import html
from collections.abc import Iterable
from pathlib import Path

from grader.domain.text import Language
from grader.quiz.platform_answer import PlatformType
from grader.quiz.platform_question import PlatformQuestion

DECKS = {Language.EN: "AddNorm::English", Language.ZH: "AddNorm::中文"}
PACKAGE_TIME = 1_700_000_000.0
"""A fixed time, so that the same questions give the same package."""


def anki_text(questions: Iterable[PlatformQuestion], language: Language) -> str:
    """Return the text file of one language; a second import updates its cards and makes no new ones."""
    rows = [
        "#separator:tab",
        "#html:true",
        "#notetype:Basic",
        f"#deck:{DECKS[language]}",
        "#guid column:1",
        "#tags column:4",
    ]
    for question in questions:
        fields = [guid(question), front(question), back(question), " ".join(question.tags)]
        rows.append("\t".join(field.replace("\t", "    ").replace("\n", "<br>") for field in fields))
    return "\n".join(rows) + "\n"


def write_apkg(questions: Iterable[PlatformQuestion], language: Language, path: Path) -> None:
    """Write a package with genanki (extra `anki`). Raises ImportError where it is not installed."""
    import genanki  # an optional extra

    model = genanki.Model(
        _number("model"),
        "AddNorm",
        fields=[{"name": "Front"}, {"name": "Back"}],
        templates=[
            {"name": "Card 1", "qfmt": "{{Front}}", "afmt": '{{FrontSide}}<hr id="answer">{{Back}}'},
        ],
    )
    deck = genanki.Deck(_number(DECKS[language]), DECKS[language])
    for question in questions:
        fields = [front(question), back(question)]
        deck.add_note(genanki.Note(model, fields=fields, tags=list(question.tags), guid=guid(question)))
    genanki.Package(deck).write_to_file(str(path), timestamp=PACKAGE_TIME)


def guid(question: PlatformQuestion) -> str:
    """Return the note's guid, which depends on question, variant and language alone."""
    return hashlib.blake2b(f"addnorm/{question.key}/{question.language}".encode(), digest_size=8).hexdigest()


def front(question: PlatformQuestion) -> str:
    """Return the question's side as HTML."""
    rows = [_html(question.text)]
    if question.code:
        rows.append(f"<pre>{_html(question.code)}</pre>")
    if question.type in (PlatformType.SINGLE, PlatformType.MULTI):
        # The key stands first in the bank; by text it stands anywhere.
        options = sorted(answer.text for answer in question.answers)
        rows.append("<ul>" + "".join(f"<li>{_html(option)}</li>" for option in options) + "</ul>")
    if question.type is PlatformType.MATCH:
        rights = sorted({right for _, right in question.pairs})
        lefts = [left for left, _ in question.pairs if left]
        items = rights if all(left.rstrip(".").isdigit() for left in lefts) else lefts + rights
        rows.append("<ul>" + "".join(f"<li>{_html(item)}</li>" for item in items) + "</ul>")
    return "".join(rows)


def back(question: PlatformQuestion) -> str:
    """Return the answer's side as HTML: the key, then why."""
    return f"<b>{_html(question.key_words)}</b><br>{_html(question.explanation)}"


def _html(text: str) -> str:
    return html.escape(text, quote=False).replace("\n", "<br>")


def _number(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=4).digest(), "big") % (1 << 30) + (
        1 << 30
    )
