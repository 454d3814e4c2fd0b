"""Which last cards win a round (rules.md §4.2)."""

from __future__ import annotations

from engine.taki.cards import Sign
from engine.taki.editions import Edition


def can_win_by(sign: Sign, edition: Edition, players: int) -> bool:
    """Whether a last card of this sign can be the winning one, in a game that ended with so many players.

    B3 can (laid out of turn on a +3) and CZ can (for the neighbour who receives the empty hand); whether it
    did is a question to the game (rules.md §4.2).
    """
    match sign:
        case Sign.PLUS:  # forbidden or followed by a draw; where a Plus is never alone, a pair of them may be last
            return edition.plus_mode == "pair_only"
        case Sign.STOP if players == 2:
            return edition.stop_last_2p == "wins"
        case Sign.DIRECTION if players == 2 and edition.two_player_reverse == "extra_turn":
            return edition.stop_last_2p == "wins"
        case _:
            return True
