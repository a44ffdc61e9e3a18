"""A question as one learner meets it: what its seed decided is filled in."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass

from grader.domain.text import Text
from grader.quiz.drawn import Drawn
from grader.quiz.question import Question


@dataclass(frozen=True, kw_only=True)
class Instance(Drawn):
    """A question with what its seed decided."""

    question: Question

    @property
    def stem(self) -> Text:
        """The question's words with the parameters filled in."""
        return self.fill(self.question.stem)

    @property
    def key(self) -> str:
        """A canonical answer that has full marks."""
        return self.question.key(self)

    @property
    def key_words(self) -> Text:
        """The key in words."""
        return self.question.key_words(self)


def draw(question: Question, seed: int) -> Instance:
    """Return the instance that `seed` gives; the same seed gives the same instance on every machine."""
    source = random.Random(f"{question.id}/{seed}")  # not for secrecy
    params = {name: source.choice(values) for name, values in question.params.items()}
    keys = list(question.listed)
    source.shuffle(keys)
    return Instance(question=question, seed=seed, params=params, order=tuple(keys))


def question_seed(learner: str, attempt: int, question: str) -> int:
    """Return the seed of a question for a learner's n-th attempt; it differs with each of the three."""
    digest = hashlib.blake2b(f"{learner}\0{attempt}\0{question}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big")
