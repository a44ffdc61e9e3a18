"""Pseudonyms: the same person has the same one in every report; nobody can compute it without the secret."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterable, Mapping

_LEAST = 6


def pseudonyms(secret: bytes, keys: Iterable[str]) -> Mapping[str, str]:
    """Give each key a pseudonym such as "P-7K2QXD", unique among `keys`.

    It depends on the secret and the key alone, unless two of the keys meet in six letters: those grow longer.
    """
    full = {key: _letters(secret, key) for key in keys}
    length, open_keys, given = _LEAST, set(full), dict[str, str]()
    while open_keys:
        groups: dict[str, list[str]] = {}
        for key in open_keys:
            groups.setdefault(full[key][:length], []).append(key)
        for short, holders in groups.items():
            if len(holders) == 1:
                given[holders[0]] = f"P-{short}"
                open_keys.discard(holders[0])
        length += 1
    return {key: given[key] for key in full}


def _letters(secret: bytes, key: str) -> str:
    digest = hmac.new(secret, key.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
    return base64.b32encode(digest).decode("ascii").rstrip("=")
