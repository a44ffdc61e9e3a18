"""Exports the question bank to other platforms, one file a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from grader.domain.errors import UsageError
from grader.domain.system_reason import system_reason
from grader.domain.text import Language, Text
from grader.quiz.bank import load_quizzes
from grader.quiz.export_anki import anki_text, write_apkg
from grader.quiz.export_gift import gift
from grader.quiz.export_moodle import moodle_xml
from grader.quiz.export_qti import qti_package
from grader.quiz.platform_question import PlatformQuestion, platform_questions

DEFAULT_VARIANTS = 3


class PlatformFormat(StrEnum):
    """What `grade export quiz --format` knows."""

    MOODLE_XML = "moodle-xml"
    GIFT = "gift"
    QTI = "qti"
    ANKI = "anki"


Questions = tuple[PlatformQuestion, ...]


@dataclass(frozen=True)
class ExportRequest:
    """What to export: format, languages, how many variants of a question with parameters, which quiz."""

    platform: PlatformFormat
    languages: tuple[Language, ...]
    variants: int = DEFAULT_VARIANTS
    quiz: str | None = None


def export_text(course: Path, wanted: ExportRequest) -> str:
    """Return the one file as text. Raises UsageError for QTI (a package) and for several languages."""
    if wanted.platform is PlatformFormat.QTI or len(wanted.languages) != 1:
        raise UsageError(
            Text("this export is more than one text", "这次导出的内容不止一份文本"),
            Text(
                "Give a file with -o, or for moodle-xml, gift and anki one language with --lang.",
                "请用 -o 指定文件；对 moodle-xml、gift 和 anki，也可以用 --lang 只选一种语言。",
            ),
        )
    language = wanted.languages[0]
    return _text(wanted.platform, _questions(course, wanted, language), language)


def export_files(course: Path, wanted: ExportRequest, path: Path) -> tuple[tuple[Path, int], ...]:
    """Write the export, each language to a file of its own, and return (file, number of questions) each.

    With two languages "bank.xml" becomes "bank.en.xml" and "bank.zh.xml". A path that ends in ".apkg" makes
    an Anki package. Raises UsageError where an optional library is missing or a file cannot be written.
    """
    written = []
    for language in wanted.languages:
        target = path if len(wanted.languages) == 1 else path.with_suffix(f".{language.value}{path.suffix}")
        questions = _questions(course, wanted, language)
        try:
            _write(wanted.platform, questions, language, target)
        except OSError as error:
            why = system_reason(error)
            raise UsageError(
                Text(f"{target}: {why.en}", f"{target}：{why.zh}"),
                Text("Choose another file with -o.", "请用 -o 指定另一个文件。"),
            ) from error
        written.append((target, len(questions)))
    return tuple(written)


def _questions(course: Path, wanted: ExportRequest, language: Language) -> Questions:
    quizzes = load_quizzes(course)
    if wanted.quiz is not None:
        quizzes = tuple(quiz for quiz in quizzes if quiz.name == wanted.quiz)
        if not quizzes:
            raise UsageError(
                Text(f"there is no quiz {wanted.quiz!r}", f"没有名为 {wanted.quiz!r} 的测验"),
                Text("grade quiz lists what there is.", "grade quiz 会列出所有测验。"),
            )
    return platform_questions(quizzes, language, wanted.variants)


def _text(platform: PlatformFormat, questions: Questions, language: Language) -> str:
    writers: Mapping[PlatformFormat, Callable[[Questions], str]] = {
        PlatformFormat.MOODLE_XML: moodle_xml,
        PlatformFormat.GIFT: gift,
        PlatformFormat.ANKI: lambda each: anki_text(each, language),
    }
    return writers[platform](questions)


def _write(platform: PlatformFormat, questions: Questions, language: Language, target: Path) -> None:
    try:
        if platform is PlatformFormat.QTI:
            target.write_bytes(qti_package(questions, language))
        elif platform is PlatformFormat.ANKI and target.suffix == ".apkg":
            write_apkg(questions, language, target)
        else:
            target.write_text(_text(platform, questions, language), encoding="utf-8", newline="\n")
    except ImportError as error:
        extra = "qti" if platform is PlatformFormat.QTI else "anki"
        raise UsageError(
            Text(f"{error.name} is not installed", f"没有安装 {error.name}"),
            Text(f"pip install addnorm[{extra}]", f"pip install addnorm[{extra}]"),
        ) from error
