"""What one entry takes over from another, in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

_FIELDS = {
    "first_name": gettext_lazy("First name"),
    "last_name": gettext_lazy("Last name"),
    "phone": gettext_lazy("Phone"),
    "email": gettext_lazy("E-mail"),
    "city": gettext_lazy("City"),
    "school": gettext_lazy("School"),
    "club": gettext_lazy("Club"),
    "age": gettext_lazy("Age"),
    "is_paid": gettext_lazy("Has paid"),
    "is_eligible": gettext_lazy("May take part"),
    "spectators": gettext_lazy("Spectators"),
    "registered_on": gettext_lazy("Registered on"),
    "family": gettext_lazy("Family"),
    "pot": gettext_lazy("Pot"),
    "note": gettext_lazy("Note"),
    "status": gettext_lazy("the place"),
    "checked_in_at": gettext_lazy("the check-in"),
}


def field_words(name: str) -> str:
    """Return what people call a field of player or entry."""
    return str(_FIELDS.get(name, name))
