"""The seeded numbers: a stream that can be written again elsewhere, fair, and the same for ever."""

import hashlib
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rng import SeededRng


def test_below_follows_its_description():
    key = hashlib.sha256(b"seed:" + "מפל".encode()).digest()
    blocks = [hashlib.sha256(b"block:" + key + number.to_bytes(8, "big")).digest() for number in range(2)]
    words = [int.from_bytes(block[at : at + 8], "big") for block in blocks for at in range(0, 32, 8)]
    rng = SeededRng("מפל")
    assert [rng.below(2**64) for _ in words] == words


def test_below_golden():
    rng = SeededRng("mapal")
    assert [rng.below(10) for _ in range(20)] == [2, 5, 1, 0, 2, 7, 7, 4, 5, 0, 5, 9, 0, 6, 7, 9, 3, 1, 4, 8]


def test_below_rejects_words_that_would_favour_small_results():
    half_and_one = 2**63 + 1  # nearly every second word is refused
    words = SeededRng("reject")
    fair = [word for word in (words.below(2**64) for _ in range(40)) if word < half_and_one]
    rng = SeededRng("reject")
    assert 10 < len(fair) < 30
    assert [rng.below(half_and_one) for _ in fair] == fair


@given(st.integers(min_value=1, max_value=2**64), st.text(st.characters(exclude_categories=["Cs"])))
def test_below_stays_in_range(n, seed):
    assert 0 <= SeededRng(seed).below(n) < n


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_below_refuses_what_it_cannot_give(n):
    with pytest.raises(ValueError, match=r"1 to 2\*\*64"):
        SeededRng("x").below(n)


def test_shuffle_reaches_every_order_equally_often():
    rng, seen = SeededRng("orders"), Counter()
    for _ in range(2400):
        items = [1, 2, 3, 4]
        rng.shuffle(items)
        seen[tuple(items)] += 1
    assert set(seen) == set(permutations([1, 2, 3, 4]))
    chi_square = sum((times - 100) ** 2 / 100 for times in seen.values())
    assert chi_square < 49.7  # 23 degrees of freedom, one in a thousand


def test_fork_depends_on_seed_and_label_only():
    fresh, used = SeededRng("x"), SeededRng("x")
    used.below(7)
    of_fresh, of_used = fresh.fork("draw"), used.fork("draw")
    assert [of_fresh.below(100) for _ in range(9)] == [of_used.below(100) for _ in range(9)]


def test_fork_is_another_stream():
    def numbers(rng):
        return tuple(rng.below(2**64) for _ in range(4))

    root = SeededRng("x")
    streams = [root, root.fork("a"), root.fork("b"), root.fork("a").fork("b"), root.fork("ab"), SeededRng("a")]
    assert len({numbers(stream) for stream in streams}) == len(streams)
