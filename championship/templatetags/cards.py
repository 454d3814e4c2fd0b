"""Card faces of our own drawing, in templates: ``{% load cards %}{% card_face face %}``."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from championship.sentences.cards import Face

register = template.Library()


@register.simple_tag
def card_face(face: Face, *, speaks: bool = False) -> SafeString:
    """Draw a card: its picture in its colour, and the colour's shape; with *speaks* it says its name.

    What is no card is shown as its text.
    """
    name = format_html('role="img" aria-label="{}"', face.label) if speaks else SafeString('aria-hidden="true"')
    if not face.picture:
        return format_html('<span class="face is-text" {}><bdi dir="ltr">{}</bdi></span>', name, face.code)
    picture = _drawn("face-picture", "cards.svg", f"sign-{face.picture}", 48)
    shape = _drawn("face-shape", "shapes.svg", face.shape, 24) if face.shape else ""
    return format_html('<span class="face is-{}" {}>{}{}</span>', face.colour or "plain", name, picture, shape)


def _drawn(kind: str, sprite: str, name: str, size: int) -> SafeString:
    return format_html(
        '<svg class="{}" viewBox="0 0 {} {}" focusable="false" aria-hidden="true"><use href="{}#{}"></use></svg>',
        kind,
        size,
        size,
        static(f"championship/img/{sprite}"),
        name,
    )
