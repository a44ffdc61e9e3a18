"""Exports, re-read by readers that are not ours, hold the same questions, fractions and feedback."""

from __future__ import annotations

import html
import io
import re
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from grader.domain.text import Language
from grader.quiz.export_anki import anki_text, guid, write_apkg
from grader.quiz.export_gift import gift, split_gaps
from grader.quiz.export_moodle import moodle_xml, percent
from grader.quiz.export_qti import qti_items, qti_package
from grader.quiz.platform_answer import PlatformType
from grader.quiz.platform_question import PlatformQuestion, drawn_variants, platform_questions
from grader.quiz.shape_key import ShapeKey
from tests.quiz.bank import questions, quizzes

Require = Callable[[str, bool, str], None]
LANGUAGES = pytest.mark.parametrize("language", list(Language))


def exported(language: Language, variants: int = 3) -> tuple[PlatformQuestion, ...]:
    """The whole bank in the platforms' forms."""
    return platform_questions(quizzes(), language, variants)


def needs(require: Require, package: str, install: str) -> None:
    """Skip without an independent reader."""
    require(package, find_spec(package) is not None, f"pip install {install}")


def plain(text: str | None) -> str:
    """A text without markup, with its white space squeezed."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text or "")).split())


def squeezed(text: str) -> str:
    """A text with its white space squeezed."""
    return " ".join(text.split())


def test_every_question_is_exported_with_its_variants() -> None:
    """With parameters there are three, or all that exist, no two alike and always the same; else one."""
    keys = [question.key for question in exported(Language.EN)]
    assert len(keys) == len(set(keys))
    for question in questions():
        drawn = list(drawn_variants(question, 3))
        params = [tuple(instance.params.items()) for _, instance in drawn]
        assert len(set(params)) == len(params) >= (1 if not question.params else 2)
        assert all(key in keys for key, _ in drawn)
    assert exported(Language.EN) == exported(Language.EN)


def test_choices_and_gaps_of_moodle_xml_are_reread_whole(require: Require) -> None:
    """moodle-xml-parser finds every choice with its fraction and feedback, and every gap with its answers."""
    needs(require, "moodle_xml_parser", "moodle-xml-parser")
    from moodle_xml_parser.parser import parse_string  # type: ignore[import-untyped,import-not-found,unused-ignore]

    for language in Language:
        ours = {question.key: question for question in exported(language)}
        read = parse_string(moodle_xml(ours.values()))
        choices = {each.name: each for each in read["multichoice"]}
        assert set(choices) == {
            key for key, each in ours.items() if each.type in (PlatformType.SINGLE, PlatformType.MULTI)
        }
        for key, theirs in choices.items():
            mine = ours[key]
            assert plain(theirs.text_pre_parse).startswith(squeezed(mine.text))
            assert theirs.single == (mine.type is PlatformType.SINGLE)
            got = [(plain(o.answer), o.score_fraction, plain(o.feedback)) for o in theirs.options]
            assert got == [
                (squeezed(a.text), pytest.approx(100 * a.fraction, abs=1e-4), squeezed(a.feedback))
                for a in mine.answers
            ]
            assert plain(theirs.general_feedback) == squeezed(mine.explanation)
        gaps = {each.name: each for each in read["cloze"]}
        assert set(gaps) == {key for key, each in ours.items() if each.type is PlatformType.GAPS}
        for key, theirs in gaps.items():
            assert len(theirs.gaps) == len(ours[key].gaps)
            for got_gap, my_gap in zip(theirs.gaps, ours[key].gaps, strict=True):
                assert [(o.answer, o.score) for o in got_gap.options] == [
                    (a.text, 100 if a.fraction >= 1 else 0) for a in my_gap
                ]


@LANGUAGES
def test_the_other_moodle_questions_are_whole(language: Language) -> None:
    """Numbers keep key, tolerance and feedback, phrases their fractions, pairs their partners."""
    ours = {question.key: question for question in exported(language)}
    nodes = [node for node in ET.fromstring(moodle_xml(ours.values())) if node.get("type") != "category"]
    assert len(nodes) == len(ours)
    assert len({node.findtext("idnumber") for node in nodes}) == len(nodes)
    for node in nodes:
        mine = ours[node.findtext("name/text") or ""]
        answers = node.findall("answer")
        assert plain(node.findtext("generalfeedback/text")) == squeezed(mine.explanation)
        if mine.type in (PlatformType.NUMBER, PlatformType.SHORT, PlatformType.TRUE_FALSE):
            got = [(answer.findtext("text"), answer.get("fraction")) for answer in answers]
            assert got == [(a.text.replace("*", "\\*"), percent(a.fraction)) for a in mine.answers]
            assert [plain(a.findtext("feedback/text")) for a in answers] == [
                squeezed(a.feedback) for a in mine.answers
            ]
        if mine.type is PlatformType.NUMBER:
            for answer, expected in zip(answers, mine.answers, strict=True):
                assert float(answer.findtext("tolerance") or "nan") == pytest.approx(expected.tolerance)
        if mine.type is PlatformType.MATCH:
            pairs = [
                (plain(p.findtext("text")), p.findtext("answer/text")) for p in node.findall("subquestion")
            ]
            assert pairs == [(squeezed(left), right) for left, right in mine.pairs]


def test_moodle_multi_fractions_are_of_moodles_list() -> None:
    """Moodle refuses fractions outside its own list; right ones add up to 100."""
    allowed = {"100", "50", "33.33333", "25", "20", "16.66667"}
    for question in exported(Language.EN):
        if question.type is PlatformType.MULTI:
            assert {percent(abs(answer.fraction)) for answer in question.answers} <= allowed
            assert sum(
                answer.fraction for answer in question.answers if answer.fraction > 0
            ) == pytest.approx(1)


def test_the_end_of_a_cdata_section_is_split() -> None:
    """A text with "]]>" and markup characters survives."""
    from dataclasses import replace

    first = replace(exported(Language.EN)[0], text="a ]]> b & <c>")
    node = ET.fromstring(moodle_xml([first])).findall("question")[1]
    assert plain(node.findtext("questiontext/text")) == "a ]]> b & <c>"


def unescaped(text: str) -> str:
    """A GIFT text without its escapes."""
    return squeezed(re.sub(r"\\(.)", r"\1", text.replace(r"\n", "\n")))


@pytest.mark.filterwarnings(
    "ignore::DeprecationWarning:pygiftparser", "ignore:.*getdefaultlocale:DeprecationWarning"
)
@LANGUAGES
def test_gift_is_reread_whole(language: Language, require: Require) -> None:
    """pygiftparser finds every question, answer, fraction and feedback; it knows no negative numbers."""
    needs(require, "pygiftparser", "--no-deps pygiftparser yattag")
    from pygiftparser.parser import parseFile  # type: ignore[import-untyped,import-not-found,unused-ignore]

    ours = {each.key: each for question in exported(language) for each in split_gaps(question)}
    read: dict[str, Any] = {each.title: each for each in parseFile(io.StringIO(gift(ours.values())))}
    assert set(read) == set(ours)
    for key, theirs in read.items():
        mine = ours[key]
        if mine.type is PlatformType.NUMBER and any(answer.text.startswith("-") for answer in mine.answers):
            continue
        assert theirs.valid, key
        assert unescaped(theirs.text).startswith(squeezed(mine.text.replace("->", "→")))
        assert unescaped(theirs.generalFeedback) == squeezed(mine.explanation.replace("->", "→"))
        _same_answers(mine, theirs.answers)


def _same_answers(mine: PlatformQuestion, theirs: Any) -> None:
    if mine.type is PlatformType.TRUE_FALSE:
        right = next(answer for answer in mine.answers if answer.fraction >= 1)
        wrong = next(answer for answer in mine.answers if answer.fraction < 1)
        assert theirs.answer == (right.text == "true")
        assert unescaped(theirs.feedbackCorrect) == squeezed(right.feedback)
        assert unescaped(theirs.feedbackWrong) == squeezed(wrong.feedback)
        return
    if mine.type is PlatformType.MATCH:
        pairs = [(unescaped(pair.question), unescaped(pair.answer)) for pair in theirs.answers]
        assert pairs == [
            (squeezed(a.replace("->", "→")), squeezed(b.replace("->", "→"))) for a, b in mine.pairs
        ]
        return
    fractions = [answer.fraction for answer in theirs.answers]
    assert fractions == [pytest.approx(100 * answer.fraction, abs=1e-4) for answer in mine.answers]
    feedback = [unescaped(answer.feedback) for answer in theirs.answers]
    assert feedback == [squeezed(answer.feedback.replace("->", "→")) for answer in mine.answers]
    if mine.type is PlatformType.NUMBER:
        assert [answer.value for answer in theirs.answers] == [float(answer.text) for answer in mine.answers]
        assert [answer.tolerance for answer in theirs.answers] == [
            pytest.approx(answer.tolerance, abs=1e-12) for answer in mine.answers
        ]
    else:
        texts = [unescaped(answer.answer) for answer in theirs.answers]
        assert texts == [squeezed(answer.text.replace("->", "→")) for answer in mine.answers]


@LANGUAGES
def test_qti_is_a_package_with_every_item(language: Language, require: Require) -> None:
    """The zip has a manifest and one assessment with as many items as promised, each character as it was."""
    needs(require, "text2qti", "addnorm[qti]")
    bank = exported(language, variants=2)
    items = qti_items(bank)
    assert {item.key.split(".")[0] for item in items} == {question.id for question in questions()}
    archive = zipfile.ZipFile(io.BytesIO(qti_package(bank, language)))
    assert archive.testzip() is None
    manifest = ET.fromstring(archive.read("imsmanifest.xml"))
    files = {node.get("href") for node in manifest.iter() if node.tag.endswith("}file")}
    assert files <= set(archive.namelist())
    (name,) = [
        each for each in archive.namelist() if re.search(r"assessment_\w+\.xml$", each) and "meta" not in each
    ]
    root = ET.fromstring(archive.read(name))
    space = {"q": root.tag.split("}")[0].removeprefix("{")}
    nodes = root.findall(".//q:item", space)
    assert [node.get("title") for node in nodes] == [item.key for item in items]
    for node, item in zip(nodes, items, strict=True):
        shown = plain(node.findtext("q:presentation/q:material/q:mattext", namespaces=space))
        assert shown.startswith(squeezed(item.text))
        if item.type in (PlatformType.SINGLE, PlatformType.MULTI):
            labels = [plain(label.text) for label in node.findall(".//q:response_label//q:mattext", space)]
            assert labels == [squeezed(answer.text) for answer in item.answers]


@LANGUAGES
def test_anki_imports_the_text_twice_without_duplicates(
    language: Language, require: Require, tmp_path: Path
) -> None:
    """Anki's own importer makes one note a question, and no more when the text comes again or changed."""
    needs(require, "anki", "anki")
    from anki.collection import Collection, ImportCsvRequest  # type: ignore[import-untyped,import-not-found,unused-ignore]

    bank = exported(language, variants=2)
    path = tmp_path / "cards.txt"
    collection = Collection(str(tmp_path / "collection.anki2"))
    try:
        for text in (
            anki_text(bank, language),
            anki_text(bank, language),
            anki_text(bank, language).replace("<b>", "<i>"),
        ):
            path.write_text(text, encoding="utf-8")
            metadata = collection.get_csv_metadata(path=str(path), delimiter=None)
            collection.import_csv(ImportCsvRequest(path=str(path), metadata=metadata))
            assert collection.note_count() == len(bank)
        note = collection.get_note(collection.find_notes("tag:exercise-3")[0])
        assert note.fields[1].startswith("<i>")
        (deck,) = {
            collection.decks.name(card.did) for card in map(collection.get_card, collection.find_cards(""))
        }
        assert deck.startswith("AddNorm::")
    finally:
        collection.close()


def test_anki_guids_belong_to_question_and_language(tmp_path: Path, require: Require) -> None:
    """No two cards share a guid, over both languages; a package written twice has the same collection."""
    needs(require, "genanki", "addnorm[anki]")
    both = [*exported(Language.EN), *exported(Language.ZH)]
    assert len({guid(question) for question in both}) == len(both)
    first, second = tmp_path / "a.apkg", tmp_path / "b.apkg"
    for path in (first, second):
        write_apkg(exported(Language.EN), Language.EN, path)
    names = [zipfile.ZipFile(path).namelist() for path in (first, second)]
    assert names[0] == names[1]
    assert zipfile.ZipFile(first).read("collection.anki2") == zipfile.ZipFile(second).read("collection.anki2")


def test_anki_fronts_do_not_show_the_key_first() -> None:
    """Options on a card stand in the order of their texts, so the right one is first only by chance."""
    singles = [question for question in exported(Language.EN) if question.type is PlatformType.SINGLE]
    text = anki_text(singles, Language.EN)
    first = sum(f"<ul><li>{html.escape(q.answers[0].text, quote=False)}</li>" in text for q in singles)
    assert first < 0.6 * len(singles)


def test_shapes_of_one_axis_and_none_keep_their_brackets() -> None:
    """A platform compares letter by letter: [5], (5,) and 5 are one shape, [] and () another; no text is empty."""
    for shape, spellings in (("[5]", ["[5]", "(5,)", "5"]), ("[]", ["[]", "()"])):
        answers = ShapeKey(shape, ()).platform_answers({}, Language.EN).answers
        assert [answer.text for answer in answers] == spellings
