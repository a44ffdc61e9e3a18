"""A question as one learner meets it: parameters drawn and options shuffled by a seed, the stem filled in."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass

from grader.domain.question import MatchQuestion, MultiQuestion, OrderQuestion, Question, SingleQuestion
from grader.domain.text import Text

_FIELD = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Instance:
    """A question with its seed: `params` are the drawn values.

    `order` holds the keys of what is shown in a list (options, items to order, or the right-hand items to
    match), in the order shown.
    """

    question: Question
    seed: int
    params: Mapping[str, float]
    order: tuple[str, ...]

    def fill(self, text: Text) -> Text:
        """Return `text` with `{name}` replaced by the parameter's value; other braces stay."""
        return Text(en=self._fill(text.en), zh=self._fill(text.zh))

    @property
    def stem(self) -> Text:
        """The question's words with the parameters filled in."""
        return self.fill(self.question.stem)

    def _fill(self, text: str) -> str:
        def value(match: re.Match[str]) -> str:
            name = match.group(1)
            return format_number(self.params[name]) if name in self.params else match.group(0)

        return _FIELD.sub(value, text)


def format_number(value: float) -> str:
    """Return 5 for 5.0, 0.25 for 0.25, six significant digits for what is not short."""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.6g}"


def draw(question: Question, seed: int) -> Instance:
    """Return the instance that `seed` gives; the same seed gives the same instance on every machine."""
    source = random.Random(f"{question.id}/{seed}")  # not for secrecy
    params = {name: source.choice(values) for name, values in question.params.items()}
    keys = list(_listed(question))
    source.shuffle(keys)
    return Instance(question, seed, params, tuple(keys))


def question_seed(learner: str, attempt: int, question: str) -> int:
    """Return the seed of a question for a learner's n-th attempt; it differs with each of the three."""
    digest = hashlib.blake2b(f"{learner}\0{attempt}\0{question}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big")


def _listed(question: Question) -> tuple[str, ...]:
    if isinstance(question, SingleQuestion | MultiQuestion):
        return tuple(option.key for option in question.options)
    if isinstance(question, OrderQuestion):
        return tuple(item.key for item in question.items)
    if isinstance(question, MatchQuestion):
        return tuple(item.key for item in question.right)
    return ()
