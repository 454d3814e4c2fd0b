"""Referees' passes: made, exchanged, revoked; only digests are stored (design.md §7)."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from championship.errors import NotAllowed, PassRefused
from championship.models import Championship, Pass, PassUse, Stage, Table
from championship.services import live

CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without 0 O 1 I, which are read wrongly from paper; eight of them are 40 bits, and guesses are limited."""
CODE_LENGTH = 8


@dataclass(frozen=True)
class NewPass:
    """A pass just made: the only moment at which its token and its short code are known."""

    row: Pass
    token: str
    code: str


def issue(
    championship: Championship,
    *,
    label: str,
    tables: Sequence[Table] = (),
    opens_all: bool = False,
    expires_at: datetime | None = None,
    by: live.Actor,
) -> NewPass:
    """Make a pass for *tables* (or all). Older ones live until they are revoked."""
    with live.writing(championship.pk, by=by) as act:
        new = create(championship, label=label, tables=tables, opens_all=opens_all, expires_at=expires_at)
        act.note(
            "pass.issued", f"pass {new.row.pk}", public=False, tables=[str(table) for table in tables], all=opens_all
        )
    return new


def of_referee(championship: Championship, *, by: live.Actor) -> Pass:
    """Return the pass of a signed-in referee, for every table: made once, and ended with their role."""
    if not by.role or by.user is None:
        raise NotAllowed(_("Only the staff of this championship can do this."))
    with live.writing(championship.pk, by=by) as act:
        if held := Pass.objects.filter(championship=championship, user=by.user, revoked_at=None).first():
            return held
        row = create(championship, label=by.user.get_username()[:80], opens_all=True, user=by.user).row
        act.note("pass.issued", f"pass {row.pk}", public=False, all=True)
    return row


def end_those_of(act: live.Act, user: User) -> None:
    """Revoke the pass of a referee whose role ends, inside the act that ends it."""
    mine = Pass.objects.filter(championship=act.championship_id, user=user, revoked_at=None)
    for pk in mine.values_list("pk", flat=True):
        act.note("pass.revoked", f"pass {pk}", public=False)
    mine.update(revoked_at=timezone.now())


def create(
    championship: Championship,
    *,
    label: str,
    tables: Sequence[Table] = (),
    opens_all: bool = False,
    expires_at: datetime | None = None,
    user: User | None = None,
) -> NewPass:
    """Store a pass inside an act that is already being written, for instance a print."""
    token = secrets.token_urlsafe(24)
    code = "".join(secrets.choice(CODE_LETTERS) for _index in range(CODE_LENGTH))
    row = Pass.objects.create(
        championship=championship,
        label=label,
        token_digest=digest(token),
        code_digest=digest(code),
        opens_all=opens_all,
        expires_at=expires_at,
        user=user,
    )
    row.tables.set(tables)
    return NewPass(row, token, code)


def digest(secret: str) -> str:
    """Return the stored form of a token or a short code; both have too many values to be searched."""
    return hashlib.sha256(secret.encode()).hexdigest()


def find(*, token: str = "", code: str = "") -> Pass:
    """Return the pass behind a token or a short code as typed. Raises PassRefused, which says what happened."""
    typed = "".join(code.split()).replace("-", "").upper()
    rows = Pass.objects.select_related("championship")
    held = (
        rows.filter(token_digest=digest(token)).first() if token else rows.filter(code_digest=digest(typed)).first()
    )
    if held is None:
        raise PassRefused(
            _("This code opens nothing. Scan the code on the scoresheet again, or ask the desk for a new one."),
            code="pass_unknown",
        )
    must_live(held)
    return held


def must_live(held: Pass) -> None:
    """Raise PassRefused if a pass was revoked or has expired."""
    if held.revoked_at is not None:
        raise PassRefused(
            _("This pass was revoked. Scan the newest scoresheet, or ask the desk for a new one."),
            code="pass_revoked",
        )
    if held.expires_at is not None and held.expires_at <= timezone.now():
        raise PassRefused(_("This pass has expired. Ask the desk for a new one."), code="pass_expired")


def must_open(held: Pass, table: Table) -> None:
    """Raise PassRefused unless the pass opens *table* now. One query.

    Called under the lock: it may be revoked meanwhile.
    """
    names_it = Pass.tables.through.objects.filter(pass_id=OuterRef("pk"), table_id=table.pk)
    is_of_it = Stage.objects.filter(pk=table.stage_id, championship=OuterRef("championship"))
    now = Pass.objects.annotate(names_table=Exists(names_it), is_of_table=Exists(is_of_it)).get(pk=held.pk)
    must_live(now)
    if not (now.is_of_table if now.opens_all else now.names_table):
        raise PassRefused(
            _("This pass is for other tables. Scan the code on the scoresheet of table %(table)s.")
            % {"table": table.number},
            code="pass_for_other_tables",
        )


def opens(held: Pass, table: Table) -> bool:
    """Whether the pass is for *table*, whatever its age."""
    if held.opens_all:
        return table.stage.championship_id == held.championship_id
    return held.tables.filter(pk=table.pk).exists()


def note_phone(held: Pass, mark: str) -> None:
    """Note that the phone with our random *mark* has exchanged the pass; a second phone is told to the staff.

    A phone that scans once more changes nothing.
    """
    phone = digest(mark)
    if PassUse.objects.filter(held=held, phone=phone).exists():
        return
    with live.writing(held.championship_id, by=live.Actor(held=held)) as act:
        _use, is_new = PassUse.objects.get_or_create(held=held, phone=phone)
        if is_new and held.uses.count() > 1:
            act.note("pass.second_phone", f"pass {held.pk}", public=False)


def accept_phones(held: Pass, *, by: live.Actor) -> None:
    """Note that the phones which use a pass so far are in order; the next one is told again."""
    if not by.is_head:
        raise NotAllowed(_("Only the head referee or the organiser can do this."))
    with live.writing(held.championship_id, by=by) as act:
        if held.uses.filter(accepted_at=None).update(accepted_at=timezone.now()):
            act.note("pass.phones_accepted", f"pass {held.pk}", public=False)


def revoke(held: Pass, *, by: live.Actor) -> None:
    """Stop a pass at once; revoking it again changes nothing."""
    with live.writing(held.championship_id, by=by) as act:
        if Pass.objects.filter(pk=held.pk, revoked_at=None).update(revoked_at=timezone.now()):
            act.note("pass.revoked", f"pass {held.pk}", public=False)
