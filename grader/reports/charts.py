"""Charts as inline SVG: bars drawn here, plots with axes by matplotlib; colours are the page's own variables."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from markupsafe import Markup

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Colours that matplotlib can draw with and that nothing else has; the page's variables take their places.
_INK, _FAINT, _FILL, _WARN = "#010203", "#040506", "#070809", "#0a0b0c"
_VARIABLES = {_INK: "var(--muted)", _FAINT: "var(--line)", _FILL: "var(--accent)", _WARN: "var(--bad)"}
_BAR, _LABEL, _GAP, _WIDE, _NUMBER = 14, 17, 9, 400, 44


@dataclass(frozen=True)
class Caption:
    """What a chart is called, and what it says in a sentence, for those who do not see it."""

    title: str
    description: str


@dataclass(frozen=True)
class Bar:
    """One row of a bar chart: a label and its parts, (style class, value) each, from left to right."""

    label: str
    parts: tuple[tuple[str, float], ...]


def bar_chart(name: str, words: Caption, bars: Sequence[Bar], greatest: float) -> Markup:
    """Horizontal stacked bars, each under its label, so that they can be read on a narrow screen too.

    `name` makes the SVG's ids unique in the page, `greatest` fills the width.
    """
    step = _LABEL + _BAR + _GAP
    rows: list[str] = []
    for number, bar in enumerate(bars):
        top, left = number * step + _LABEL, 0.0
        label = bar.label if _cells(bar.label) <= 52 else _cut(bar.label, 51) + "…"
        rows.append(f'<text x="0" y="{top - 4}" class="label">{escape(label)}</text>')
        for style, value in bar.parts:
            width = value / greatest * (_WIDE - _NUMBER) if greatest > 0 else 0.0
            if width > 0:
                box = f'x="{left:.1f}" y="{top}" width="{width:.1f}" height="{_BAR}"'
                rows.append(f'<rect {box} class="{escape(style)}"/>')
            left += width
        total = sum(value for _, value in bar.parts)
        rows.append(f'<text x="{left + 5:.1f}" y="{top + _BAR - 2}" class="value">{total:g}</text>')
    head = _head(name, words, f"0 0 {_WIDE} {len(bars) * step}", "bars")
    return Markup(head + "".join(rows) + "</svg>")


def histogram(name: str, words: Caption, shares: Sequence[float], across: str, up: str) -> Markup:
    """How many people have which total: `shares` from 0 to 1, ten bins; `across` and `up` name the axes."""
    from matplotlib.figure import Figure  # half a second that no other command pays
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(4.8, 2.9))
    axes = figure.subplots()
    axes.hist([100 * share for share in shares], bins=list(range(0, 101, 10)), color=_FILL, rwidth=0.92)
    axes.set_xticks(range(0, 101, 10))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    return _finish(figure, axes, name, words, across, up)


def scatter(
    name: str, words: Caption, dots: Sequence[tuple[float, float, bool]], across: str, up: str
) -> Markup:
    """Dots at (x, y), both in percent; those with True stand out."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.8, 3.2))
    axes = figure.subplots()
    for stands_out, colour, marker in ((False, _FILL, "o"), (True, _WARN, "D")):
        chosen = [(x, y) for x, y, bad in dots if bad is stands_out]
        axes.scatter(
            [x for x, _ in chosen], [y for _, y in chosen], s=22, c=colour, marker=marker, alpha=0.75
        )
    axes.axhline(0, color=_INK, linewidth=0.8)
    axes.set_xlim(-2, 102)
    axes.set_xticks(range(0, 101, 20))
    axes.set_ylim(min([-10.0, *(y - 5 for _, y, _ in dots)]), 105)
    return _finish(figure, axes, name, words, across, up)


def _finish(figure: Figure, axes: Axes, name: str, words: Caption, across: str, up: str) -> Markup:
    from matplotlib import rc_context

    # letters stand in for the axes' names, which matplotlib would measure in a font that lacks Chinese
    axes.set_xlabel("XLABEL", color=_INK)
    axes.set_ylabel("YLABEL", color=_INK)
    axes.tick_params(colors=_INK, length=3)
    axes.grid(True, color=_FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    for side, spine in axes.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(_INK)
    figure.patch.set_alpha(0)
    axes.patch.set_alpha(0)
    figure.subplots_adjust(left=0.13, right=0.98, top=0.96, bottom=0.17)
    written = io.StringIO()
    none = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": name, "font.size": 10}):
        figure.savefig(written, format="svg", metadata=none)
    return _embed(written.getvalue(), name, words, across, up)


def _embed(svg: str, name: str, words: Caption, across: str, up: str) -> Markup:
    """Make a file of matplotlib's a part of the page: own ids, the page's colours and fonts, title and words."""
    box = re.search(r'viewBox="([^"]+)"', svg)
    if box is None:
        raise ValueError("matplotlib wrote a picture without a size")
    body = svg[svg.index(">", svg.index("<svg")) + 1 :]
    body = re.sub(r"<metadata>.*?</metadata>|<style[^>]*>.*?</style>", "", body, flags=re.DOTALL)
    body = re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL)
    body = re.sub(r'\bid="', f'id="{name}-', body)
    body = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", body)
    body = re.sub(r"font:[^;\"]*;?", "", body)
    for colour, variable in _VARIABLES.items():
        body = body.replace(colour, variable)
    body = body.replace("XLABEL", escape(across)).replace("YLABEL", escape(up))
    return Markup(_head(name, words, box.group(1), "plot") + re.sub(r"\n\s*", "\n", body))


def _head(name: str, words: Caption, box: str, kind: str) -> str:
    return (
        f'<svg class="{kind}" viewBox="{box}" role="img" aria-labelledby="{name}-title {name}-desc">'
        f'<title id="{name}-title">{escape(words.title)}</title>'
        f'<desc id="{name}-desc">{escape(words.description)}</desc>'
    )


def _cells(text: str) -> int:
    return sum(1 if ord(char) < 0x2E80 else 2 for char in text)


def _cut(text: str, cells: int) -> str:
    while _cells(text) > cells:
        text = text[:-1]
    return text
