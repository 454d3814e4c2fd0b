"""A draw that can be proved: promised before registration closes, its list frozen, then cards cut (design.md §6).

Each step is public at once and cannot be taken back; ``draws.publish`` reveals the secret.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping

from django.utils import timezone
from django.utils.translation import gettext as _

from championship.enums import DrawState
from championship.errors import OutOfStep
from championship.models import Championship, Draw, DrawProof, Remark
from championship.registrations.text import clean
from championship.selectors import draws as draw_selectors
from championship.services import draws, live
from championship.services.live import Actor
from championship.services.stages import must_organise
from engine import draw as engine_draw
from engine import proof as engine_proof

FEWEST_CARDS = 3
"""Words that the cut cards need: one card could be guessed, three in their order hardly."""


def promise(championship: Championship, *, by: Actor, reason: str = "") -> DrawProof:
    """Publish the commitment to a secret that the machine draws; it stays secret until the draw is published.

    A second promise repeats a draw that was made already: it says why, and the secret of the one before is revealed.
    Raises OutOfStep while the championship is hidden, a promise waits for its draw, or the draw is published.
    """
    must_organise(by)
    with live.writing(championship.pk, by=by) as act:
        championship.refresh_from_db()
        if not championship.is_public:
            raise OutOfStep(
                _("Nobody would see the commitment: the championship is hidden. Show it to the public first."),
                code="hidden",
            )
        draws.must_not_be_published(championship)
        before = draw_selectors.latest_proof(championship)
        if before and not before.cards:
            raise OutOfStep(
                _("A commitment is published already and waits for its draw: freeze the list, then cut the cards."),
                code="promised_already",
            )
        reason = clean(reason)[:500]
        if before and not reason:
            raise OutOfStep(
                _("The draw was made. To repeat it, say why: everybody can read the reason."),
                code="draw_needs_reason",
            )
        if before and before.revealed_at is None:
            before.revealed_at = timezone.now()
            before.save(update_fields=["revealed_at"])
        _discard_draft(championship)
        secret = secrets.token_hex(32)
        proof = DrawProof.objects.create(
            championship=championship,
            number=before.number + 1 if before else 1,
            secret=secret,
            commitment=engine_proof.commitment_of(secret),
            reason=Remark.objects.create(text=reason) if before else None,
            promised_by=by.user,
        )
        act.note("draw.promised", f"draw {proof.number}", public=True, digest=proof.commitment)
    return proof


def freeze(
    championship: Championship,
    *,
    by: Actor,
    apart: Iterable[str] = draws.APART,
    fixed: Mapping[int, tuple[int, int]] | None = None,
) -> DrawProof:
    """Freeze the list of those who are here, the sizes of the plan, groups and fixed seats, and show its digest.

    Until cards are cut it may be frozen again, which the page shows: nobody knows the cards yet. Raises OutOfStep
    without a promise, or when the numbers do not fit the plan (both are named).
    """
    must_organise(by)
    with live.writing(championship.pk, by=by) as act:
        proof = _waiting(championship)
        request = draws.request_of(championship, seed="0", apart=tuple(apart), fixed=fixed or {})
        listed = engine_proof.frozen_list(request)
        proof.list_json = {
            name: value for name, value in engine_draw.request_to_json(listed).items() if name != "seed"
        }
        proof.list_digest = engine_proof.list_digest(listed)
        names = draw_selectors.names_of(championship, listed.entries)
        proof.names_digest = engine_proof.names_digest(names)
        proof.frozen_at = timezone.now()
        proof.times_frozen += 1
        proof.save(update_fields=["list_json", "list_digest", "names_digest", "frozen_at", "times_frozen"])
        times = proof.times_frozen
        act.note("draw.list_frozen", f"draw {proof.number}", public=True, digest=proof.list_digest, times=times)
    return proof


def cut(championship: Championship, cards: str, *, by: Actor) -> Draw:
    """Draw from secret, frozen list and the *cards* that were cut; a draft, to be looked at and published.

    It is made once. Raises OutOfStep before the list is frozen, for fewer than three words of cards, or if others are
    here now than when the list was frozen: freezing it again is the way out.
    """
    must_organise(by)
    cards = engine_proof.tidied(clean(cards))
    waiting = _waiting(championship)
    listed = waiting.list_json
    if listed is None:
        raise OutOfStep(_("Freeze the list first: the cards are cut after it."), code="not_frozen")
    if len(cards.split()) < FEWEST_CARDS or len(cards) > 200:
        raise OutOfStep(
            _("Type in the cards that were cut, three at least, for instance: red 5, green stop, blue 2."),
            code="too_few_cards",
        )
    seed = engine_proof.seed_of(waiting.secret, waiting.list_digest, cards)
    request = engine_draw.request_from_json({**listed, "seed": seed})
    result = engine_draw.draw(request)  # worked out before the lock, then checked against what it was made of
    with live.writing(championship.pk, by=by) as act:
        proof = _waiting(championship)
        draws.must_be_for(championship, listed["entries"], listed["sizes"])
        if (proof.pk, proof.list_digest) != (waiting.pk, waiting.list_digest):
            raise OutOfStep(_("The list was frozen again meanwhile. Cut the cards again."), code="frozen_again")
        _discard_draft(championship)
        stage = draws.first_stage(championship)
        proof.cards, proof.cut_at = cards, timezone.now()
        proof.seats_json = [list(seated) for seated in result.seats]
        proof.save(update_fields=["cards", "cut_at", "seats_json"])
        drawn = Draw.objects.create(
            stage=stage,
            number=stage.draws.count() + 1,
            proof=proof,
            seed=seed,
            request=engine_draw.request_to_json(request),
            result=engine_draw.result_to_json(result),
            made_by=by.user,
        )
        act.note("draw.made", f"draw {proof.number}", public=True, digest=result.digest, unmet=len(result.unmet))
    return drawn


def _waiting(championship: Championship) -> DrawProof:
    """Return the promise that waits for its draw, else say what comes first."""
    draws.must_not_be_published(championship)
    proof = draw_selectors.latest_proof(championship)
    if proof is None:
        raise OutOfStep(_("Publish the commitment first, before registration closes."), code="not_promised")
    if proof.cards:
        raise OutOfStep(
            _("The cards are cut and the draw is made. Publish it, or repeat it with a reason."), code="drawn_already"
        )
    return proof


def _discard_draft(championship: Championship) -> None:
    Draw.objects.filter(stage__championship=championship, state=DrawState.DRAFT).update(state=DrawState.DISCARDED)
