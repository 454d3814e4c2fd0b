"""Wrong entries of a rehearsal."""

from championship.rehearsal.mistakes import misread
from championship.rehearsal.results import Played

PLAYED = Played(1, {1: 0, 2: 2, 3: 3}, {1: (), 2: ("r1", "K"), 3: ("b1", "b3", "yT")}, {"last_card": "g9"})
ONE_LEFT = Played(1, {1: 0, 2: 1}, {1: (), 2: ("r1",)})


class Chosen:
    """Numbers that were chosen, one after another."""

    def __init__(self, *numbers):
        self.numbers = list(numbers)

    def below(self, n):
        number = self.numbers.pop(0)
        assert number < n
        return number


def test_another_winner_is_entered_without_hands():
    assert misread(PLAYED, Chosen(1, 0)) == Played(3, {1: 3, 2: 2, 3: 0})


def test_card_is_overlooked_in_a_hand():
    fewer = {**PLAYED.hands, 3: ("b3", "yT")}
    assert misread(PLAYED, Chosen(1, 1)) == Played(1, {1: 0, 2: 2, 3: 2}, fewer, PLAYED.facts)


def test_count_does_not_fit_its_hand():
    assert misread(PLAYED, Chosen(0, 2)) == Played(1, {1: 0, 2: 3, 3: 3}, PLAYED.hands, PLAYED.facts)


def test_count_is_read_too_high():
    assert misread(PLAYED, Chosen(0, 3, 3)) == Played(1, {1: 0, 2: 6, 3: 3})


def test_last_card_in_a_hand_is_not_overlooked():
    assert misread(ONE_LEFT, Chosen(0, 1, 0)) == Played(1, {1: 0, 2: 2})
