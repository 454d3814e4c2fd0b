"""A draw in sentences: which wishes were not met, at which table, and why (bug reports O30, O31)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from championship.sentences.words import people

KINDS = {
    "family": gettext_lazy("family"),
    "pot": gettext_lazy("pot"),
    "club": gettext_lazy("club"),
    "school": gettext_lazy("school"),
    "city": gettext_lazy("city"),
}
_REASONS = {
    "group_larger_than_tables": gettext_lazy("there are more of them than tables, so some have to meet"),
    "fixed_seats": gettext_lazy("their seats were fixed beforehand"),
    "not_found": gettext_lazy("other wishes stand in the way"),
}


def kind_words(kind: str) -> str:
    """Return what keeps players apart."""
    return str(KINDS.get(kind, kind))


def unmet_sentence(unmet: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return one wish that was not met: at which table, who, and why."""
    return _("Table %(table)s: %(players)s (%(kind)s) sit together; %(reason)s.") % {
        "table": unmet["table"],
        "players": people(unmet["members"], names),
        "kind": kind_words(unmet["kind"]),
        "reason": _REASONS.get(unmet["reason"], unmet["reason"]),
    }


def together_sentence(unmet: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return who would sit together against a wish, at which table."""
    return _("Table %(table)s: %(players)s (%(kind)s) would sit together.") % {
        "table": unmet["table"],
        "players": people(unmet["members"], names),
        "kind": kind_words(unmet["kind"]),
    }


def meeting_words(kind: str, pairs: int) -> str:
    """Return how many pairs of one kind meet all the same: "family: no pair meets"."""
    if not pairs:
        return _("%(kind)s: no pair meets") % {"kind": kind_words(kind)}
    return ngettext("%(kind)s: %(pairs)s pair meets", "%(kind)s: %(pairs)s pairs meet", pairs) % {
        "kind": kind_words(kind),
        "pairs": pairs,
    }
