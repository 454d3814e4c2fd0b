"""Editions: named sets of TAKI rules as flags, with the deck they are played with (rules.md §2).

A championship keeps an edition's id and the flags it overrides, nothing else: ``to_json`` and ``from_json``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args, get_type_hints

from engine.errors import EditionError, shown
from engine.taki.cards import Card, Sign, deck, deck_size

Flag: TypeAlias = "str | int | bool | None"
"""A flag's value. Yes and no of rules.md §2 are True and False; None means "has no meaning here" (its "–")."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One set of rules: every flag of rules.md §2.1 with a value that exists, none contradicting another.

    Made by ``edition`` rather than by hand. Raises EditionError for an unknown value or a contradiction.
    """

    id: str
    deck: Literal["D116", "D112K", "D112C"]
    voluntary_draw: Literal["allowed", "forbidden"]
    drawn_playable: Literal["no", "same_turn"]
    plus_mode: Literal["again_or_draw", "pair_only"]
    two_player_reverse: Literal["plain", "extra_turn"]
    supertaki_colour: Literal["inherits", "chooses"]
    run_two_plus: Literal["void", "active"]
    run_colourless: Literal["none", "end_only"]
    lone_taki: Literal["always_open", "closable"]
    open_taki: Literal["carries", "ends_with_turn"]
    king: bool
    plus_three: Literal["card", "combination", "none"]
    plus3_on: Literal["number_cards_only", "any"] | None
    plus3_on_pending: Literal["forbidden", "keeps_chain", "adds_three"] | None
    plus3_turn: Literal["returns", "passes"] | None
    break_three: bool
    crazy: Literal["none", "chosen_dir", "fixed_dir"]
    last_card_deadline: Literal["before_laying", "before_next_move"]
    last_card_penalty: Literal["claim4", "auto4"]
    last_card_in_run: Literal["required", "exempt"]
    win_timing: Literal["on_resolution", "immediate"]
    plus_last: Literal["forbidden", "draw_one"] | None
    stop_last_2p: Literal["forbidden", "draw_one", "wins"]
    cc_last: Literal["both_declarations", "normal"]
    opening_action: Literal["ignore", "applies"]
    opening_colourless: Literal["redraw", "free_lead"]
    next_starter: Literal["winner", "youngest", "rotation"]
    points: Literal["flat10", "flat10_15", "none"]
    last_card_word: Literal["last card", "Taki"]
    # One value in every edition (rules.md §2.1); a championship may override them.
    starter: Literal["youngest"] = "youngest"
    mode: Literal["single", "pyramid"] = "single"
    half_sets: Literal[1, 2] = 2
    cc_last_bar: bool = False
    king_shields_plus3: bool = False

    def __post_init__(self) -> None:
        for flag, known in FLAGS.items():
            value = getattr(self, flag)
            if not any(type(value) is type(choice) and value == choice for choice in known):
                raise EditionError(
                    f"{self.id}: {flag} cannot be {shown(value)!r}; it is one of {', '.join(map(repr, known))}",
                    edition=self.id,
                    flag=flag,
                    value=shown(value),
                    known=list(known),
                )
        if faults := _contradictions(self):
            raise EditionError(
                f"{self.id}: {'; '.join(faults.values())}",
                edition=self.id,
                flags=list(faults),
            )

    @property
    def cards(self) -> Mapping[Card, int]:
        """The copies of each card it is played with."""
        return deck(self.deck, self.half_sets)

    @property
    def deck_size(self) -> int:
        """The number of cards it is played with: N of rules.md §7."""
        return deck_size(self.deck, self.half_sets)

    @property
    def most_players(self) -> int:
        """How many can play one game: 10, with one half-set 6 (rules.md §1.4)."""
        return 10 if self.half_sets == 2 else 6

    @property
    def overrides(self) -> dict[str, Flag]:
        """The flags in which it differs from the published edition of its id."""
        published = EDITIONS[self.id]
        return {flag: getattr(self, flag) for flag in FLAGS if getattr(self, flag) != getattr(published, flag)}

    def to_json(self) -> dict[str, object]:
        """Return ``{"id": ..., "overrides": {flag: value}}``, which ``from_json`` reads."""
        return {"id": self.id, "overrides": self.overrides}


def _choices(hint: Any) -> tuple[Flag, ...]:
    """Return the values a flag of type *hint* may have, None last where it may have no meaning."""
    if hint is bool:
        return (True, False)
    if hint is type(None):
        return (None,)
    parts = get_args(hint)
    if all(isinstance(part, str | int) for part in parts):
        return parts
    return tuple(choice for part in parts for choice in _choices(part))


FLAGS: Mapping[str, tuple[Flag, ...]] = MappingProxyType(
    {flag: _choices(hint) for flag, hint in get_type_hints(Edition).items() if flag != "id"}
)
"""Every flag with the values it may have, in the order of rules.md §2.1's table of editions."""


def _contradictions(edition: Edition) -> dict[str, str]:
    """Return, by flag, what is wrong between the flags of *edition*, in words."""
    faults = {}
    signs = {card.sign for card in edition.cards}
    for flag, is_used, sign in (
        ("king", edition.king, Sign.KING),
        ("plus_three", edition.plus_three == "card", Sign.PLUS_THREE),
        ("break_three", edition.break_three, Sign.BREAK_THREE),
        ("crazy", edition.crazy != "none", Sign.CRAZY),
    ):
        if is_used != (sign in signs):
            holds = "holds" if sign in signs else "has no"
            faults[flag] = f"{flag} cannot be {getattr(edition, flag)!r} while the deck {edition.deck} {holds} {sign}"
    if edition.crazy == "fixed_dir" and edition.half_sets == 1:
        faults["half_sets"] = "crazy 'fixed_dir' needs both CZ, one half-set has only one"
    for flag, has_meaning, why in (
        ("plus_last", edition.plus_mode == "again_or_draw", "plus_mode 'again_or_draw'"),
        ("plus3_on", edition.plus_three == "card", "plus_three 'card'"),
        ("plus3_on_pending", edition.plus_three == "card", "plus_three 'card'"),
        ("plus3_turn", edition.plus_three != "none", f"plus_three {edition.plus_three!r}"),
    ):
        if has_meaning and getattr(edition, flag) is None:
            faults[flag] = f"{flag} must be given with {why}"
    return faults


# The table of rules.md §2.2, row by row; its footnotes and sources are there.
_IDS = ("he-2015", "official-2018", "super-2011", "en-classic", "pl-wiki", "de-amigo-2006")
_TABLE: Mapping[str, tuple[Flag, ...]] = {
    "deck": ("D116", "D116", "D112K", "D112C", "D116", "D112C"),
    "voluntary_draw": ("allowed", "allowed", "allowed", "allowed", "allowed", "allowed"),
    "drawn_playable": ("no", "no", "no", "no", "no", "no"),
    "plus_mode": ("again_or_draw", "again_or_draw", "again_or_draw", "pair_only", "again_or_draw", "pair_only"),
    "two_player_reverse": ("plain", "plain", "plain", "plain", "plain", "plain"),
    "supertaki_colour": ("inherits", "inherits", "inherits", "chooses", "inherits", "chooses"),
    "run_two_plus": ("void", "active", "active", "active", "active", "active"),
    "run_colourless": ("none", "end_only", "end_only", "none", "none", "none"),
    "lone_taki": ("always_open", "always_open", "always_open", "always_open", "always_open", "always_open"),
    "open_taki": ("carries", "carries", "carries", "carries", "carries", "carries"),
    "king": (True, True, True, False, True, False),
    "plus_three": ("card", "card", "combination", "combination", "card", "none"),
    "plus3_on": ("number_cards_only", "any", None, None, "any", None),
    "plus3_on_pending": ("forbidden", "keeps_chain", None, None, "forbidden", None),
    "plus3_turn": ("returns", "passes", "passes", "passes", "passes", None),
    "break_three": (True, True, False, False, True, False),
    "crazy": ("none", "none", "none", "chosen_dir", "none", "chosen_dir"),
    "last_card_deadline": (
        "before_laying",
        "before_next_move",
        "before_next_move",
        "before_next_move",
        "before_next_move",
        "before_next_move",
    ),
    "last_card_penalty": ("claim4", "auto4", "auto4", "auto4", "auto4", "auto4"),
    "last_card_in_run": ("required", "exempt", "exempt", "exempt", "exempt", "exempt"),
    "win_timing": ("on_resolution", "on_resolution", "on_resolution", "immediate", "immediate", "immediate"),
    "plus_last": ("forbidden", "draw_one", "draw_one", None, "draw_one", None),
    "stop_last_2p": ("forbidden", "wins", "wins", "wins", "wins", "wins"),
    "cc_last": ("both_declarations", "normal", "normal", "normal", "normal", "normal"),
    "opening_action": ("ignore", "ignore", "ignore", "ignore", "ignore", "applies"),
    "opening_colourless": ("redraw", "redraw", "redraw", "redraw", "redraw", "redraw"),
    "next_starter": ("winner", "winner", "winner", "winner", "winner", "winner"),
    "points": ("flat10", "none", "flat10", "flat10", "flat10", "flat10"),
    "last_card_word": ("last card", "last card", "last card", "last card", "last card", "Taki"),
}


def _published(column: int) -> Edition:
    flags: dict[str, Any] = {flag: row[column] for flag, row in _TABLE.items()}
    return Edition(_IDS[column], **flags)


EDITIONS: Mapping[str, Edition] = MappingProxyType({name: _published(i) for i, name in enumerate(_IDS)})
"""The published editions by id (rules.md §2.2)."""
DEFAULT_EDITION = "he-2015"
"""The edition of the championship rules."""


def edition(edition_id: str = DEFAULT_EDITION, /, **overrides: Any) -> Edition:
    """Return a published edition, with the flags of *overrides* changed.

    Raises EditionError for an id, flag or value that does not exist, listing those that do, and for flags
    that contradict each other or the deck.
    """
    if not isinstance(edition_id, str) or edition_id not in EDITIONS:
        raise EditionError(
            f"no edition {shown(edition_id)!r}; there are {', '.join(EDITIONS)}",
            edition=shown(edition_id),
            known=list(EDITIONS),
        )
    if unknown := sorted(overrides.keys() - FLAGS.keys()):
        raise EditionError(
            f"{edition_id}: no flag {', '.join(repr(shown(flag)) for flag in unknown)}; there are {', '.join(FLAGS)}",
            edition=edition_id,
            flags=[shown(flag) for flag in unknown],
            known=list(FLAGS),
        )
    return replace(EDITIONS[edition_id], **overrides)


def from_json(data: object) -> Edition:
    """Return the edition that ``Edition.to_json`` wrote; ``overrides`` may be left out.

    Raises EditionError for anything else, as ``edition`` does.
    """
    if not isinstance(data, Mapping) or "id" not in data or not data.keys() <= {"id", "overrides"}:
        raise EditionError('an edition is {"id": text, "overrides": {flag: value}}', value=shown(data))
    overrides = data.get("overrides", {})
    if not isinstance(overrides, Mapping) or not all(isinstance(flag, str) for flag in overrides):
        raise EditionError("overrides of an edition are flags with values", value=shown(overrides))
    return edition(data["id"], **overrides)
