"""Plays the same game on ``engine.taki`` and on the naive engine, comparing them at every step (rules.md §3, §4)."""

from __future__ import annotations

from random import Random

from engine.errors import EditionError
from engine.taki import dealing, notation, play
from engine.taki.editions import EDITIONS, FLAGS, Edition, edition
from engine.taki.legality import is_legal, legal_moves
from engine.taki.moves import parse_move
from engine.taki.reading import read_position
from engine.taki.state import GameState
from engine.taki.writing import card_text, write_edition, write_position
from tests.engine.taki.naive import legality, positions
from tests.engine.taki.naive import play as naive_play
from tests.engine.taki.naive.cards import colour_of, full_deck, kind_of
from tests.engine.taki.naive.moves import every_move

SEATS = "ABCDEFGHIJ"
KINDS = ("2+", "S", "D", "P", "T", "3", "CC", "ST", "K", "+3", "B3", "CZ")

NOT_OF_PLAY = ("points", "starter", "next_starter", "last_card_word")


class Disagreement(AssertionError):
    """The two engines differ: the position, the action that led to it, and what each of them says."""


class Overheard(GameState):
    """A position of the engine that notes how it shuffles in one step, so that the naive one can shuffle alike."""

    __slots__ = ("chance", "orders")

    def __init__(self, state: GameState) -> None:
        super().__init__(state.copy().fields)
        self.orders: list[list[str]] = []
        self.chance = self

    def took(self, seat: int, cards: bytes) -> None:
        """The naive engine finds out itself."""

    def shuffled(self, order: bytes) -> bytes:
        self.orders.append([card_text(self.edition, number) for number in order])
        return order

    def replay(self, cards: list[str]) -> list[str]:
        if not self.orders or sorted(self.orders[0]) != sorted(cards):
            raise Disagreement(f"naive shuffles {sorted(cards)}, the engine {self.orders[:1]}")
        return self.orders.pop(0)


class Pair:
    """One game on both engines."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.line = write_position(state)
        self.naive = positions.read(self.line)
        self.action = "(start)"
        self.compared = 0
        self.compare()

    def fail(self, what: str, engine: object, naive: object) -> None:
        raise Disagreement(f"{what} after {self.action} in\n  {self.line}\n  engine: {engine}\n  naive:  {naive}")

    def compare(self) -> None:
        """Raise Disagreement unless positions and legal moves agree."""
        after = write_position(self.state)
        engine, naive = positions.read(after).comparable(), self.naive.comparable()
        if engine != naive:
            differ = [name for name in naive if engine.get(name) != naive[name]]
            self.fail("position", {name: engine.get(name) for name in differ}, {name: naive[name] for name in differ})
        by_engine = self.actions()
        by_naive = legality.legal_actions(self.naive)
        if set(by_engine) != by_naive:
            self.line, self.action = after, f"{self.action} (which led here)"
            self.fail("legal moves", sorted(set(by_engine) - by_naive), sorted(by_naive - set(by_engine)))
        self.compared += 1

    def actions(self) -> list[str]:
        """The legal actions of the engine, in its order."""
        if self.state.is_over:
            return []
        return [f"{SEATS[seat]} {move}" for seat in self.state.players for move in legal_moves(self.state, seat)]

    def do(self, action: str) -> None:
        """Carry out an action on both, and compare."""
        self.line, self.action = write_position(self.state), action
        seat, move = notation.parse_action(action)
        overheard, after = Overheard(self.state), self.state.copy()
        for state in (overheard, after):  # nobody listening may be another way through the engine
            if move is None:
                play.withdraw(state, seat)
            else:
                play.push(state, move, seat)
        if write_position(overheard) != write_position(after):
            self.fail("engine overheard", write_position(after), write_position(overheard))
        self.state = after
        try:
            self.naive = naive_play.apply(self.naive, action, overheard.replay)
        except naive_play.Refused as refused:
            self.fail("legality", "legal", refused)
        except Disagreement as differ:
            self.fail("reshuffle", "", differ)
        if overheard.orders:
            self.fail("reshuffle", overheard.orders, "none")
        self.compare()

    def compare_every_move(self) -> None:
        """Raise Disagreement unless each move there is, of each seat, is legal for both or for neither."""
        legal = legality.legal_actions(self.naive)
        for seat in self.state.players:
            for text in every_move():
                said = is_legal(self.state, parse_move(text), seat)
                if said != (f"{SEATS[seat]} {text}" in legal):
                    self.fail(f"{SEATS[seat]} {text}", said, not said)


def any_edition(rng: Random) -> Edition:
    """A published edition with up to five flags of play overridden.

    What a claim means where the deadline is the next move is in no rule (§3.13.2–3): that pair is left out.
    """
    while True:
        flags = rng.sample([flag for flag in FLAGS if flag not in NOT_OF_PLAY], rng.randint(1, 5))
        try:
            found = edition(rng.choice(list(EDITIONS)), **{flag: rng.choice(FLAGS[flag]) for flag in flags})
        except EditionError:
            continue
        if (found.last_card_deadline, found.last_card_penalty) != ("before_next_move", "claim4"):
            return found


def choose(actions: list[str], rng: Random) -> str:
    """Any action, but rarely to declare, and mostly not to draw or to end a run while something else can be done."""
    quiet = [action for action in actions if not action.endswith("DECLARE_LAST")]
    lays = [action for action in quiet if action.split()[1] not in ("DRAW", "PASS", "CLOSE", "END_OPEN", "CLAIM")]
    if rng.random() < 0.15:
        return rng.choice(actions)
    return rng.choice(lays if lays and rng.random() < 0.75 else quiet)


def play_on(pair: Pair, rng: Random, steps: int, *, leaving: float = 0.0) -> int:
    """Play at most *steps* random actions; return how many positions were compared."""
    for _ in range(steps):
        if pair.state.is_over:
            break
        if rng.random() < leaving:
            pair.do(f"{SEATS[rng.choice(pair.state.players)]} LEAVE")
        else:
            pair.do(choose(pair.actions(), rng))
    return pair.compared


def dealt(edition: Edition, seats: int, seed: str) -> Pair:
    """A game from the deal."""
    return Pair(dealing.deal(edition, seats, seed, Random(seed).randrange(seats)))


def late(edition: Edition, seats: int, seed: str) -> Pair:
    """A game from a made-up position near its end: a few cards a hand, most of them with an action."""
    return Pair(read_position(late_line(edition, seats, Random(seed))))


def late_line(edition: Edition, seats: int, rng: Random) -> str:
    """The text of such a position."""
    deck = full_deck(edition)
    rng.shuffle(deck)
    often = rng.sample(KINDS, 4)  # each game has its own cards that meet often
    deck.sort(key=lambda card: kind_of(card) not in often and rng.random() < 0.7)
    top = next(card for card in deck if colour_of(card) and rng.random() < 0.5)
    deck.remove(top)
    hands = [[deck.pop(0) for _ in range(rng.choice((1, 1, 1, 2, 2, 3)))] for _ in range(seats)]
    rng.shuffle(deck)
    cut = rng.choice((0, 1, 2, 5, len(deck)))
    if rng.random() < 0.2:  # one hand has taken nearly everything: cards run out
        hands[-1] += deck[cut + rng.choice((0, 1, 3)) :]
    words = [
        write_edition(edition),
        rng.choice(SEATS[:seats]) + rng.choice("+-"),
        f"top={top}",
        *(f"{seat}={','.join(hand)}" for seat, hand in zip(SEATS, hands, strict=False)),
        f"pile={','.join(deck[:cut]) or '-'}",
    ]
    if kind_of(top) == "2+" and rng.random() < 0.7:
        words.append("p=1")
    elif kind_of(top) != "2+" and edition.open_taki == "carries" and rng.random() < 0.4:
        words.append(f"run={colour_of(top)}")
    alone = [seat for seat, hand in zip(SEATS, hands, strict=False) if len(hand) == 1 and rng.random() < 0.6]
    if alone:
        words.append(f"declared={','.join(alone)}")
    if edition.mode == "pyramid":
        words.append(f"stages={','.join(str(rng.choice((1, 1, 2, 3, 8))) for _ in range(seats))}")
    return " ".join(words)
