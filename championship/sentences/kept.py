"""What became of a report that was saved, and what to do now (design.md §4; look.md)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from championship.enums import Kept

_SENTENCES = {
    Kept.DIFFERS: gettext_lazy(
        "Saved, but it does not count yet: another report of this round says something else. "
        "The head referee compares both and decides."
    ),
    Kept.AGREES: gettext_lazy("Saved. Another report of this round says the same, so there is nothing more to do."),
    Kept.WOULD_MOVE: gettext_lazy(
        "Saved, but it does not count yet: it would move somebody who already has a seat further on. "
        "The head referee decides."
    ),
    Kept.CONFIRMED: gettext_lazy(
        "Saved, but it does not count yet: this table is already confirmed. The head referee decides."
    ),
    Kept.CLOSED: gettext_lazy(
        "Saved, but it does not count yet: this stage is already closed. The organiser decides."
    ),
    Kept.NO_TIE: gettext_lazy(
        "Saved, but it does not count yet: by the results so far these players are not level. "
        "Send what is missing of the other rounds, or call the head referee."
    ),
}


def kept_sentence(kept: str, *, round_label: str = "") -> str:
    """Return why a saved report does not count (yet), and what to do; *round_label* names its round in front.

    An empty *kept* says that it counts.
    """
    sentence = str(_SENTENCES[Kept(kept)]) if kept else _("Saved, and it counts.")
    return _("%(round)s: %(sentence)s") % {"round": round_label, "sentence": sentence} if round_label else sentence
