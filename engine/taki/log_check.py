"""Level C of checking a report: the whole log of its game, played again (rules.md §7.3).

The rules name no ids for it; these follow the order of §7.3. ``values["step"]`` counts from 1, 0 is the whole.

- VC1: the log, or a line of it, cannot be read. Then nothing else of it is judged.
- VC2: a step is not legal, or comes after the end; ``problem`` is a code of §3.4 or of ``game_text.replay``.
- VC3: cards were taken, or shuffled, that could not be: ``took``, ``shuffle``.
- VC4: the end is not the one that was reported; ``problem``: ``result``, ``edition``, ``seats``, ``not_over``,
  ``winner``, ``last_card``, ``cards``, ``hand``.
- VC5: with hidden draws nobody can tell whether a seat had to play (``voluntary_draw=forbidden``), or whether a card
  just drawn could be laid (``drawn_playable=same_turn``): warnings.

A card laid, named or left more often than it exists is a VB2, as in the hands (§10.3 V12).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.errors import BadGame, shown
from engine.findings import Finding, Severity
from engine.taki import hands, moves
from engine.taki.cards import Card
from engine.taki.editions import DEFAULT_EDITION, EDITIONS, Edition
from engine.taki.game import STOPPED, Game
from engine.taki.game_text import Fault, GameLog, parse_game, replay
from engine.taki.hidden_log import HiddenReplay
from engine.taki.line import Line
from engine.taki.moves import CARDS
from engine.taki.notation import write_action
from engine.taki.played import PlayedRound, Reading, read
from engine.taki.state import DECK, PLACE, SEAT_LETTERS
from engine.taki.writing import card_text, write_edition, write_position

Hands = Sequence[Counter[int]]
"""The cards, by number, that each seat of a log is known to hold."""


@dataclass(frozen=True, slots=True)
class CheckedLog:
    """A log that was played again: what was found, and the game as far as it came; None if it cannot be read."""

    findings: list[Finding]
    game: Game | None = None
    known: Hands = ()
    """The cards, by number, that each seat is known to hold at the end."""
    is_open: bool = True
    """Whether the log tells every card."""
    edition: Edition = EDITIONS[DEFAULT_EDITION]
    """The edition of the log."""

    @property
    def position(self) -> str | None:
        """The position at the end as text, with what is not known by number."""
        if self.game is None or self.is_open:
            return None if self.game is None else write_position(self.game.state)
        state = self.game.state
        unknown = Counter({seat: state.counts[seat] - self.known[seat].total() for seat in state.players})
        words = []
        for word in write_position(state).split():
            name, equals, _ = word.partition("=")
            seat = SEAT_LETTERS.find(name) if equals else -1
            if seat in state.players and unknown[seat]:
                cards = [card_text(state.edition, card) for card in sorted(self.known[seat].elements())]
                word = f"{name}={','.join([*cards, f'{unknown[seat]}?'])}"
            elif name == "pile" and state.pile_size:
                word = f"pile={state.pile_size}?"
            words.append(word)
        return " ".join([write_edition(self.edition), *words[1:]])


def check_log(log: str | GameLog, edition: Edition, reported: PlayedRound | None = None) -> list[Finding]:
    """Return everything that is wrong with the log of a game, and with the report of it, under *edition*.

    A log may hide cards: hands of the first position with unknown cards (``8?``), cards drawn that are counted or
    left out. Then each play is judged by colour, figure and phase, and each card by the copies there are. A log that
    was already parsed has its hands as they are in its first position. Never raises.

    With a report its findings of levels A and B come first; seats of the log are the reported ones in order. Without
    one, A is 1.
    """
    return play_again(log, edition, reported).findings


def play_again(log: str | GameLog, edition: Edition | None = None, reported: PlayedRound | None = None) -> CheckedLog:
    """Return a log played again, with what ``check_log`` finds; without an *edition* the log's own is right."""
    try:
        parsed = log if isinstance(log, GameLog) else parse_game(log)
    except BadGame as error:
        found = [] if reported is None or edition is None else hands.check(reported, edition)
        return CheckedLog(found + list(_of_problems(error)))
    edition = edition or parsed.start.edition
    found = [] if reported is None else hands.check(reported, edition)
    report = None if reported is None else read(reported, edition.most_players)
    if parsed.start.edition != edition:
        found.append(_end("edition", edition=shown(parsed.start.edition.id), expected=shown(edition.id)))
    names = _seats(parsed, report)
    known, is_open = _known_hands(log, parsed)
    replayed = replay(parsed) if is_open else None
    if replayed is not None and (parsed.is_pile_known or not _draws_in_silence(parsed, replayed.game)):
        game = replayed.game
        known = [Counter(game.state.numbers(seat)) for seat in range(game.state.seats)]
        found += _of_faults(parsed, replayed.faults, names)
    elif parsed.start.edition.drawn_playable == "same_turn":
        found.append(Finding("VC5", Severity.WARNING, (), {"problem": "drawn_playable", "step": 0}))
        return CheckedLog(found)
    else:
        hidden = HiddenReplay(parsed, known)
        game, known, is_open = hidden.game, hidden.known, False
        found += _of_hidden(parsed, hidden, names)
        found += _result(parsed, game)
    if report is not None:
        found += _of_report(game, known, report, names)
    return CheckedLog(found, game, known, is_open, parsed.start.edition)


def _of_problems(error: BadGame) -> Iterator[Finding]:
    for problem in error.problems:
        values = {"problem": problem.code, "message": problem.message, **problem.values}
        yield Finding("VC1", Severity.HARD, (), values)


def _known_hands(log: str | GameLog, parsed: GameLog) -> tuple[Hands, bool]:
    """Return the cards that the first position names, and whether it names all in hands."""
    start = parsed.start
    if isinstance(log, GameLog):
        return [Counter(start.numbers(seat)) for seat in range(start.seats)], True
    lines = (line.partition("#")[0].strip() for line in log.splitlines())
    position = Line([line for line in lines if line][1])
    read_hands = [
        position.cards(SEAT_LETTERS[seat]) if seat in start.players else ([], 0) for seat in range(start.seats)
    ]
    return [Counter(cards) for cards, _ in read_hands], all(unknown == 0 for _, unknown in read_hands)


def _draws_in_silence(log: GameLog, game: Game) -> bool:
    """Whether somebody took cards of which the log does not tell, or tells the number alone."""
    said = sum(len(took.cards) for step in log.steps for took in step.took)
    return said < sum(took.count for step in game.steps for took in step.took)


def _seats(log: GameLog, report: Reading | None) -> Sequence[int] | None:
    """Return the position at the table of each seat of the log; None if the report has other seats."""
    seats = log.start.seats
    if report is None:
        return range(1, seats + 1)
    return next((each for each in (report.seated, report.players) if len(each) == seats), None)


def _named(seat: int, names: Sequence[int] | None) -> tuple[int, ...]:
    return (names[seat],) if names is not None and seat < len(names) else ()


def _of_faults(log: GameLog, faults: Sequence[Fault], names: Sequence[int] | None) -> Iterator[Finding]:
    for fault in faults:
        values: dict[str, object] = {"problem": fault.code, "step": fault.step, "line": fault.line}
        values["message"] = fault.message
        if fault.step == 0:
            yield Finding("VC4", Severity.HARD, (), values)
            continue
        step = log.steps[fault.step - 1]
        values["action"] = write_action(step.seat, step.move)
        code = "VC3" if fault.code in ("took", "shuffle") else "VC2"
        yield Finding(code, Severity.HARD, _named(step.seat, names), values)


def _of_hidden(log: GameLog, hidden: HiddenReplay, names: Sequence[int] | None) -> list[Finding]:
    found = list(_of_faults(log, hidden.faults, names))
    cards = log.start.edition.cards
    for copy in hidden.copies:
        card, where = CARDS[copy.card], {"step": copy.step, "line": copy.line}
        values: dict[str, object] = {"card": str(card), "copies": cards.get(card, 0)}
        if card not in cards:  # not one too many: none at all
            values = {"problem": "not_in_deck", "field": "log", "cards": [str(card)]}
        code = "VB2" if card in cards else "VB1"
        found.append(Finding(code, Severity.HARD, _named(copy.seat, names), {**values, **where}))
    found.sort(key=lambda finding: int(str(finding.values["step"])))
    for step, seat in hidden.unchecked:
        found.append(Finding("VC5", Severity.WARNING, _named(seat, names), {"problem": "must_play", "step": step}))
    return found


def _result(log: GameLog, game: Game) -> Iterator[Finding]:
    """Yield VC4 if the game did not end as the log says it did."""
    if not log.reason:
        return
    if log.reason in STOPPED and not game.state.is_over:
        game.stop(log.reason)
    if (game.state.winner, game.reason) != (log.winner, log.reason):
        yield _end(
            "result", line=(log.lines or (1,))[-1] + 1, message="the game ended otherwise than its last line says"
        )


def _end(problem: str, *seats: int, **values: object) -> Finding:
    return Finding("VC4", Severity.HARD, seats, {"problem": problem, "step": 0, **values})


def _of_report(game: Game, known: Hands, report: Reading, names: Sequence[int] | None) -> Iterator[Finding]:
    """Yield what the report tells otherwise than the log."""
    if names is None:
        yield _end("seats", *report.seated, log=game.state.seats, seats=len(report.players))
        return
    yield from _of_winner(game, report, names)
    for seat, name in enumerate(names):
        is_in, cards = seat in game.state.players, report.counts.get(name)
        is_told = cards is not None or (name not in report.players and not report.report.is_called_off)
        if is_told and cards != (game.state.counts[seat] if is_in else None):
            yield _end("cards", name, cards=shown(cards), log=game.state.counts[seat] if is_in else None)
        hand = report.hands.get(name)
        if hand is not None and is_in and _is_another_hand(hand, game.state.counts[seat], known[seat]):
            yield _end("hand", name, known=[str(CARDS[card]) for card in sorted(known[seat].elements())])
    yield from _copies(game, known, report, names)


def _of_winner(game: Game, report: Reading, names: Sequence[int]) -> Iterator[Finding]:
    winner = None if game.state.winner is None else names[game.state.winner]
    if report.report.is_called_off:
        if winner is not None:
            yield _end("winner", winner, winner=None, log=winner)
        return
    if not game.is_over:
        yield _end("not_over")
        return
    if winner != report.winner:
        yield _end("winner", *(seat for seat in (report.winner, winner) if seat), winner=report.winner, log=winner)
    last = None if game.state.winner is None else _last_card(game, game.state.winner)
    if None not in (last, report.last_card) and last != report.last_card:
        yield _end(
            "last_card", *(() if winner is None else (winner,)), last_card=str(report.last_card), log=str(last)
        )


def _last_card(game: Game, winner: int) -> Card | None:
    """Return the card that emptied the winner's hand, or the CZ that brought an empty one."""
    laid = ((step.seat, step.move) for step in reversed(game.steps) if step.move is not None and step.move.cards)
    ending = (move for seat, move in laid if seat == winner or move in (moves.CRAZY, moves.CRAZY_BACK))
    move = next(ending, None)
    return None if move is None else move.cards[-1]


def _is_another_hand(hand: tuple[Card | str, ...], size: int, known: Counter[int]) -> bool:
    cards = Counter(card for card in hand if isinstance(card, Card))
    return len(hand) != size or bool(_by_card(known) - cards)


def _copies(game: Game, known: Hands, report: Reading, names: Sequence[int]) -> Iterator[Finding]:
    """Yield VB2 for cards that lie in the discard pile and stand in the reported hands, together too often."""
    held: Counter[Card] = Counter()
    holders: dict[Card, list[int]] = {}
    for seat, name in enumerate(names):
        hand = report.hands.get(name)
        cards = _by_card(known[seat])
        if hand is not None:
            cards = Counter(card for card in hand if isinstance(card, Card))
        for card in cards:
            holders.setdefault(card, []).append(name)
        held += cards
    state = game.state
    lying = Counter(card for seat in range(state.seats) for card in state.numbers(seat))
    lying.update(state.fields[DECK][state.fields[PLACE] :])
    elsewhere = _by_card(lying)
    for card, copies in state.edition.cards.items():
        laid = copies - elsewhere[card]
        if held[card] and laid > 0 and held[card] + laid > copies >= held[card]:
            values = {"card": str(card), "held": held[card], "laid": laid, "copies": copies}
            yield Finding("VB2", Severity.HARD, tuple(holders[card]), {**values, "step": len(game.steps)})


def _by_card(numbers: Mapping[int, int]) -> Counter[Card]:
    """Return counts by card for counts by number: the two CZ that show their direction are one card."""
    cards: Counter[Card] = Counter()
    for number, count in numbers.items():
        cards[CARDS[number]] += count
    return cards
