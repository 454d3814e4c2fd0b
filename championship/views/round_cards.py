"""The cards of a round's screen: the deck to choose from, the last card, and facts that explain something odd."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from championship.enums import Hands
from championship.forms.rounds import RoundEntry
from championship.selectors.standings import StageView
from championship.sentences import cards
from championship.sentences.cards import Face
from championship.sentences.table_state import plural_forms
from championship.services import findings as findings_service
from engine.taki.cards import Colour
from engine.taki.editions import Edition


class PaletteRow(NamedTuple):
    """The cards of one colour, or those without."""

    label: str
    cards: list[Face]


class CardsOfRound:
    """What a round's screen knows of cards; ``facts_open`` are those that what was noticed asks for."""

    view: StageView
    entry: RoundEntry
    facts_open: tuple[str, ...] = ()

    @property
    def asks_hands(self) -> bool:
        """Whether the cards themselves may be entered."""
        return self.view.stage.championship.hands != Hands.NOT_ASKED

    @cached_property
    def edition(self) -> Edition:
        """The card rules in force."""
        return findings_service.championship_edition(self.view)

    @property
    def palette(self) -> list[PaletteRow]:
        """Every card of the deck: a row for each colour, then those without one."""
        labels = [*(str(cards.COLOURS[colour]) for colour in Colour), _("without a colour")]
        rows = cards.palette(findings_service.counting_edition(self.view))
        return [PaletteRow(label, row) for label, row in zip(labels, rows, strict=True)]

    @property
    def palette_words(self) -> Mapping[str, Any]:
        """The words of the palette's script."""
        return {
            "language": (get_language() or "en")[:2],
            "hand": _("Cards of %(name)s"),
            "last_card": _("The winner's last card"),
            "count": plural_forms(lambda count: ngettext("%(count)s card", "%(count)s cards", count)),
            "held": _("%(card)s, chosen %(count)s of %(copies)s"),
            "put_back": _("%(card)s: put it back"),
            "nothing": _("Tap the cards that are left in the hand; their number follows."),
            "pick": _("Tap the card that was laid last."),
        }

    @property
    def last_card_faces(self) -> list[Face]:
        return cards.faces(self.entry.facts.get("last_card", ""))

    @property
    def asks_said(self) -> bool:
        """Whether it matters that the last card was declared: where opponents may claim it (rules.md §3.13.3)."""
        return self.edition.last_card_penalty == "claim4"

    @property
    def said_choices(self) -> list[tuple[str, str]]:
        return [
            ("declared", _("Yes")),
            ("undeclared", _("No, and nobody claimed it")),
            ("claimed", _("No, and somebody claimed it")),
        ]

    @property
    def facts_asked(self) -> list[tuple[str, str, bool]]:
        """What may be ticked to explain what was noticed, and what was: (name, words, whether it is ticked)."""
        ticked = [name for name in cards.FACTS if self.entry.facts.get(name)]
        names = dict.fromkeys((*ticked, *self.facts_open))
        return [(name, str(cards.FACTS[name]), name in ticked) for name in names]
