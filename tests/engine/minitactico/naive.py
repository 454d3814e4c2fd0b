"""Mini-Tactico once more, slow and plain, written from rules.md §9 without the engine: what the engine is held to.

Cards are lists ``[text, seats that have seen it]``, so that a card keeps who knows it wherever it goes. A move is its
text. A random order of a new deck is asked from outside.
"""

from dataclasses import dataclass, field

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
ALL_SQUARES = [(r, c) for r in (1, 2, 3) for c in (1, 2, 3) if (r, c) != (2, 2)]


def beats(a, d):
    """The definition of §9.3, as it stands there."""
    if a == d:
        return False
    if a == "A":
        return d == "K"
    if a == "K":
        return d != "A"
    if d == "A":
        return True
    if d == "K":
        return False
    return RANKS.index(a) > RANKS.index(d)


@dataclass
class Square:
    pile: list
    captor: int | None = None


@dataclass
class Naive:
    """A game; ``fields[seat]`` is ``{(row, column): Square}`` with the flag apart in ``flags``."""

    flags: list
    fields: list
    deck: list
    current: int
    max_recycles: int
    phase: str = "TURN"
    hand: list | None = None
    specials: list = field(default_factory=list)
    alive: list = field(default_factory=list)
    aside: list = field(default_factory=list)
    recycles: int = 0
    winner: int | None = None

    def __post_init__(self):
        self.alive = list(range(len(self.fields)))
        self.specials = [2] * len(self.fields)

    # -- what may be done

    def legal(self):
        me = self.fields[self.current]
        name = {square: f"{square[0]}{square[1]}" for square in ALL_SQUARES}
        moves = set()
        if self.phase == "TURN":
            moves.add("DRAW")
            if self.specials[self.current] > 0:
                moves |= {f"SPECIAL({name[s]})" for s in ALL_SQUARES if me[s].captor is not None}
        if self.phase == "CARD":
            moves |= {f"DEFEND({name[s]})" for s in ALL_SQUARES if me[s].captor is None}
            for other in self.alive:
                if other != self.current:
                    for s in ALL_SQUARES:
                        captor = self.fields[other][s].captor
                        if captor is None:
                            moves.add(f"ATTACK({'ABCDEFGHI'[other]}{name[s]})")
                        if captor == self.current:
                            moves.add(f"CHANGE({'ABCDEFGHI'[other]}{name[s]})")
        if self.phase == "BONUS":
            down = [s for s in ALL_SQUARES if me[s].captor is None]
            moves |= {f"SWAP({name[s]},{name[t]})" for s in down for t in down if s < t}
            moves |= {f"FLIP({name[s]})" for s in ALL_SQUARES if s not in down}
            moves.add("PASS")
        return moves

    # -- doing it

    def play(self, text, shuffle):
        """Make a legal move; *shuffle* gives the order of released cards."""
        kind, _, rest = text.rstrip(")").partition("(")
        owner = self.current
        if rest[:1].isalpha():
            owner, rest = "ABCDEFGHI".index(rest[0]), rest[1:]
        squares = [(int(part[0]), int(part[1])) for part in rest.split(",") if part]
        if kind in ("DRAW", "SPECIAL"):
            getattr(self, kind.lower())(owner, *squares, shuffle=shuffle)
        else:
            getattr(self, {"PASS": "leave"}.get(kind, kind.lower()))(owner, *squares)

    def take(self, shuffle):
        if not self.deck:
            released = self.aside
            self.aside = []
            for seat in self.alive:
                for s in ALL_SQUARES:
                    square = self.fields[seat][s]
                    kept = square.pile[0] if square.captor is None else square.pile[-1]
                    released += [card for card in square.pile if card is not kept]
                    square.pile = [kept]
            for card in released:
                card[1] = set()
            self.deck = shuffle(released)
            self.recycles += 1
        return self.deck.pop(0)

    def draw(self, _owner, shuffle):
        self.hand = self.take(shuffle)
        self.hand[1].add(self.current)
        self.phase = "CARD"

    def attack(self, owner, s):
        square = self.fields[owner][s]
        for card in (self.hand, square.pile[0]):
            card[1] |= {self.current, owner}
        won = beats(self.hand[0], square.pile[0][0])
        square.pile.append(self.hand)
        if not won:
            return self.next_turn()
        square.captor = self.current
        self.show(square)
        up = [t for t in ALL_SQUARES if self.fields[owner][t].captor is not None]
        if all(t in up for t in [(1, 2), (2, 1), (2, 3), (3, 2)]) or all(
            t in up for t in [(1, 1), (1, 3), (3, 1), (3, 3)]
        ):
            self.alive.remove(owner)
            if len(self.alive) == 1:
                self.phase, self.winner, self.hand = "OVER", self.current, None
                return None
            for t in ALL_SQUARES:
                self.aside += self.fields[owner][t].pile
            self.aside.append(self.flags[owner])
            self.fields[owner] = None
            return self.next_turn()
        row = all((s[0], c) in [*up, (2, 2)] for c in (1, 2, 3))
        column = all((r, s[1]) in [*up, (2, 2)] for r in (1, 2, 3))
        if row or column:
            self.phase, self.hand = "BONUS", None
            return None
        return self.next_turn()

    def defend(self, owner, s):
        self.fields[owner][s].pile.insert(0, self.hand)
        self.next_turn()

    def change(self, owner, s):
        self.fields[owner][s].pile.append(self.hand)
        self.show(self.fields[owner][s])
        self.next_turn()

    def special(self, owner, s, shuffle):
        self.specials[owner] -= 1
        drawn = self.take(shuffle)
        square = self.fields[owner][s]
        drawn[1] |= {owner, square.captor}
        won = beats(drawn[0], square.pile[-1][0])
        square.pile.insert(0, drawn)
        if won:
            square.captor = None
        self.next_turn()

    def swap(self, owner, s, t):
        mine = self.fields[owner]
        mine[s], mine[t] = mine[t], mine[s]
        self.next_turn()

    def flip(self, owner, s):
        square = self.fields[owner][s]
        square.pile.reverse()
        square.captor = None
        self.next_turn()

    def leave(self, _owner):
        self.next_turn()

    def show(self, square):
        square.pile[-1][1] |= set(range(len(self.fields)))

    def next_turn(self):
        self.hand, self.phase = None, "TURN"
        self.current = (self.current + 1) % len(self.fields)
        while self.current not in self.alive:
            self.current = (self.current + 1) % len(self.fields)
        if not self.deck and self.recycles == self.max_recycles:
            self.phase = "OVER"
            count = dict.fromkeys(self.alive, 0)
            for seat in self.alive:
                for s in ALL_SQUARES:
                    if self.fields[seat][s].captor in count:
                        count[self.fields[seat][s].captor] += 1
            best = [seat for seat in self.alive if count[seat] == max(count.values())]
            self.winner = best[0] if len(best) == 1 else None

    # -- what one seat knows

    def view(self, seat):
        """Return what *seat* knows as plain values: piles with None for what it has not seen."""

        def known(card):
            return card[0] if seat in card[1] else None

        fields = [
            other and {s: ([known(card) for card in other[s].pile], other[s].captor) for s in ALL_SQUARES}
            for other in self.fields
        ]
        hand = known(self.hand) if self.hand else None
        return fields, hand, len(self.deck), [known(card) for card in self.aside]
