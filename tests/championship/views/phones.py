"""A referee's phone, and the form of a round as it is filled, looked at and saved."""

from __future__ import annotations

import json
import re
from typing import Any

from django.test import Client

from tests import factories

ROUND_1, ROUND_2 = "/r/t/qualifiers-1/0-1/", "/r/t/qualifiers-1/0-2/"
TABLE = "/r/t/qualifiers-1/"


def phone(new: Any = None, *, language: str = "en", **options: Any) -> Client:
    """Return a phone; with *new* it has scanned that pass."""
    client = Client(**options)
    client.cookies["mapal_language"] = language
    if new is not None:
        assert client.get(f"/r/{new.token}").status_code == 302
    return client


def phone_of(championship: Any, *tables: int, **fields: Any) -> Client:
    """Return a phone with a pass for *tables*, or for all."""
    return phone(factories.make_pass(championship, tables, **fields))


def text(response: Any) -> str:
    """Return what is read on a page, in one line; entities stay as they are, and what a script holds is left out."""
    return re.sub(
        r"\s+", " ", re.sub(r"<script.*?</script>|<[^>]+>", " ", response.content.decode(), flags=re.DOTALL)
    )


def table_state(response: Any) -> Any:
    """Return the table's state that comes with the page of a round."""
    (value,) = re.findall(
        r'<script id="table-state" type="application/json">(.*?)</script>', response.content.decode()
    )
    return json.loads(value)


def hidden(response: Any, name: str) -> str:
    """Return the value of a hidden field; the same name twice is a mistake."""
    (value,) = re.findall(rf'name="{name}" value="([^"]*)"', response.content.decode())
    return value


def entered(cards: Any, winner: int | None = 0, **more: str) -> dict[str, str]:
    """Return a form as a phone fills it: cards by seat, the winner's field left empty."""
    seat = (cards.index(0) + 1) if winner == 0 else winner
    fields = {f"cards-{position}": "" if position == seat else str(left) for position, left in enumerate(cards, 1)}
    return {"winner": str(seat), "outcome": "won", **fields, **more}


def looked_at(client: Client, address: str, form: dict[str, str]) -> tuple[dict[str, str], Any]:
    """Show what would follow; return the form as it would be saved, and the page that showed it."""
    start = client.get(address)
    form = {"client_id": hidden(start, "client_id"), "seen": hidden(start, "seen"), **form}
    shown = client.post(address, form)
    more = {name: hidden(shown, name) for name in ("shown", "confirm") if f'name="{name}"' in shown.content.decode()}
    return {**form, **more, "save": "1"}, shown
