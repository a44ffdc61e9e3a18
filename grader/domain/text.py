"""A text for people, in both languages of the course."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Language(StrEnum):
    """A language that every text for people exists in."""

    EN = "en"
    ZH = "zh"


@dataclass(frozen=True)
class Text:
    """One text in English and in Chinese; neither may be missing."""

    en: str
    zh: str

    def get(self, language: Language) -> str:
        """Return the text in `language`."""
        return self.zh if language is Language.ZH else self.en

    def format(self, **values: object) -> Text:
        """Return both texts with `{name}` fields filled in by `str.format`."""
        return Text(en=self.en.format(**values), zh=self.zh.format(**values))
