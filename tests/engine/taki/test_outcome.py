import pytest

from engine.taki.cards import Sign
from engine.taki.editions import EDITIONS, edition
from engine.taki.outcome import can_win_by

# rules.md §4.2, column by column: which last cards cannot be the winning one with 2 and with 3 players.
CANNOT_WIN = {
    "he-2015": ({Sign.PLUS, Sign.STOP}, {Sign.PLUS}),
    "official-2018": ({Sign.PLUS}, {Sign.PLUS}),
    "super-2011": ({Sign.PLUS}, {Sign.PLUS}),
    "en-classic": (set(), set()),
    "pl-wiki": ({Sign.PLUS}, {Sign.PLUS}),
    "de-amigo-2006": (set(), set()),
}


def cannot_win(rules, players):
    return {card.sign for card in rules.cards if not can_win_by(card.sign, rules, players)}


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_can_win_by_follows_the_table_of_last_cards(edition_id):
    rules = EDITIONS[edition_id]
    assert (cannot_win(rules, 2), cannot_win(rules, 3)) == CANNOT_WIN[edition_id]
    assert cannot_win(rules, 10) == CANNOT_WIN[edition_id][1]


@pytest.mark.parametrize(
    ("overrides", "two_players", "three_players"),
    [
        ({"plus_last": "draw_one"}, {Sign.PLUS, Sign.STOP}, {Sign.PLUS}),  # lenient: laid, but never the winning card
        ({"stop_last_2p": "draw_one"}, {Sign.PLUS, Sign.STOP}, {Sign.PLUS}),
        ({"stop_last_2p": "wins"}, {Sign.PLUS}, {Sign.PLUS}),
        ({"two_player_reverse": "extra_turn"}, {Sign.PLUS, Sign.STOP, Sign.DIRECTION}, {Sign.PLUS}),
        ({"two_player_reverse": "extra_turn", "stop_last_2p": "wins"}, {Sign.PLUS}, {Sign.PLUS}),
        ({"plus_mode": "pair_only"}, {Sign.STOP}, set()),
    ],
)
def test_can_win_by_follows_overridden_flags(overrides, two_players, three_players):
    rules = edition("he-2015", **overrides)
    assert (cannot_win(rules, 2), cannot_win(rules, 3)) == (two_players, three_players)
