"""Numbers of what the screen lists, as people type them; keys of it, as files name them."""

from __future__ import annotations

import re

from grader.domain.text import Text
from grader.quiz.unreadable import Unreadable


def one_place(folded: str, count: int) -> int:
    """Return the place, from 0, of one number from 1 to `count`. Raises Unreadable."""
    number = re.fullmatch(r"\(?(\d{1,2})\)?\.?", folded)
    if number is None or not 1 <= int(number.group(1)) <= count:
        raise Unreadable(
            Text(en=f"Type one number from 1 to {count}.", zh=f"请输入 1 到 {count} 之间的一个数字。")
        )
    return int(number.group(1)) - 1


def several_places(folded: str, count: int) -> list[int]:
    """Return the places, from 0, of numbers from 1 to `count`, each once. Raises Unreadable."""
    plain = re.sub(r"[,;>\-()\[\]]+", " ", folded).strip()
    words = list(plain) if plain.isdigit() and count <= 9 and len(plain) > 1 else plain.split()
    if not words or not all(re.fullmatch(r"\d{1,2}", word) and 1 <= int(word) <= count for word in words):
        raise Unreadable(_some_of(count))
    places = [int(word) - 1 for word in words]
    if len(set(places)) != len(places):
        raise Unreadable(_some_of(count))
    return places


def unknown_keys(keys: tuple[str, ...]) -> Unreadable:
    """Return what to raise where an answer uses other keys than these."""
    listed = ", ".join(keys)
    return Unreadable(Text(en=f"Use the keys {listed}.", zh=f"请使用这些键：{listed}。"))


def _some_of(count: int) -> Text:
    return Text(
        en=f"Type numbers from 1 to {count}, each once, such as 1 3; 0 for none.",
        zh=f"请输入 1 到 {count} 之间的数字，每个至多一次，例如 1 3；都不选请输入 0。",
    )
