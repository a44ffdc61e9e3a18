"""JUnit XML as CI systems read it: a suite an exercise of a person, a case a check."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from grader.domain.policy import Basis
from grader.domain.text import Language
from grader.domain.verdict import Verdict, Visibility
from grader.reports.difference_words import explain_difference
from grader.reports.gradebook import remark, status
from grader.reports.plain_values import VERDICTS, points
from grader.reports.score_tables import StoredScore

# XML 1.0 has no way to write these
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(stored: Iterable[StoredScore], language: Language) -> Iterator[str]:
    """Yield the document in pieces. A hidden check's case says its sentence and nothing of its inputs."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="addnorm">\n'
    for each in stored:
        yield _suite(each, language)
    yield "</testsuites>\n"


def _suite(each: StoredScore, language: Language) -> str:
    cases = list(_cases(each, language))
    counts = {kind: sum(f"<{kind}" in case for case in cases) for kind in ("failure", "error", "skipped")}
    person, seconds = each.row.learner, each.result.seconds if each.result is not None else 0.0
    settled = each.score.settled
    head = (
        f"<testsuite name={_attribute(f'{person.key}.{each.column.id}')} tests={_attribute(len(cases))}"
        f" failures={_attribute(counts['failure'])} errors={_attribute(counts['error'])}"
        f" skipped={_attribute(counts['skipped'])} time={_attribute(f'{seconds:.3f}')}>"
    )
    properties = {
        "learner": person.name,
        "score": points(settled.score) if settled.score is not None else "",
        "max_score": points(settled.max_score),
        "standing": str(settled.basis),
        "remark": remark(each.score),
    }
    listed = "".join(
        f"<property name={_attribute(name)} value={_attribute(value)}/>" for name, value in properties.items()
    )
    return f"{head}<properties>{listed}</properties>{''.join(cases)}</testsuite>\n"


def _cases(each: StoredScore, language: Language) -> Iterator[str]:
    where = _attribute(f"{each.row.learner.key}.{each.column.id}")
    checks = each.result.result.grade.checks if each.result is not None else ()
    if not checks:
        yield f"<testcase classname={where} name={_attribute(each.column.id)}>{_whole(each, language)}</testcase>"
        return
    for check in checks:
        body = ""
        if check.verdict is not Verdict.ACCEPTED:
            public = check.visibility is Visibility.PUBLIC
            said = (
                explain_difference(check.difference, public=public) if check.difference is not None else None
            )
            body = _element("failure", check.title.get(language), said.get(language) if said else "")
        yield f"<testcase classname={where} name={_attribute(check.name)}>{body}</testcase>"


def _whole(each: StoredScore, language: Language) -> str:
    """What stands where nothing could be checked."""
    verdict = each.score.verdict
    if verdict is None or verdict is Verdict.NOT_ATTEMPTED or each.score.settled.basis is Basis.EXCUSED:
        return f"<skipped message={_attribute(status(each.score))}/>"
    kind = "error" if verdict is Verdict.INTERNAL_ERROR else "failure"
    return _element(kind, VERDICTS[verdict].get(language), "")


def _element(kind: str, message: str, text: str) -> str:
    return f"<{kind} message={_attribute(message)}>{escape(_NOT_XML.sub('�', text))}</{kind}>"


def _attribute(value: object) -> str:
    return quoteattr(_NOT_XML.sub("�", str(value)), {"\n": "&#10;", "\t": "&#9;", "\r": "&#13;"})
