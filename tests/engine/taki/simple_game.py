"""A simple, honest model of a round: how many cards everybody holds, not which ones.

It follows rules.md §3 and §4 as far as counts go: draws, runs, Stops, changes of direction, chains of 2+ with
answers and Kings, +3 with breaks. A report of it is therefore one that can come true.
"""

from random import Random

from engine.taki.hands import PlayedRound


class OutOfCards(Exception):
    """More was owed than the piles hold: a case of its own (rules.md §3.14.2) that this model leaves out."""


class SimpleGame:
    def __init__(self, rng: Random, rules, players: int):
        self.rng, self.rules, self.seats = rng, rules, list(range(1, players + 1))
        self.hands = dict.fromkeys(self.seats, 8)
        self.pile, self.laid = rules.deck_size - 8 * players - 1, 1
        self.turns = dict.fromkeys(self.seats, 0)
        self.direction, self.current = 1, 1
        self.went_out = []  # seats in the order in which they laid their last card
        self.facts = {}  # of the last card of the first of them
        self.plus3_laid, self.plus3_answers, self.was_reshuffled = 0, [], False

    def play(self) -> PlayedRound:
        """Return the report of one round from the deal to its winner."""
        while not self.winner:
            self.turn()
        numbers = {"plus3_laid": self.plus3_laid, "plus3_answers": self.plus3_answers, "penalties": 0}
        lines = tuple(self.hands.items())
        return PlayedRound(
            lines,
            self.winner,
            seated=self.seats,
            turns=self.turns,
            was_reshuffled=self.was_reshuffled,
            **numbers,
            **self.facts.get(self.winner, {}),
        )

    @property
    def winner(self):
        return next((seat for seat in self.went_out if self.hands[seat] == 0), None)

    def next(self, seat, steps=1):
        return self.seats[(self.seats.index(seat) + self.direction * steps) % len(self.seats)]

    def draw(self, seat, cards):
        if cards > self.pile:
            self.pile, self.laid, self.was_reshuffled = self.pile + self.laid - 1, 1, True
        if cards > self.pile:
            raise OutOfCards
        self.pile, self.hands[seat] = self.pile - cards, self.hands[seat] + cards

    def lay(self, seat, last_card, cards=1, **facts):
        self.hands[seat], self.laid = self.hands[seat] - cards, self.laid + cards
        if self.hands[seat] == 0:
            self.went_out.append(seat)
            self.facts[seat] = {"last_card": last_card, "direction": self.direction, **facts}

    def turn(self):
        seat = self.current
        self.turns[seat] += 1
        moves = [self.number, self.number, self.draw_one, self.stop, self.change_direction, self.run, self.two_plus]
        if self.rules.plus_three == "card":
            moves.append(self.plus3)
        self.current = self.rng.choice(moves)(seat)

    def number(self, seat):
        self.lay(seat, "g7")
        return self.next(seat)

    def draw_one(self, seat):
        self.draw(seat, 1)
        return self.next(seat)

    def stop(self, seat):
        if self.hands[seat] == 1 and len(self.seats) == 2 and self.rules.stop_last_2p == "forbidden":
            return self.draw_one(seat)
        self.lay(seat, "bS")
        return self.next(seat, 2)

    def change_direction(self, seat):
        self.direction = -self.direction
        self.lay(seat, "yD")
        return self.next(seat)

    def run(self, seat):
        cards = self.rng.randint(1, self.hands[seat])
        if cards > 1 and self.rng.random() < 0.3:
            return self.two_plus(seat, cards)
        self.lay(seat, "rT" if cards == 1 else "r3", cards, ends_run=True)
        return self.next(seat)

    def two_plus(self, seat, cards=1):
        ends_run = cards > 1
        self.lay(seat, "r2+", cards, ends_run=ends_run)
        if ends_run and self.rules.run_two_plus == "void":
            return self.next(seat)
        return self.answer_chain(self.next(seat), pending=1)

    def answer_chain(self, seat, pending):
        """Go on until somebody draws, or a King takes the chain away; who answers begins a turn for it."""
        self.turns[seat] += 1
        can_answer = self.hands[seat] > 0 and not (self.winner and self.rules.win_timing == "immediate")
        answer = self.rng.random()
        if not can_answer or answer > 0.4:
            self.draw(seat, 2 * pending)
            return self.next(seat)
        for facts in self.facts.values():
            facts["chain_answers"] = [*facts.get("chain_answers", []), seat]
        self.lay(seat, "K" if answer < 0.1 else "b2+")
        return self.next(seat) if answer < 0.1 else self.answer_chain(self.next(seat), pending + 1)

    def plus3(self, seat):
        self.plus3_laid += 1
        others = [other for other in self.seats if other != seat]
        self.lay(seat, "+3")
        breaker = self.rng.choice(others)
        if len(self.plus3_answers) < 2 and self.rng.random() < 0.5:
            self.plus3_answers.append(breaker)
            self.draw(seat, 3)
            self.lay(breaker, "B3")
        else:
            for other in others:
                self.draw(other, 3)
        return self.next(seat)
