"""What a referee's phone says by itself, while no server can be asked (design.md §10, "A phone in the hall")."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def words() -> dict[str, str]:
    """Return the phone's own words by name, in the reader's language; it fills in ``{round}`` and the like."""
    return {
        "on": pgettext("network badge", "on"),
        "off": pgettext("network badge", "off"),
        "waiting": pgettext("network badge", "waiting {count}"),
        "refused": pgettext("network badge", "refused {count}"),
        "scan": pgettext("network badge", "scan again"),
        "badge": _("Network: {state}"),
        "saving": _("Saving…"),
        "unchanged": _("This is what is stored already: there is nothing to save."),
        "state_waiting": _("Waits for the network"),
        "state_scan": _("Waits for a new scan"),
        "state_refused": _("Not possible"),
        "state_sent": _("Saved"),
        "state_kept": _("Kept for the head referee"),
        "state_replaced": _("Replaced by a later entry"),
        "state_aside": _("Put aside"),
        "answer_waiting": _(
            "{round} is kept on this phone and goes out by itself as soon as the network is back. Play on."
        ),
        "answer_scan": _(
            "{round} is kept on this phone. Scan the code on the scoresheet again: then it goes out by itself."
        ),
        "answer_saved": _("{round} is saved."),
        "answer_refused": _(
            "{round} could not be saved. It is kept on this phone: open it, correct it, and save it once more."
        ),
        "round_of": _("Round %(number)s of %(rounds)s") % {"number": "{number}", "rounds": "{rounds}"},
        "roll_who": _("First tap the children who are here: those left over are marked as absent for this round."),
        "roll_called": _("The head referee was called. Do not deal the cards yet."),
        "roll_not_called": _(
            "The head referee cannot be called without the network: raise your hand, deal no cards yet."
        ),
        "all_entered": _("Every round of this table is entered. As soon as the network is back you see who goes on."),
        "keep_open": _(
            "Leave this page open until the network is back: it could not be loaded again. "
            "What you entered stays on the phone all the same."
        ),
        "not_loaded": _("This page cannot be opened without the network. What you entered stays on the phone."),
        "bar_local": _("Without the network the findings of the desk come later."),
        "called_off": _("Called off"),
        "absent": _("absent"),
        "sign_in": _("Scan a code, or type the short one"),
        "save_correction": _("Save the correction"),
        "change": _("Change"),
        "open": _("Open and correct"),
        "put_aside": _("Put aside"),
        "why": _("Why is it corrected?"),
        "winner": _("{name} went out"),
    }
