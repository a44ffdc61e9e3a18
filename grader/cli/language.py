"""The language of the words: the option, GRADE_LANG, then what the system says; English in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.domain.text import Language

VARIABLES = ("GRADE_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def resolve_language(option: str | None, environ: Mapping[str, str]) -> Language:
    """Return the language of `--lang`, else of the first of VARIABLES that is set, else English.

    Whatever begins with "zh" is Chinese. LANGUAGE is a list split by colons: its first entry that names one
    of our languages decides, and it has no effect if there is none.
    """
    if option:
        return _language(option)
    for variable in VARIABLES:
        value = environ.get(variable, "")
        if variable == "LANGUAGE":
            known = [entry for entry in value.split(":") if entry.casefold().startswith(("zh", "en"))]
            value = known[0] if known else ""
        if value:
            return _language(value)
    return Language.EN


def language_of(words: Sequence[str], environ: Mapping[str, str]) -> Language:
    """Return the language that a command's words ask for by their last `--lang`, else that of the environment.

    Help and wrong usage need it before the options are read, and where they cannot be.
    """
    words = words[: words.index("--")] if "--" in words else words
    option = None
    for place, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name == "--lang":
            option = value if equals else "".join(words[place + 1 : place + 2])
    return resolve_language(option if option in tuple(Language) else None, environ)


def _language(name: str) -> Language:
    return Language.ZH if name.casefold().startswith("zh") else Language.EN
