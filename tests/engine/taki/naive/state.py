"""What a game of TAKI consists of between two moves (rules.md §3.1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from engine.taki.editions import Edition
from tests.engine.taki.naive.cards import is_transparent

TURN, PENDING2, OPEN, RUN = "TURN", "PENDING2", "OPEN", "RUN"
AFTER_PLUS, AFTER_KING, AFTER_DRAW = "AFTER_PLUS", "AFTER_KING", "AFTER_DRAW"
PLUS3, CLAIM, OVER = "PLUS3", "CLAIM", "OVER"


@dataclass
class Lead:
    """What the next card is measured by (§3.3)."""

    colour: str | None = None
    figure: str | None = None
    free: bool = False


@dataclass
class Window:
    """Seats that are asked for an answer, to a +3 (§3.8) or to an undeclared last card (§3.13.3)."""

    by: str
    waiting: set[str]
    spared: set[str] = field(default_factory=set)  # §3.8.8
    then_seat: str | None = None  # CLAIM only: who goes on, in which phase, once it is settled
    then_phase: str | None = None


@dataclass
class State:
    """One position. ``hands`` has the seats still in the game, in clockwise order; ``seats`` those that ever were."""

    edition: Edition
    seats: list[str]
    hands: dict[str, list[str]]
    pile: list[str]  # top first
    discard: list[str]  # top last
    lead: Lead
    current: str
    direction: int = 1
    phase: str = TURN
    pending2: int = 0
    threes: int = 0  # +3 cards added to the chain (§3.8.7)
    run: str | None = None  # its colour; in RUN the current seat owns it
    covered: bool = False  # in RUN: the Plus on top covers another (§3.9.5)
    window: Window | None = None
    drawn: str | None = None  # AFTER_DRAW: the card, and the phase it was drawn in
    drawn_from: str | None = None
    declared: set[str] = field(default_factory=set)
    late: set[str] = field(default_factory=set)  # penalty due and waived (§3.14.2): not due again
    pending_win: list[str] = field(default_factory=list)
    silent: set[str] = field(default_factory=set)  # those of pending_win who did not declare (§3.13.3)
    barred: set[str] = field(default_factory=set)  # §4.2
    stages: dict[str, int] = field(default_factory=dict)  # pyramid only (§8.5)
    exhausted: bool = False  # §3.14.2
    shuffles: int = 0
    winner: str | None = None
    reason: str | None = None

    def copy(self) -> State:
        """The same position, sharing nothing that can change."""
        return replace(
            self,
            seats=list(self.seats),
            hands={seat: list(hand) for seat, hand in self.hands.items()},
            pile=list(self.pile),
            discard=list(self.discard),
            lead=replace(self.lead),
            window=self.window
            and replace(self.window, waiting=set(self.window.waiting), spared=set(self.window.spared)),
            declared=set(self.declared),
            late=set(self.late),
            pending_win=list(self.pending_win),
            silent=set(self.silent),
            barred=set(self.barred),
            stages=dict(self.stages),
        )

    def hand(self, seat: str) -> list[str]:
        return self.hands[seat]

    @property
    def top(self) -> str:
        """The card that physically lies on top."""
        return self.discard[-1]

    def others(self, seat: str) -> list[str]:
        """The other seats still in the game, in turn order from the one after *seat*."""
        order, here = self.seats, self.seats.index(seat)
        walk = [order[(here + self.direction * step) % len(order)] for step in range(1, len(order))]
        return [other for other in walk if other in self.hands and other != seat]

    def next(self, seat: str, steps: int = 1) -> str:
        """The seat that comes *steps* after *seat* in the direction of play (§3.5)."""
        for _ in range(steps):
            seat = (self.others(seat) or [seat])[0]
        return seat

    def is_last_stage(self, seat: str) -> bool:
        """Whether emptying the hand now would win the game (§8.5)."""
        return self.edition.mode == "single" or self.stages[seat] == 1

    def stays_on_top(self) -> list[str]:
        """What a reshuffle leaves: the top card and, if transparent, all down to one that is not (§3.14.1)."""
        kept = 1
        while is_transparent(self.discard[-kept]) and kept < len(self.discard):
            kept += 1
        return self.discard[-kept:]

    def all_cards(self) -> Counter[str]:
        """Every card there is, wherever it lies: the deck, always (§7.3)."""
        return Counter([card for hand in self.hands.values() for card in hand] + self.pile + self.discard)

    def comparable(self) -> dict[str, object]:
        """The position as plain values, in which the order of hands and of discards below the lead is left out."""
        top = self.stays_on_top()
        values = {name: value for name, value in vars(self).items() if name not in ("edition", "discard", "hands")}
        values["hands"] = {seat: sorted(hand) for seat, hand in self.hands.items()}
        values["pending_win"] = [seat for seat in self.pending_win if not self.hand(seat)]  # only they can win (§4.1)
        values["top"], values["laid"] = top, sorted(self.discard[: -len(top)])
        if self.phase in (PLUS3, CLAIM, OVER):
            del values["current"]  # nobody is on turn; a window says who may answer
        if self.phase == OVER:
            del values["direction"]  # nothing follows
        return values
