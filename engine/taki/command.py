"""TAKI from the command line: editions, hands, replay, simulate, position (docs/engine-cli.md)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from itertools import accumulate

from engine.errors import GameError, MoveError
from engine.findings import Finding
from engine.payload import Payload
from engine.taki import dealing, editions, hands, log_check
from engine.taki import simulate as simulation
from engine.taki.bots import CAP, Bot, random_move, sensible_move
from engine.taki.game import Game
from engine.taki.game_text import write_game, write_step
from engine.taki.legality import legal_moves
from engine.taki.notation import LEAVE, read_position, write_position
from engine.taki.report_json import edition_from_json, finding_to_json, points_of, report_from_json
from engine.taki.state import SEAT_LETTERS, GameState


def list_editions(data: object) -> dict[str, object]:
    """Return every edition with its flags, and every flag with the values it may have; *data* is not looked at."""
    return {
        "default": editions.DEFAULT_EDITION,
        "editions": [
            {
                "id": rules.id,
                "cards": rules.deck_size,
                "most_players": rules.most_players,
                "flags": {flag: getattr(rules, flag) for flag in editions.FLAGS},
            }
            for rules in editions.EDITIONS.values()
        ],
        "flags": {flag: list(values) for flag, values in editions.FLAGS.items()},
    }


def check_hands(data: object) -> dict[str, object]:
    """Return what is found about ``{"report", "edition", "overrides", "game"}``; the report alone must be there.

    Raises BadInput for another shape, EditionError for rules that do not exist.
    """
    given = Payload(data).only("report", "edition", "overrides", "game")
    rules, report = edition_from_json(given), report_from_json(given.part("report"))
    if given.has("game"):
        found = log_check.check_log(given.text("game"), rules, report)
    else:
        found = hands.check(report, rules)
    answer = {"edition": rules.to_json(), "points": points_of(report, rules)}
    return answer | _findings(found, _overrides(given))


def replay(data: object) -> dict[str, object]:
    """Return where the game of ``{"game", "edition", "report", "overrides"}`` ends, with what is found about it.

    The game alone must be there. Raises as ``check_hands`` does.
    """
    given = Payload(data).only("game", "edition", "report", "overrides")
    rules = edition_from_json(given) if given.has("edition") else None
    report = report_from_json(given.part("report")) if given.has("report") else None
    checked = log_check.play_again(given.text("game"), rules, report)
    answer: dict[str, object] = {"position": checked.position, "steps": 0, "winner": None, "reason": ""}
    if checked.game is not None:
        answer |= _outcome(checked.game.state, checked.game.reason)
        answer["steps"] = len(checked.game.steps)
    return answer | _findings(checked.findings, _overrides(given))


def simulate(data: object) -> dict[str, object]:
    """Return what the games of ``{"edition", "seats", "games", "seed", "bots", "cap", "show"}`` come to.

    Raises BadInput for another shape, EditionError and GameError for what cannot be played.
    """
    given = Payload(data).only("edition", "seats", "games", "seed", "bots", "cap", "show")
    rules, seats, seed = edition_from_json(given), given.whole("seats"), given.text("seed")
    bots = [_bot(given, name) for name in given.texts("bots")] or None
    games, cap = given.whole("games"), given.whole("cap", default=CAP)
    numbers = given.wholes("show") if given.has("show") else ()
    if not all(1 <= number <= games for number in numbers):
        raise given.wrong("show", f"games to show are numbers from 1 to {games}")
    found = simulation.simulate(rules, seats, games, seed, bots, cap)
    return {
        "edition": rules.to_json(),
        "games": found.games,
        "cap": cap,
        "reasons": {reason: found.reasons[reason] for reason in simulation.REASONS},
        "wins": {SEAT_LETTERS[seat]: found.wins[seat] for seat in range(seats)},
        "cards_left": _distribution(found.cards_left),
        "moves": _distribution(found.moves),
        "turns": _distribution(found.turns),
        "shown": {
            str(number): write_game(simulation.play_numbered(number, rules, seats, seed, bots, cap))
            for number in numbers
        },
    }


_BOTS = {"random": random_move, "sensible": sensible_move}


def _bot(given: Payload, name: str) -> Bot:
    if name not in _BOTS:
        raise given.wrong("bots", f"{name!r} is no bot: {', '.join(_BOTS)}")
    return _BOTS[name]


def _distribution(counts: Mapping[int, int]) -> dict[str, object]:
    """Return a distribution: mean to two places, median (the lower of two), and how often each value came."""
    total = sum(counts.values())
    if not total:
        return {"mean": None, "median": None, "counts": {}}
    values = sorted(counts)
    reached = list(accumulate(counts[value] for value in values))
    return {
        "mean": round(sum(value * counts[value] for value in values) / total, 2),
        "median": values[bisect_left(reached, (total + 1) // 2)],
        "counts": {str(value): counts[value] for value in values},
    }


def position(data: object) -> dict[str, object]:
    """Return what can be done in a position, after some moves: ``{"position" or "deal", "moves", "why", "view"}``.

    Raises BadInput for another shape, else as ``read_position``, ``deal``, ``find_move`` and ``push`` do.
    """
    given = Payload(data).only("position", "deal", "moves", "why", "view")
    if given.has("position") == given.has("deal"):
        raise given.wrong("position", "either a position is asked for, or a deal")
    game = Game(read_position(given.text("position")) if given.has("position") else _deal(given.part("deal")))
    viewer = _seat(given, given.text("view"), game.state) if given.has("view") else None
    try:
        steps = [_act(game, text) for text in given.texts("moves")]
    except MoveError as error:
        if viewer is None:
            raise
        raise _for_viewer(error) from None
    state = game.state
    seats = state.players if viewer is None else [viewer]
    legal = {SEAT_LETTERS[seat]: [str(move) for move in legal_moves(state, seat)] for seat in seats}
    seat_to_act = SEAT_LETTERS[state.seat]
    return {
        "position": write_position(state, viewer),
        "steps": steps if viewer is None else [],
        "seat": seat_to_act,
        "phase": str(state.phase),
        "counts": {SEAT_LETTERS[seat]: state.counts[seat] for seat in state.players},
        "legal": legal.pop(seat_to_act, []),
        "out_of_turn": {letter: texts for letter, texts in legal.items() if texts},
        "why": {text: _why(given, game, text, viewer) for text in given.texts("why")},
        **_outcome(state, game.reason),
    }


def stops(answer: object) -> bool:
    """Whether something found stands in the way of storing a report as it is."""
    return isinstance(answer, dict) and any(finding["stops"] for finding in answer["findings"])


def _overrides(given: Payload) -> dict[str, str]:
    return given.part("overrides").texts_by_name() if given.has("overrides") else {}


def _findings(found: list[Finding], overrides: Mapping[str, str]) -> dict[str, object]:
    return {"findings": [finding_to_json(finding, overrides) for finding in found]}


def _outcome(state: GameState, reason: str) -> dict[str, object]:
    return {"winner": None if state.winner is None else SEAT_LETTERS[state.winner], "reason": reason}


def _deal(given: Payload) -> GameState:
    given.only("edition", "seats", "seed", "starter")
    letter = given.text("starter", default="A")
    starter = SEAT_LETTERS.find(letter) if letter else -1
    return dealing.deal(edition_from_json(given), given.whole("seats"), given.text("seed"), starter)


def _seat(given: Payload, letter: str, state: GameState) -> int:
    if letter not in [*SEAT_LETTERS[: state.seats]]:
        raise given.wrong("view", f"is no seat of this position: {', '.join(SEAT_LETTERS[: state.seats])}")
    return SEAT_LETTERS.index(letter)


def _who(game: Game, text: str) -> tuple[int | None, str]:
    """Return the seat and the move of "B r5"; of "r5" no seat."""
    letter, space, move = text.partition(" ")
    if space and letter in [*SEAT_LETTERS[: game.state.seats]]:
        seat = SEAT_LETTERS.index(letter)
        return None if seat == game.state.seat else seat, move
    return None, text


def _act(game: Game, text: str) -> str:
    """Make the move that *text* says, and return the step as a line."""
    seat, move = _who(game, text)
    if move == LEAVE:
        return write_step(game.state.edition, game.withdraw(game.state.seat if seat is None else seat))
    return write_step(game.state.edition, game.push(move, seat))


def _why(given: Payload, game: Game, text: str, viewer: int | None) -> str | None:
    """Return why a move is not legal, None if it is. Of another seat's moves a viewer is told nothing."""
    seat, move = _who(game, text)
    if viewer is not None and (game.state.seat if seat is None else seat) != viewer:
        raise given.wrong("why", f"{text!r} is no move of the seat that views")
    if move == LEAVE:
        raise GameError("LEAVE is no move: a seat in the game may always leave", code="seat_left")
    return game.why_illegal(move, seat)


def _for_viewer(error: MoveError) -> MoveError:
    """Return a refusal without what the cards of others tell."""
    told = {name: error.values[name] for name in ("move", "seat") if name in error.values}
    return type(error)(f"{told.get('seat')} {told.get('move')}: {error.code}", code=error.code, **told)
