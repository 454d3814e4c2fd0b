"""Random numbers for games by the million, from a written seed: quicker than engine.rng, and not for a draw.

Block i (from 0) is the first 256 bytes of ``shake_128("dice:" + i + ":" + the seed)``, in UTF-8: 64 words of four
bytes, big-endian, taken from the last to the first. ``below(n)`` takes a word w and returns ``w * n >> 32``: some
results are more likely than others, by n in 2**32 at most.
"""

from __future__ import annotations

import hashlib
import struct

_BLOCK = 64
"""Words; more than most games need."""
_read = struct.Struct(f">{_BLOCK}I").unpack
WORD = 32
"""Bits of a word."""


class Dice:
    """A stream of uniform numbers that depends on its seed alone, the same in every version of Python."""

    __slots__ = ("_blocks", "_seed", "words")

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._blocks = 0
        self.words: list[int] = []
        """The words at hand, the next one last; a word taken from here is not there for ``below`` any more."""
        self.refill()

    def refill(self) -> None:
        """Bring the words of the next block; to be called when none is left."""
        block = hashlib.shake_128(f"dice:{self._blocks}:{self._seed}".encode()).digest(4 * _BLOCK)
        self._blocks += 1
        self.words[:] = _read(block)

    def below(self, n: int) -> int:
        """Return a whole number in 0 … n−1, each equally likely."""
        if not self.words:
            self.refill()
        return self.words.pop() * n >> WORD
