"""The proof of a draw: what was promised, frozen, cut and revealed, and whether it fits together (design.md §6).

Before registration closes the organiser publishes the *commitment*, the SHA-256 of a secret. Then the list (entry
numbers, table sizes, groups, fixed seats) is frozen and its digest shown. Only then cards are cut. The seed of the
draw is the SHA-256 of all three, so nobody could choose it: who knew the secret did not know the cards. Every digest
is of plain text, in hexadecimal, so that any tool can work it out again.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from engine import draw
from engine.draw import DrawRequest, Seats
from engine.payload import Payload


def commitment_of(secret: str) -> str:
    """Return what is published of *secret* before: the SHA-256 of its text (UTF-8)."""
    return _sha256(secret)


def list_digest(request: DrawRequest) -> str:
    """Return the SHA-256 of the frozen list as canonical JSON: *request* without its seed, in the order it lists.

    The JSON is ASCII without spaces, keys in order. Unlike ``DrawRequest.digest`` it tells one order of the list
    from another: what was frozen is one text, not a set.
    """
    listed = draw.request_to_json(request)
    del listed["seed"]
    return _sha256(json.dumps(listed, sort_keys=True, separators=(",", ":")))


def names_digest(names: Mapping[int, str]) -> str:
    """Return the SHA-256 of who has which number: a line ``number TAB name`` for each, by number, in NFC.

    It stands beside the proof, not in the seed: anonymising takes the names away and leaves the draw provable.
    """
    return _sha256(
        "".join(f"{number}\t{unicodedata.normalize('NFC', name)}\n" for number, name in sorted(names.items()))
    )


def tidied(cards: str) -> str:
    """Return the cards that were cut as they go into the seed: one space between words, in NFC, as typed else."""
    return unicodedata.normalize("NFC", " ".join(cards.split()))


def seed_of(secret: str, digest_of_list: str, cards: str) -> str:
    """Return the seed: the SHA-256 of secret, digest of the list and ``tidied`` cards, a line each."""
    return _sha256(f"{secret}\n{digest_of_list}\n{tidied(cards)}\n")


class Part(StrEnum):
    """What of a proof may not fit."""

    SECRET = "secret"  # noqa: S105 a name of a part, no secret
    LIST = "list"
    NAMES = "names"
    SEED = "seed"
    SEATS = "seats"


@dataclass(frozen=True, slots=True)
class Difference:
    """A part of a proof that does not fit, why, and the values that say it."""

    part: Part
    message: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Proof:
    """Everything public about a draw. ``listed`` is the list, whose seed is not looked at.

    ``names`` is None where they are not shown (any more).
    """

    commitment: str
    secret: str
    listed: DrawRequest
    list_digest: str
    cards: str
    seed: str
    seats: Seats
    names: Mapping[int, str] | None = None
    names_digest: str = ""


def check(proof: Proof) -> tuple[Difference, ...]:
    """Return every part of *proof* that was changed, in the order in which they were published; none if all fits.

    Raises DrawError if no draw can be made of its list.
    """
    found = []
    if commitment_of(proof.secret) != proof.commitment:
        message = "the secret is another one than the commitment promised before the draw"
        found.append(_differs(Part.SECRET, message, proof.commitment, commitment_of(proof.secret)))
    if (digest := list_digest(proof.listed)) != proof.list_digest:
        is_order = list_digest(_in_order(proof.listed)) == proof.list_digest
        message = (
            "the list is in another order than when it was frozen"
            if is_order
            else "the list of entries, table sizes, groups and fixed seats is another one than was frozen"
        )
        found.append(_differs(Part.LIST, message, proof.list_digest, digest))
    if proof.names is not None and (digest := names_digest(proof.names)) != proof.names_digest:
        message = "a name was changed, or stands at another number, since the list was frozen"
        found.append(_differs(Part.NAMES, message, proof.names_digest, digest))
    if (seed := seed_of(proof.secret, proof.list_digest, proof.cards)) != proof.seed:
        message = "the seed is not made of this secret, the digest of the list and these cards"
        found.append(_differs(Part.SEED, message, proof.seed, seed))
    seats = draw.draw(replace(proof.listed, seed=proof.seed)).seats
    if seats != proof.seats:
        found.append(_other_seats(proof.seats, seats))
    return tuple(found)


def _differs(part: Part, message: str, published: str, found: str) -> Difference:
    return Difference(part, message, {"published": published, "found": found})


def _in_order(request: DrawRequest) -> DrawRequest:
    """Return *request* as the desk freezes it: entries, members of groups and groups in order."""
    groups = sorted(
        (replace(group, members=tuple(sorted(group.members))) for group in request.groups),
        key=lambda group: (draw.KINDS.index(group.kind), group.members),
    )
    return replace(request, entries=tuple(sorted(request.entries)), groups=tuple(groups))


def frozen_list(request: DrawRequest) -> DrawRequest:
    """Return *request* in the one order in which lists are frozen, without a seed. DrawError if it is no list."""
    draw.check(replace(request, seed="0"))
    return replace(_in_order(request), seed="")


def _other_seats(published: Seats, drawn: Seats) -> Difference:
    """Say where the published seats are not those of the draw: the first seat, with both entries."""
    there = {(t, s): entry for t, seated in enumerate(published, 1) for s, entry in enumerate(seated, 1)}
    here = {(t, s): entry for t, seated in enumerate(drawn, 1) for s, entry in enumerate(seated, 1)}
    wrong = sorted(place for place in there.keys() | here.keys() if there.get(place) != here.get(place))
    table, seat = wrong[0]
    values = {
        "table": table,
        "seat": seat,
        "published": there.get(wrong[0]),
        "found": here.get(wrong[0]),
        "seats": len(wrong),
    }
    return Difference(Part.SEATS, f"table {table}, seat {seat}: the draw seats somebody else there", values)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def proof_from_json(data: object) -> Proof:
    """Return the proof written in *data*, the parsed JSON that a championship publishes; BadInput if it is none.

    ``{"proof": 1, "commitment", "secret", "list": {entries, sizes, groups, fixed}, "list_digest", "cards", "seed",
    "seats": [[…], …], "names": {"1": "…"}, "names_digest"}``; ``names`` may be left out.
    """
    payload = Payload(data).only(
        "proof", "commitment", "secret", "list", "list_digest", "cards", "seed", "seats", "names", "names_digest"
    )
    if payload.whole("proof") != 1:
        raise payload.wrong("proof", "is of a version that is not known here; there is 1")
    listed = payload.part("list").only("entries", "sizes", "groups", "fixed")
    names: dict[int, str] | None = None
    if payload.has("names"):
        names = {}
        for number, name in payload.part("names").texts_by_name().items():
            if not number.isdecimal():
                raise payload.wrong("names", f"{number!r} is not the number of an entry")
            names[int(number)] = name
    return Proof(
        commitment=payload.text("commitment"),
        secret=payload.text("secret"),
        listed=draw.request_from_payload(listed, seed=""),
        list_digest=payload.text("list_digest"),
        cards=payload.text("cards"),
        seed=payload.text("seed"),
        seats=payload.tables("seats"),
        names=names,
        names_digest=payload.text("names_digest", ""),
    )


def proof_to_json(proof: Proof) -> dict[str, object]:
    """Return *proof* as JSON values, as it is published."""
    listed = draw.request_to_json(proof.listed)
    del listed["seed"]
    names = {} if proof.names is None else {"names": {str(n): name for n, name in sorted(proof.names.items())}}
    return {
        "proof": 1,
        "commitment": proof.commitment,
        "secret": proof.secret,
        "list": listed,
        "list_digest": proof.list_digest,
        "cards": proof.cards,
        "seed": proof.seed,
        "seats": [list(seated) for seated in proof.seats],
        **names,
        "names_digest": proof.names_digest,
    }


def check_json(data: object) -> dict[str, object]:
    """Check the proof written in *data*, and return what does not fit as JSON values."""
    found = check(proof_from_json(data))
    return {
        "differences": [
            {"part": str(each.part), "message": each.message, "values": dict(each.values)} for each in found
        ]
    }
