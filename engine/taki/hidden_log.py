"""Playing a game again where its log hides cards: they are found out by what is laid (rules.md §7.3).

Hands and draw pile begin with cards that only stand for unknown ones. When a seat lays a card that it is not known to
hold, one that stands for an unknown card in its hand and this card change places. So colours, figures and phases are
judged as always, and a card that lies nowhere unknown any more has been laid too often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.errors import GameError, IllegalMove
from engine.taki import holding, moves
from engine.taki.cards import Sign
from engine.taki.game import Game, Step
from engine.taki.game_text import MOST_FAULTS, Fault, GameLog
from engine.taki.moves import CARDS_OF, Kind
from engine.taki.notation import write_action
from engine.taki.situations import Phase, rules
from engine.taki.state import DECK, EXTRAS, FIRST_SEAT, ORDER, PLACE, SEAT_LETTERS, SITUATION, GameState

_CRAZY = frozenset({moves.CRAZY, moves.CRAZY_BACK})


class Copy(NamedTuple):
    """A card by number that a seat laid or took though every copy of it lies elsewhere; ``step`` is as of a Fault."""

    step: int
    line: int
    seat: int
    card: int


class HiddenReplay:
    """A game played again from a log that hides cards; ``known`` are the cards that each seat is known to hold."""

    def __init__(self, log: GameLog, known: Sequence[Counter[int]]) -> None:
        self.log = log
        self.game = Game(log.start)
        self.known = [Counter(cards) for cards in known]
        self.faults: list[Fault] = []
        self.copies: list[Copy] = []
        self.unchecked: list[tuple[int, int]] = []
        """Steps, with their seats, of draws under ``voluntary_draw=forbidden`` by hands that are not known."""
        self._is_pile_known = log.is_pile_known
        self._is_draw_free = log.start.edition.voluntary_draw == "allowed"
        if not self._is_draw_free:  # who had to play is judged here, from what is known
            allowed = replace(log.start.edition, voluntary_draw="allowed")
            self.state.fields[SITUATION] = rules(allowed, self.state.rules.is_two).situation(self.state.facts)
        for number, (line, step) in enumerate(zip(log.lines, log.steps, strict=True), start=1):
            if len(self.faults) + len(self.copies) >= MOST_FAULTS:
                break
            self._do(number, line, step)

    @property
    def state(self) -> GameState:
        """The position as far as it is known."""
        return self.game.state

    def _do(self, number: int, line: int, step: Step) -> None:
        if step.move is not None and step.seat < self.state.seats:
            missing = self._hold(step.seat, self._wanted(number, step))
            if missing is not None:
                self.copies.append(Copy(number, line, step.seat, missing))
            if step.move == moves.DRAW and not self._is_draw_free:
                self._judge_draw(number, line, step.seat)
        before, was_pile_known = list(self.known), self._is_pile_known
        self.game.record.given = list(step.piles)
        try:
            done = self.game.withdraw(step.seat) if step.move is None else self.game.push(step.move, step.seat)
        except (IllegalMove, GameError) as error:
            action = write_action(step.seat, step.move)  # not the error's words: what it says was legal is not known
            self.faults.append(Fault(number, line, error.code, f"{action}: {error.code}"))
            self.game.record.clear()
            return
        if done.piles:
            self._is_pile_known = step.piles == done.piles
        if step.move is None:
            self.known[step.seat] = Counter()
        else:
            self.known[step.seat] = self.known[step.seat] - Counter(CARDS_OF[step.move])
        if step.move in _CRAZY:
            before[step.seat] = self.known[step.seat]
            following = self.state.fields[ORDER].steps[1]
            for seat in self.state.players:
                self.known[following[FIRST_SEAT + seat] - FIRST_SEAT] = before[seat]
        self._compare(number, line, step, done, is_seen=was_pile_known and not done.piles)

    def _wanted(self, number: int, step: Step) -> Counter[int]:
        """Return what the seat must hold: what it lays, and what it lays on a Plus that is never alone (§3.9.5)."""
        assert step.move is not None
        wanted = Counter(CARDS_OF[step.move])
        is_plus = step.move.kind == Kind.PLAY and step.move.cards[0].sign == Sign.PLUS
        if is_plus and self.state.rules.has_pairs:
            following = next((other for other in self.log.steps[number:] if other.seat == step.seat), None)
            if following is not None and following.move is not None:
                wanted += Counter(CARDS_OF[following.move])
        return wanted

    def _hold(self, seat: int, wanted: Counter[int]) -> int | None:
        """Let unknown cards of *seat* be those of *wanted* that it does not hold.

        Return a card of which no copy lies anywhere unknown; the seat then holds it all the same. Where the hand has
        no unknown card to spare it stays as it is, and the card is not in it.
        """
        missing = None
        for card in (wanted - Counter(self.state.numbers(seat))).elements():
            hand, unknown = Counter(self.state.numbers(seat)), self._unknown_of(seat)
            given = next((other for other in unknown if hand[other] > wanted[other]), None)
            if given is None:
                break
            if not self._give_up(card, given, seat):
                missing = card
            self._change(seat, given, card)
        return missing

    def _give_up(self, card: int, instead: int, seat: int) -> bool:
        """Take an unknown *card* from the draw pile or another hand and leave *instead* there, if there is one."""
        fields = self.state.fields
        place = -1 if self._is_pile_known else fields[DECK].find(card, fields[PLACE])
        if place >= 0:
            fields[DECK] = fields[DECK][:place] + bytes((instead,)) + fields[DECK][place + 1 :]
            return True
        for other in self.state.players:
            if other != seat and self._unknown_of(other)[card]:
                self._change(other, card, instead)
                return True
        return False

    def _unknown_of(self, seat: int) -> Counter[int]:
        return Counter(self.state.numbers(seat)) - self.known[seat]

    def _change(self, seat: int, given: int, taken: int) -> None:
        """Let a seat hold *taken* in place of *given*, with what it has declared as it is."""
        fields, slot = self.state.fields, FIRST_SEAT + seat
        cards = list(self.state.numbers(seat))
        cards[cards.index(given)] = taken
        table, stages = self.state.rules, fields[EXTRAS].stages
        hand = table.settled(table.hand(bytes(cards)), not stages or stages[seat] == 1)
        fields[slot] = hand & ~holding.DECLARE | fields[slot] & holding.DECLARE

    def _judge_draw(self, number: int, line: int, seat: int) -> None:
        """Note that a seat draws which had to play, if that can be known."""
        if self.state.phase == Phase.PENDING2 or seat != self.state.seat:
            return
        if self._unknown_of(seat):
            self.unchecked.append((number, seat))
        elif any(move.lays for move in self.game.legal_moves):
            self.faults.append(Fault(number, line, "must_play", f"{SEAT_LETTERS[seat]} could play and had to"))

    def _compare(self, number: int, line: int, said: Step, done: Step, *, is_seen: bool) -> None:
        """Note what was taken otherwise than the log says, and let the seats hold what it names."""
        if said.piles and said.piles != done.piles:
            self.faults.append(Fault(number, line, "shuffle", "other cards, or more often, than were shuffled"))
        if is_seen:
            for took in done.took:
                self.known[took.seat] = self.known[took.seat] + Counter(took.cards)
        if not said.took:
            return
        taken = [(took.seat, took.count) for took in done.took]
        if [(took.seat, took.count) for took in said.took] != taken:
            words = ", ".join(f"{SEAT_LETTERS[seat]} {count}" for seat, count in taken) or "nothing"
            self.faults.append(Fault(number, line, "took", f"by the rules this was taken: {words}"))
            return
        for took, dealt in zip(said.took, done.took, strict=True):
            if is_seen:
                if not took.hidden and took.cards != dealt.cards:
                    self.faults.append(Fault(number, line, "took", "other cards than lay on the draw pile"))
                continue
            named = self.known[took.seat] + Counter(took.cards)
            missing = self._hold(took.seat, named)
            if missing is not None:
                self.copies.append(Copy(number, line, took.seat, missing))
            self.known[took.seat] = named & Counter(self.state.numbers(took.seat))
