import hashlib
from collections import Counter

from engine.taki.dice import Dice


def numbers(seed, n, count):
    """The same as Dice, as its docstring tells it."""
    found, block = [], 0
    while len(found) < count:
        digest = hashlib.shake_128(f"dice:{block}:{seed}".encode()).digest(256)
        words = [int.from_bytes(digest[4 * i : 4 * i + 4], "big") for i in range(64)]
        found += [word * n >> 32 for word in reversed(words)]
        block += 1
    return found[:count]


def test_dice_follow_from_their_seed_alone():
    dice = Dice("spring")
    assert [dice.below(116) for _ in range(8)] == [14, 50, 90, *numbers("spring", 116, 8)[3:]]
    dice = Dice("\N{HEBREW LETTER ALEF}")
    assert [dice.below(7) for _ in range(300)] == numbers("\N{HEBREW LETTER ALEF}", 7, 300)


def test_dice_are_fair():
    dice = Dice("fair")
    assert all(900 < count < 1100 for count in Counter(dice.below(6) for _ in range(6000)).values())
    assert {dice.below(1) for _ in range(20)} == {0}
