"""Random numbers from a written seed, the same on every machine and in every version of Python.

Python's own ``random`` promises the same ``shuffle`` only within one version. This one is short enough to be
written again in any language, by whoever wants to check a draw (design.md §6):

- the key is ``sha256(b"seed:" + the seed in UTF-8)``, of a fork ``sha256(b"fork:" + key + the label in UTF-8)``;
- block i (from 0) is ``sha256(b"block:" + key + i as 8 bytes)``: four words of 8 bytes; all numbers big-endian;
- ``below(n)`` takes words until one is under the greatest multiple of n in 2**64, and returns it modulo n;
- ``shuffle`` exchanges, for i from the last index down to 1, the items i and ``below(i + 1)``.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import MutableSequence
from typing import Any

WORDS = 1 << 64
"""How many values a word has."""


class SeededRng:
    """A stream of uniform numbers that depends on its seed alone; not for secrets."""

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, seed: str) -> None:
        self._start(hashlib.sha256(b"seed:" + seed.encode()).digest())

    def _start(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = hashlib.sha256(b"block:" + self._key + self._block.to_bytes(8, "big")).digest()
            self._words = list(reversed(struct.unpack(">4Q", block)))
            self._block += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        """Return a whole number in 0 … n−1, each equally likely; ValueError unless 1 ≤ n ≤ 2**64."""
        if not 1 <= n <= WORDS:
            raise ValueError(f"below() takes 1 to 2**64, not {n!r}")
        fair = WORDS - WORDS % n
        while (word := self._word()) >= fair:  # the last few words would favour small results
            pass
        return word % n

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put *items* in a new order in place, each order equally likely (Fisher and Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def fork(self, label: str) -> SeededRng:
        """Return another stream for *label*; it depends on seed and label, not on what was taken from this one."""
        fork = SeededRng.__new__(SeededRng)
        fork._start(hashlib.sha256(b"fork:" + self._key + label.encode()).digest())
        return fork
