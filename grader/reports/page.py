"""HTML pages that stand alone: one file, no request, everything from outside escaped."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from grader.domain.text import Language, Text
from grader.reports.plain_values import VERDICTS, points

TEMPLATES = Path(__file__).parent / "templates"
_HTML_IN_JSON = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def render_page(template: str, language: Language, values: Mapping[str, object], script: str = "") -> str:
    """Fill a template. `script` names the page's one script, which alone the page lets run.

    A template has, beside `values`: `say(en, zh)`, `t(text)` for a Text,
    `several(count, one, many, zh)`, `points`, `percent`, `verdict_word`.
    """
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    code = (TEMPLATES / script).read_text("utf-8") if script else ""
    shared: dict[str, object] = {
        "language": "zh-Hans" if language is Language.ZH else "en",
        "say": sayer(language),
        "t": partial(_text, language),
        "several": partial(several, language),
        "points": points,
        "percent": percent,
        "verdict_word": lambda verdict: VERDICTS[verdict].get(language),
        "style": Markup((TEMPLATES / "page.css").read_text("utf-8")),
        "script": Markup(code),
        "policy": content_policy(code),
    }
    return environment.get_template(template).render({**shared, **values})


def sayer(language: Language) -> Callable[[str, str], str]:
    """A function that takes a text in both languages and returns the one of `language`."""
    return lambda en, zh: zh if language is Language.ZH else en


def several(language: Language, count: int, one: str, many: str, zh: str) -> str:
    """A count with its noun: "1 person", "2 people", "2 人"."""
    if language is Language.ZH:
        return f"{count} {zh}"
    return f"{count} {one if count == 1 else many}"


def content_policy(script: str) -> str:
    """The page's content security policy: nothing is fetched, and only the page's own script runs."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    allowed = f"'sha256-{digest}'" if script else "'none'"
    return f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def data_island(data: object) -> Markup:
    """JSON that can stand inside a script element whatever its texts hold."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character, escape in _HTML_IN_JSON.items():
        text = text.replace(character, escape)
    return Markup(text)  # no character that means anything to HTML is left


def percent(value: float | None, digits: int = 0) -> str:
    """A figure that is in percent already, "–" for none."""
    return "–" if value is None else f"{value:.{digits}f}"


def _text(language: Language, text: Text) -> str:
    return text.get(language)
