"""Positions from their text, as docs/engine.md writes them (rules.md §3.1)."""

from __future__ import annotations

import re
from collections import Counter

from engine.taki.editions import Edition, edition
from tests.engine.taki.naive.cards import COLOURS, NUMBERS, colour_of, full_deck, kind_of
from tests.engine.taki.naive.state import CLAIM, OPEN, PENDING2, PLUS3, TURN, Lead, State, Window

SEATS = "ABCDEFGHIJ"
PHASES = ("TURN", "PENDING2", "OPEN", "RUN", "AFTER_PLUS", "AFTER_KING", "AFTER_DRAW", "PLUS3", "CLAIM", "OVER")


def read(line: str) -> State:
    """The position that *line* stands for; cards it leaves open are the plainest ones there are."""
    first, *words = line.split()
    rules = read_edition(first)
    fields = dict(word.split("=", 1) for word in words if "=" in word)
    flags = [word for word in words if "=" not in word]
    turn = next((word for word in flags if re.fullmatch("[A-J][+-]", word)), "A+")
    phase = next((word for word in flags if word in PHASES), default_phase(fields))
    cards, gone = deal_out(rules, fields)
    seats = [seat for seat in SEATS if seat in fields]
    top = listed(fields["top"])
    state = State(
        rules,
        seats,
        {seat: cards[seat] for seat in seats if seat not in gone},
        cards["pile"],
        cards["laid"] + top,
        read_lead(fields.get("lead"), top[0]),
        turn[0],
        1 if turn[1] == "+" else -1,
        phase,
        pending2=int(fields.get("p", 0)),
        threes=int(fields.get("threes", 0)),
        run=fields.get("run"),
        covered="covered" in flags,
        drawn=fields.get("drawn"),
        drawn_from=fields.get("from", TURN) if "drawn" in fields else None,
        declared=set(listed(fields.get("declared"))),
        late=set(listed(fields.get("late"))),
        pending_win=listed(fields.get("wins")),
        silent=set(listed(fields.get("silent"))),
        barred=set(listed(fields.get("barred"))),
        stages=read_stages(rules, seats, fields),
        exhausted="exhausted" in flags,
        shuffles=int(fields.get("shuffles", 0)),
        winner=fields.get("winner"),
        reason=fields.get("reason"),
    )
    if phase in (PLUS3, CLAIM):
        state.window = read_window(state, fields)
    return state


def read_edition(word: str) -> Edition:
    """``he-2015`` or ``official-2018[mode=pyramid,half_sets=1]``."""
    name, _, inside = word.rstrip("]").partition("[")
    return edition(name, **{flag: read_flag(value) for flag, value in (part.split("=") for part in listed(inside))})


def read_flag(value: str) -> object:
    if value.isdigit():
        return int(value)
    return {"true": True, "false": False, "-": None}.get(value, value)


def default_phase(fields: dict[str, str]) -> str:
    if "p" in fields:
        return PENDING2
    return OPEN if "run" in fields else TURN


def listed(text: str | None) -> list[str]:
    return text.split(",") if text and text != "-" else []


def deal_out(rules: Edition, fields: dict[str, str]) -> tuple[dict[str, list[str]], set[str]]:
    """The cards of every place, and the seats that left."""
    places = [place for place in (*SEATS, "pile", "laid") if place in fields]
    gone = {place for place in places if fields[place] == "out"}
    named = {
        place: [card for card in listed(fields[place]) if not card.endswith("?")]
        for place in places
        if place not in gone
    }
    left = Counter(full_deck(rules))
    left.subtract(listed(fields["top"]))
    for cards in named.values():
        left.subtract(cards)
    assert min(left.values()) >= 0, f"more copies than there are: {-left}"
    rest = sorted(left.elements(), key=plainness)
    wholes = [place for place in named if "?" in listed(fields[place])]
    for place in named:
        for word in listed(fields[place]):
            if word.endswith("?") and word != "?":
                named[place] += [rest.pop(0) for _ in range(int(word[:-1]))]
    others = "pile" if "pile" not in fields else "laid"
    place_of_rest = wholes[0] if wholes else others
    named.setdefault("pile", [])
    named.setdefault("laid", [])
    named[place_of_rest] += rest
    return named, gone


def plainness(card: str) -> tuple[bool, bool]:
    """Numbers before actions before colourless."""
    return colour_of(card) is None, kind_of(card) not in NUMBERS


def read_lead(text: str | None, top: str) -> Lead:
    """The lead: what the first card of ``top`` tells, unless it is written down."""
    if text == "*" or (text is None and top == "K"):
        return Lead(free=True)
    if text in COLOURS:
        return Lead(text)
    card = text or top
    return Lead(colour_of(card), kind_of(card))


def read_stages(rules: Edition, seats: list[str], fields: dict[str, str]) -> dict[str, int]:
    if rules.mode != "pyramid":
        return {}
    stages = listed(fields.get("stages")) or ["8"] * len(seats)
    return {seat: int(stage) for seat, stage in zip(seats, stages, strict=True)}


def read_window(state: State, fields: dict[str, str]) -> Window:
    """Who is asked, about whom, and how it goes on."""
    by = fields["by"]
    waiting = set(listed(fields["waiting"])) if "waiting" in fields else set(state.others(by))
    window = Window(by, waiting, set(listed(fields.get("spared"))))
    if state.phase == CLAIM:
        seat, phase = fields.get("then", f"{state.next(by)}:TURN").split(":")
        window.then_seat, window.then_phase = seat, phase
    return window
