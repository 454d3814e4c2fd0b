"""What templates need to show a championship: points, places, names, stages, states, times."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from uuid import uuid4

from django import template
from django.templatetags.static import static
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from championship import sentences
from championship.selectors import public, stages
from championship.selectors.archive import Event
from championship.selectors.public_values import Feeder, Leaderboard, Mark, Row, Where
from championship.selectors.roll import Year
from scoring.clock import Reading
from scoring.formats import FINAL, PLAYOFF, QUALIFIERS, SECOND

register = template.Library()

NO_POINTS = "–"

COLOURS = {QUALIFIERS: "blue", SECOND: "green", PLAYOFF: "yellow", FINAL: "red"}
SHAPES = {"blue": "diamond", "green": "triangle", "yellow": "square", "red": "circle"}
"""A colour always comes with its shape (look.md)."""

MARKS = {
    Mark.THROUGH: pgettext_lazy("mark of a player", "through"),
    Mark.TIE_BREAK: pgettext_lazy("mark of a player", "tie-break"),
    Mark.DANGER: pgettext_lazy("mark of a player", "in danger"),
    Mark.PENDING: pgettext_lazy("mark of a player", "may go on"),
    Mark.CHAMPION: pgettext_lazy("mark of a player", "champion"),
}
EXITS = {
    "withdrawal": pgettext_lazy("mark of a player", "withdrew"),
    "no_show": pgettext_lazy("mark of a player", "not here"),
    "disqualification": pgettext_lazy("mark of a player", "disqualified"),
    "substitute": pgettext_lazy("mark of a player", "a substitute plays on"),
}


@register.filter
def points(value: int | None) -> SafeString:
    """Show points with a real sign, left to right in every language; a dash if there are none."""
    if value is None:
        return format_html('<bdi dir="ltr" class="points is-none">{}</bdi>', NO_POINTS)
    return format_html('<bdi dir="ltr" class="points">{}</bdi>', sentences.signed(value))


@register.filter
def place_word(place: int) -> str:
    """Return a place as a word: 1st, 2nd."""
    return sentences.place_word(place)


@register.filter
def stage_name(key: str) -> str:
    """Return what people call a stage."""
    return stages.stage_name(key)


@register.filter
def stage_colour(key: str) -> str:
    """Return the colour of a stage: one of blue, green, yellow and red; one's own stages share them out."""
    return COLOURS.get(key) or list(SHAPES)[sum(key.encode()) % len(SHAPES)]


@register.filter
def stage_shape(key: str) -> str:
    """Return the shape that goes with the stage's colour."""
    return SHAPES[stage_colour(key)]


@register.filter
def state_word(state: str) -> str:
    """Return the word for a table's state."""
    return sentences.state_word(state)


@register.filter
def mark_word(row: Row) -> str:
    """Return the word for a row's mark; empty if it has none."""
    if row.mark is Mark.LEFT:
        return str(EXITS[row.left_by])
    return str(MARKS[row.mark]) if row.mark else ""


@register.filter
def where(place: Where) -> str:
    """Return where a seat is: "Second stage, table 3, seat 2"."""
    return sentences.seat_words(place.stage, place.table, place.seat)


@register.filter
def comes_from(feeder: Feeder | None) -> str:
    """Return where the player of a free seat will come from."""
    if feeder is None:
        return _("free")
    values = {
        "stage": stages.stage_name(feeder.stage),
        "table": feeder.table,
        "place": sentences.place_word(feeder.place),
        "rank": feeder.rank,
    }
    if feeder.rank:
        return _("%(stage)s: number %(rank)s of those in %(place)s place") % values
    if feeder.place == 1:
        return _("%(stage)s: winner of table %(table)s") % values
    return _("%(stage)s: %(place)s place of table %(table)s") % values


def comes_from_briefly(feeder: Feeder | None, *, is_only_table: bool = False) -> str:
    """Return the same where a line leads to the stage anyway: "1st, table 3"; the stage for its *only table*."""
    if feeder is None:
        return _("free")
    values = {
        "stage": stages.stage_name(feeder.stage),
        "table": feeder.table,
        "place": sentences.place_word(feeder.place),
        "rank": feeder.rank,
    }
    if feeder.rank:
        return _("%(place)s, best number %(rank)s") % values
    if is_only_table:
        return _("%(place)s, %(stage)s") % values
    return _("%(place)s, table %(table)s") % values


@register.filter
def moment(text: str | datetime | None) -> datetime | None:
    """Return a stored moment in the hall's own time."""
    if not text:
        return None
    value = datetime.fromisoformat(text) if isinstance(text, str) else text
    return timezone.localtime(value)


@register.filter
def since(text: str | datetime | None) -> SafeString:
    """Show a moment as its time of day; the page itself makes "1 min ago" of it (design.md §7)."""
    value = moment(text)
    if value is None:
        return SafeString("")
    return _time_element(value, SafeString(" data-since"))


@register.filter
def clock(text: str | datetime | None) -> SafeString:
    """Show a moment as its time of day, left to right."""
    value = moment(text)
    if value is None:
        return SafeString("")
    return format_html(
        '<time datetime="{}"><bdi dir="ltr">{}</bdi></time>', value.isoformat(), value.strftime("%H:%M")
    )


@register.filter
def day(value: str | date) -> str:
    """Return a day as the reader's language writes it."""
    return formats.date_format(date.fromisoformat(value) if isinstance(value, str) else value, "DATE_FORMAT")


@register.filter
def name_of(data: Mapping[str, Any]) -> str:
    """Return the championship's name in the reader's language, else in its own, from a board's data."""
    return sentences.name_in_language(data["names"], data["language"])


@register.filter
def name_of_event(event: Event | Year) -> str:
    """Return a listed championship's name in the reader's language, else in its own."""
    return sentences.name_in_language(event.names, event.language)


@register.simple_tag
def leaderboard(board: Mapping[str, Any]) -> Leaderboard:
    """Return what the leaderboard shows of a board's data."""
    return public.leaderboard(board)


@register.simple_tag
def shape(name: str, label: str = "") -> SafeString:
    """Draw one of our shapes; with a *label* it speaks, else it is decoration beside its word."""
    speaks = format_html('role="img" aria-label="{}"', label) if label else SafeString('aria-hidden="true"')
    return format_html(
        '<svg class="shape shape-{}" viewBox="0 0 24 24" focusable="false" {}><use href="{}#{}"></use></svg>',
        name,
        speaks,
        static("championship/img/shapes.svg"),
        name,
    )


@register.filter
def countdown(reading: Reading) -> SafeString:
    """Show a table's clock as the time of day at which it runs out; the page itself counts down to it.

    One that stands still shows the minutes left on it. Empty without a clock.
    """
    if reading.left is not None:
        sign = sentences.MINUS if reading.left.total_seconds() < 0 else ""
        minutes = int(abs(reading.left.total_seconds()) // 60)
        return format_html(
            '<bdi dir="ltr">{}{}:{:0>2}</bdi>', sign, minutes, int(abs(reading.left.total_seconds()) % 60)
        )
    value = moment(reading.ends_at)
    return _time_element(value, SafeString(" data-until")) if value else SafeString("")


@register.simple_tag
def new_id() -> str:
    """Return an id for a form: sent twice, it is done once."""
    return str(uuid4())


@register.inclusion_tag("components/_state.html")
def state_badge(state: str) -> dict[str, Any]:
    """Show a table's state: its shape and its word, never its colour alone."""
    return {"state": str(state)}


@register.inclusion_tag("components/_place.html")
def place_chip(place: int | None, is_shared: bool = False) -> dict[str, Any]:
    """Show a place; a shared one carries the tie mark."""
    return {"place": place, "is_shared": is_shared}


@register.inclusion_tag("components/_person.html")
def person(name: str, number: int, href: str = "") -> dict[str, Any]:
    """Show a name with its number beside it, which tells namesakes apart (O47, O48)."""
    return {"name": name, "number": number, "href": href, "is_number": name == f"#{number}"}


def _time_element(value: datetime, attributes: str = "") -> SafeString:
    return format_html(
        '<time datetime="{}"{}><bdi dir="ltr">{}</bdi></time>', value.isoformat(), attributes, value.strftime("%H:%M")
    )
