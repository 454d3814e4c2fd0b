"""What templates need for the referee's phone."""

from __future__ import annotations

from django import template

from championship.sentences import phone

register = template.Library()


@register.simple_tag
def phone_words() -> dict[str, str]:
    """Return what the phone's scripts say by themselves."""
    return phone.words()
