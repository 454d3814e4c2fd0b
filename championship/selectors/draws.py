"""Reads about draws: where each seat stands after exchanges by hand, and what the public may see of a proof."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from championship.enums import DrawState
from championship.models import Championship, Draw, DrawProof, DrawSwap
from championship.selectors import people
from engine import draw as engine_draw
from engine import proof as engine_proof
from engine.draw import DrawRequest, Seats


def seats_of(drawn: Draw) -> Seats:
    """Return who sits where: as drawn, then exchanged by hand one after the other. One query."""
    return _exchanged(drawn.result["seats"], [(swap.one, swap.other) for swap in drawn.swaps.all()])


def judged(drawn: Draw, *more: tuple[int, int]) -> dict[str, Any]:
    """Return the draw's result as JSON for the seats as they are, and with *more* exchanges. One query."""
    seats = _exchanged(seats_of(drawn), list(more))
    return engine_draw.result_to_json(engine_draw.judge(engine_draw.request_from_json(drawn.request), seats))


def places(seats: Seats) -> dict[int, tuple[int, int]]:
    """Return (table, seat) of each entry."""
    return {entry: (t, s) for t, seated in enumerate(seats, 1) for s, entry in enumerate(seated, 1)}


def _exchanged(seats: Any, swaps: list[tuple[int, int]]) -> Seats:
    for one, other in swaps:
        seats = tuple(tuple({one: other, other: one}.get(entry, entry) for entry in seated) for seated in seats)
    return tuple(map(tuple, seats))


def latest_proof(championship: Championship) -> DrawProof | None:
    """Return the newest promise; None if a draw was never promised. One query."""
    return championship.draw_proofs.select_related("reason").order_by("-number").first()


@dataclass(frozen=True)
class PublicSwap:
    """An exchange of seats after the draw, as everybody may read it."""

    one: int
    other: int
    reason: str
    at: datetime


@dataclass(frozen=True)
class PublicProof:
    """What everybody may know of one promised draw by now; empty where it is still to come."""

    number: int
    reason: str
    commitment: str
    promised_at: datetime
    list_digest: str
    names_digest: str
    frozen_at: datetime | None
    times_frozen: int
    entries: int
    fixed: int
    cards: str
    cut_at: datetime | None
    secret: str
    seed: str
    revealed_at: datetime | None
    is_published: bool
    have_names_changed: bool
    swaps: tuple[PublicSwap, ...]


@dataclass(frozen=True)
class PublicDraws:
    """Every promised draw, the newest first, and the one that is published, proved or not."""

    proofs: tuple[PublicProof, ...]
    published: Draw | None


def public(championship: Championship) -> PublicDraws:
    """Return what the page about the draw shows. Five queries."""
    published = (
        Draw.objects.filter(stage__championship=championship, state=DrawState.PUBLISHED)
        .prefetch_related("swaps__reason")
        .first()
    )
    names = people.public_names(championship)
    rows = championship.draw_proofs.select_related("reason").order_by("-number")
    return PublicDraws(tuple(_proof(row, published, names) for row in rows), published)


def _proof(row: DrawProof, published: Draw | None, names: Mapping[int, str]) -> PublicProof:
    listed: Mapping[str, Any] = row.list_json or {}
    is_published = published is not None and published.proof_id == row.pk
    is_revealed = row.revealed_at is not None
    now = {number: names.get(number, "") for number in listed.get("entries", ())}
    swaps: list[DrawSwap] = list(published.swaps.all()) if published and is_published else []
    return PublicProof(
        number=row.number,
        reason=row.reason.text if row.reason else "",
        commitment=row.commitment,
        promised_at=row.promised_at,
        list_digest=row.list_digest,
        names_digest=row.names_digest,
        frozen_at=row.frozen_at,
        times_frozen=row.times_frozen,
        entries=len(listed.get("entries", ())),
        fixed=len(listed.get("fixed", ())),
        cards=row.cards,
        cut_at=row.cut_at,
        secret=row.secret if is_revealed else "",
        seed=engine_proof.seed_of(row.secret, row.list_digest, row.cards) if is_revealed else "",
        revealed_at=row.revealed_at,
        is_published=is_published,
        have_names_changed=bool(row.names_digest) and row.names_digest != engine_proof.names_digest(now),
        swaps=tuple(PublicSwap(s.one, s.other, s.reason.text, s.at) for s in swaps),
    )


def listed(proof: DrawProof) -> DrawRequest:
    """Return the frozen list as the engine's request, without a seed."""
    return replace(engine_draw.request_from_json({**(proof.list_json or {}), "seed": "0"}), seed="")


def proof_file(championship: Championship, number: int) -> dict[str, Any] | None:
    """Return the published file of a promised draw as JSON, with what may be known by now; None if there is none.

    Once the secret is revealed it is whole, and ``python -m engine draw --check`` reads it. Two queries.
    """
    row = championship.draw_proofs.filter(number=number).first()
    if row is None:
        return None
    data: dict[str, Any] = {"proof": 1, "commitment": row.commitment}
    if row.list_json is not None:
        data |= {"list": row.list_json, "list_digest": row.list_digest, "names_digest": row.names_digest}
        if championship.anonymised_at is None:  # the draw stays provable without the names
            names = people.public_names(championship)
            data["names"] = {str(n): names[n] for n in row.list_json["entries"] if n in names}
    if row.revealed_at:
        seed = engine_proof.seed_of(row.secret, row.list_digest, row.cards)
        data |= {"cards": row.cards, "secret": row.secret, "seed": seed, "seats": row.seats_json}
    return data


def names_of(championship: Championship, entries: tuple[int, ...]) -> dict[int, str]:
    """Return the public names of *entries*, whose digest is shown with the frozen list. One query."""
    names = people.public_names(championship)
    return {number: names[number] for number in entries}
