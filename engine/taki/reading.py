"""Reading a position from one line of text; docs/engine.md describes the form."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from engine.taki import holding, moves
from engine.taki.cards import Sign
from engine.taki.dealing import FEWEST_SEATS, HAND
from engine.taki.legality import legal_moves
from engine.taki.line import Line
from engine.taki.moves import CARDS, COLOURS, TYPES
from engine.taki.piles import put, shuffled
from engine.taki.situations import NONE, Facts, Phase, Rules, rules
from engine.taki.state import (
    BY,
    EXTRAS,
    FIRST_SEAT,
    NOBODY,
    ORDER,
    SEAT,
    SEAT_LETTERS,
    SILENT,
    WAITING,
    Extras,
    GameState,
    new_state,
    order,
    slot_of,
)
from engine.taki.writing import FREE, LEFT, card_text, lead_told_by, letter

_TRANSPARENT = frozenset({Sign.PLUS_THREE, Sign.BREAK_THREE, Sign.CRAZY})
"""Signs of cards that do not change the lead (rules.md §3.3)."""
_LEADS = {str(colour): (number, NONE, False) for number, colour in enumerate(COLOURS)} | {
    f"{colour}{sign}": (number, type_, False)
    for number, colour in enumerate(COLOURS)
    for type_, sign in enumerate(TYPES)
} | {FREE: (NONE, NONE, True)}  # fmt: skip
"""What a text of a lead means: colour, figure, free."""
Cards: TypeAlias = "list[int]"


def read_position(text: str) -> GameState:
    """Return the position that *text* describes; what it leaves out has its usual value.

    Raises BadPosition with everything that is wrong at once.
    """
    line = Line(text)
    count = _count_seats(line)
    facts = _facts(line)
    line.stop_if_wrong()
    players = [seat for seat in range(count) if line.fields[SEAT_LETTERS[seat]] != LEFT]
    seat, direction = line.turn or (players[0] if players else 0, 1)
    if seat not in players:
        line.wrong("seat", f"{SEAT_LETTERS[seat]} is to act, but not in the game", seat=SEAT_LETTERS[seat])
    least = 1 if facts.phase == Phase.OVER else FEWEST_SEATS
    if len(players) < least:
        line.wrong("seats", f"{len(players)} seats are in the game, not {least} or more", seats=len(players))
    table = rules(line.edition, len(players) <= FEWEST_SEATS)
    _check(line, table, facts)
    hands, pile = _deal(line, table, count, facts.kept)
    extras = _extras(line, count)
    line.stop_if_wrong()
    active = sum(1 << slot_of(other) for other in players)
    state = new_state(table.situation(facts), order(count, active, direction), seat, pile, extras)
    for other in players:
        put(state, slot_of(other), table.hand(bytes(hands[other])))
    _mark(line, state)
    _wait(line, state)
    if facts.phase != Phase.OVER and not line.problems and not legal_moves(state):
        line.wrong("no_move", f"{letter(state.fields[SEAT])} could do nothing here")
    line.stop_if_wrong()
    return state


def _count_seats(line: Line) -> int:
    named = [seat for seat, name in enumerate(SEAT_LETTERS) if name in line.fields]
    most = line.edition.most_players
    if named != list(range(len(named))):
        names = [SEAT_LETTERS[seat] for seat in named]
        line.wrong("seat_gap", f"seats are named from A without a gap, not {', '.join(names)}", seats=names)
    elif not FEWEST_SEATS <= len(named) <= most:
        line.wrong("seats", f"{len(named)} seats, not {FEWEST_SEATS} to {most}", seats=len(named))
    return len(named)


def _facts(line: Line) -> Facts:
    kept, unknown = line.cards("top")
    if not kept or unknown != 0:
        line.bad("top", "the card that leads, and the transparent ones on it")
        kept = [0]
    told = lead_told_by(kept[0])
    text = line.fields.get("lead", told)
    if text not in _LEADS:
        line.bad("lead", f"a colour, a coloured card's code or {FREE}: {CARDS[kept[0]]} does not tell it")
    if (told and text != told) or any(CARDS[card].sign not in _TRANSPARENT for card in kept[1:]):
        line.bad("top", "the card that leads, and then only +3, B3 and CZ on it")
    colour, figure, is_free = _LEADS.get(text, _LEADS[FREE])
    run, pending = line.colour("run"), line.number("p")
    usual = Phase.PENDING2 if pending else Phase.TURN if run == NONE else Phase.OPEN
    phase = line.phase or usual
    drawn, then = NONE, None
    if phase == Phase.AFTER_DRAW:
        drawn, then = line.card("drawn"), _phase(line, "from", line.fields.get("from", Phase.TURN))
    if phase == Phase.CLAIM:
        then = _phase(line, "then", line.fields.get("then", ":TURN").partition(":")[2])
    return Facts(
        phase=phase,
        colour=colour,
        figure=figure,
        is_free=is_free,
        kept=tuple(kept),
        run=run,
        pending=pending,
        threes=line.number("threes"),
        is_covered="covered" in line.fields,
        drawn=drawn,
        then=then,
    )


def _phase(line: Line, name: str, text: str) -> Phase:
    if text in _LATER[name]:
        return Phase(text)
    line.bad(name, f"one of {', '.join(sorted(_LATER[name]))}")
    return Phase.TURN


_LATER = {
    "from": frozenset({Phase.TURN, Phase.OPEN, Phase.AFTER_PLUS}),
    "then": frozenset(Phase) - {Phase.OVER, Phase.CLAIM, Phase.PLUS3, Phase.AFTER_DRAW},
}
"""The phases in which a card is drawn that may be laid at once, and those that a claim can interrupt."""


def _check(line: Line, table: Rules, facts: Facts) -> None:
    """Note what contradicts itself or the edition."""
    edition, phase = line.edition, facts.phase
    later = facts.then or phase
    top = CARDS[facts.top]
    chain_waits = phase == Phase.PLUS3 and (edition.plus3_on_pending in _CHAIN_WAITS or not facts.pending)
    for is_wrong, code, message in (
        ((facts.pending > 0) != (later == Phase.PENDING2) and not chain_waits, "p", "PENDING2 is the phase with p"),
        (facts.threes and (edition.plus3_on_pending != "adds_three" or not facts.pending), "threes", "no such chain"),
        (later in (Phase.OPEN, Phase.RUN) and facts.run == NONE, "run", "no run is open"),
        (later in _NO_RUN and facts.run != NONE, "run", f"no run is open in {later}"),
        (later == Phase.RUN and not _is_of_run(facts), "run", "a card of the run is on top in RUN"),
        (later == Phase.AFTER_KING and not facts.is_free, "lead", "the lead is free after a King"),
        (later == Phase.AFTER_PLUS and top.sign != Sign.PLUS, "top", "a Plus is on top in AFTER_PLUS"),
        (phase == Phase.PLUS3 and top.sign not in _answerable(table), "top", "no +3 of this edition is on top"),
        (
            facts.is_covered and not _may_be_covered(table, facts),
            "covered",
            "a Plus is covered in a run of pairs only",
        ),
        (phase == Phase.AFTER_DRAW and edition.drawn_playable != "same_turn", "phase", "not in this edition"),
        (phase == Phase.AFTER_DRAW and facts.drawn == NONE, "drawn", "the card drawn is missing"),
    ):
        if is_wrong:
            line.wrong("contradiction", f"{code}: {message}", field=code)


_CHAIN_WAITS = frozenset({"keeps_chain", "adds_three"})
_NO_RUN = frozenset({Phase.TURN, Phase.AFTER_PLUS, Phase.AFTER_KING, Phase.OVER})


def _is_of_run(facts: Facts) -> bool:
    is_coloured = facts.top < moves.CC_CARD or facts.top == moves.ST_CARD
    return is_coloured and facts.colour == facts.run and len(facts.kept) == 1


def _answerable(table: Rules) -> set[Sign]:
    signs = {"card": {Sign.PLUS_THREE}, "combination": {Sign.THREE}}.get(table.edition.plus_three, set())
    return signs | {Sign.KING} if signs and table.edition.king_shields_plus3 else signs


def _may_be_covered(table: Rules, facts: Facts) -> bool:
    return table.has_pairs and facts.phase == Phase.RUN and CARDS[facts.top].sign == Sign.PLUS


def _deal(line: Line, table: Rules, count: int, kept: tuple[int, ...]) -> tuple[list[Cards], bytes]:
    """Return the hands and the draw pile, unknown cards dealt: to hands the plainest, the rest as the seed has it."""
    places = [name for name in (*SEAT_LETTERS[:count], "pile", "laid") if line.fields.get(name) != LEFT]
    known: dict[str, Cards] = {}
    unknown: dict[str, int | None] = {}
    for name in places:
        known[name], unknown[name] = line.cards(name)
    left = Counter(table.copies)
    left.subtract([*kept, *(card for cards in known.values() for card in cards)])
    if extra := [card_text(table.edition, card) for card, copies in sorted(left.items()) if copies < 0]:
        line.wrong("too_many", f"more copies than the deck has: {', '.join(extra)}", cards=extra)
        return [[]] * count, b""
    rest = [name for name in places if name in line.fields and unknown[name] is None]
    for name in ("pile", "laid"):  # what is left over lies there unless the text says otherwise
        if not rest and name not in line.fields:
            rest.append(name)
    free = sorted(left.elements(), key=_plainness)
    over = len(free) - sum(number or 0 for number in unknown.values())
    if len(rest) > 1 or over < 0 or (over and not rest):
        text = f"{len(free)} cards are left for {', '.join(places)}, which does not come out"
        line.wrong("cards_sum", text, cards=len(free), fields=places)
        return [[]] * count, b""
    needs = {name: over if name in rest else number or 0 for name, number in unknown.items()}
    for turn in range(max(needs.values(), default=0)):
        for name in places[:-2]:
            if turn < needs[name]:
                known[name].append(free.pop(0))
    lying = shuffled(bytes(free), line.seed, "unknown")
    return [known.get(name, []) for name in SEAT_LETTERS[:count]], bytes(known["pile"]) + lying[: needs["pile"]]


def _plainness(card: int) -> tuple[int, int, int]:
    """Order numbers before actions before colourless cards."""
    return (card >= moves.CC_CARD, card % 13, card) if card < moves.CC_CARD else (True, card, card)


def _extras(line: Line, count: int) -> Extras:
    phase = line.phase
    stages: tuple[int, ...] = ()
    if line.edition.mode == "pyramid":
        stages = line.numbers("stages", 1, HAND) or (HAND,) * count
        if len(stages) != count:
            line.bad("stages", f"{count} stages")
    elif "stages" in line.fields:
        line.bad("stages", "nothing, for the mode is single")
    by = line.seat("by", count) if phase in (Phase.PLUS3, Phase.CLAIM) else None
    if by is None and phase in (Phase.PLUS3, Phase.CLAIM):
        line.wrong("field_missing", f"by: whose card {phase} is about", field="by")
    wins = line.seats("wins", count) or ((by,) if by is not None and phase == Phase.CLAIM else ())
    silent = sum(1 << slot for slot in line.seats("silent", count))
    if by is not None and phase == Phase.CLAIM:
        silent |= 1 << by
        if wins[0] != by:
            line.bad("wins", "the seat that CLAIM is about first")
    if silent & ~sum(1 << slot for slot in wins):
        line.bad("silent", "some of wins")
    winner = line.seat("winner", count) if phase == Phase.OVER else None
    reason = line.fields.get("reason", "out" if winner is not None else "called_off") if phase == Phase.OVER else ""
    if phase == Phase.OVER and reason != ("out" if winner is not None else "called_off"):
        line.bad("reason", "out with a winner, called_off without")
    return Extras(
        seed=line.seed,
        shuffles=line.number("shuffles", 9999),
        wins=() if phase == Phase.OVER else wins,
        silent=silent,
        spared=sum(1 << slot for slot in line.seats("spared", count)) if phase == Phase.PLUS3 else 0,
        barred=sum(1 << slot for slot in line.seats("barred", count)),
        stages=stages,
        is_exhausted="exhausted" in line.fields,
        winner=NOBODY if winner is None else winner,
        reason=reason,
    )


def _mark(line: Line, state: GameState) -> None:
    """Set who has declared its last card, and whose deadline is over."""
    fields = state.fields
    for name in ("declared", "late"):
        for slot in line.seats(name, state.seats):
            if not fields[slot] & holding.ONE or (name == "late" and not state.rules.has_deadline):
                line.bad(name, "seats with exactly one card")
            elif name == "declared":
                fields[slot] &= ~holding.DECLARE
            elif not fields[slot] & holding.DECLARE:
                line.bad(name, "seats that have not declared")
            fields[SILENT] &= ~(1 << slot)
    if state.is_over:
        fields[SILENT] = 0


def _wait(line: Line, state: GameState) -> None:
    """Set who is waited for in PLUS3 and CLAIM, and who goes on after a claim."""
    fields, extras = state.fields, state.extras
    by = line.seat("by", state.seats)
    if state.phase not in (Phase.PLUS3, Phase.CLAIM) or by is None:
        return
    others = fields[ORDER].active & ~(1 << by)
    waiting = sum(1 << slot for slot in line.seats("waiting", state.seats)) or others
    if waiting & ~others:
        line.bad("waiting", "seats in the game, without the one it is about")
        return
    nearest = next(slot for slot in fields[ORDER].from_next(by) if waiting >> slot & 1)
    if line.turn and fields[SEAT] != nearest:
        line.wrong("seat", f"{letter(nearest)} is the next to answer", seat=letter(nearest))
    fields[SEAT] = nearest
    then = NOBODY
    if state.phase == Phase.CLAIM:
        then = fields[ORDER].steps[1][by]
        if "then" in line.fields:
            name = line.fields["then"].partition(":")[0]
            then = slot_of(SEAT_LETTERS.find(name)) if name else NOBODY
            if not then >= FIRST_SEAT or not fields[ORDER].active >> then & 1:
                line.bad("then", "a seat in the game and a phase, such as B:TURN")
    fields[BY], fields[WAITING] = by, waiting
    fields[EXTRAS] = extras._replace(then=then)
