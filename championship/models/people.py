"""People: players and their entries, who runs a championship, and referees' passes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from championship.enums import EntryStatus, Role
from championship.models.stages import Championship

if TYPE_CHECKING:
    from championship.models.seating import Table


class Player(models.Model):
    """A person. Contact details are the desk's alone and never public (design.md §1)."""

    first_name = models.CharField(_("first name"), max_length=100)
    last_name = models.CharField(_("last name"), max_length=100, blank=True)
    phone = models.CharField(_("phone"), max_length=20, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    city = models.CharField(_("city"), max_length=100, blank=True)
    school = models.CharField(_("school"), max_length=100, blank=True)
    club = models.CharField(_("club"), max_length=100, blank=True)

    class Meta:
        verbose_name = _("player")

    def __str__(self) -> str:
        return self.full_name

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


class Entry(models.Model):
    """A player's place in one championship, known everywhere by its number."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField(_("number"))
    status = models.CharField(max_length=12, choices=EntryStatus, default=EntryStatus.REGISTERED)
    age = models.PositiveSmallIntegerField(_("age"), null=True, blank=True)
    has_consent = models.BooleanField(_("may be named in public"), default=False)
    has_photo_consent = models.BooleanField(_("may be photographed"), default=False)
    is_eligible = models.BooleanField(_("declared that they may take part"), default=False)
    is_paid = models.BooleanField(_("paid"), default=False)
    spectators = models.PositiveSmallIntegerField(_("spectators"), default=0)
    registered_on = models.DateField(_("registered on"), null=True, blank=True)
    note = models.TextField(_("note"), blank=True)
    family = models.PositiveIntegerField(_("family"), null=True, blank=True)
    pot = models.PositiveSmallIntegerField(_("pot"), null=True, blank=True)
    checked_in_at = models.DateTimeField(_("checked in at"), null=True, blank=True)

    class Meta:
        verbose_name = _("entry")
        ordering = ["championship", "number"]
        constraints = [
            models.UniqueConstraint(fields=["championship", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["championship", "player"], name="one_entry_a_player"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entry_numbers_from_one"),
            models.CheckConstraint(
                condition=Q(checked_in_at=None) | Q(status=EntryStatus.REGISTERED), name="only_registered_check_in"
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.number}"


class EntryMerge(models.Model):
    """Two entries that were one person: ``gone`` was cancelled, and ``kept`` took over what it did not have itself.

    ``filled`` names those fields, never their values, so that the merge can be taken back and anonymising has nothing
    to empty here. ``gone_status`` and ``gone_here_at`` are what the entry that went was before.
    """

    kept = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="merges")
    gone = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="merged_into")
    filled = models.JSONField(default=list)
    gone_status = models.CharField(max_length=12, choices=EntryStatus)
    gone_here_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("merge of two entries")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(kept=models.F("gone")), name="merge_of_two_entries"),
            models.UniqueConstraint(fields=["gone"], condition=Q(undone_at=None), name="one_merge_an_entry"),
        ]

    def __str__(self) -> str:
        return f"{self.gone} -> {self.kept}"


class Membership(models.Model):
    """What a user may do in one championship; without one, it does not exist for them."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=15, choices=Role)

    class Meta:
        verbose_name = _("membership")
        constraints = [models.UniqueConstraint(fields=["championship", "user"], name="one_membership_a_user")]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class Invitation(models.Model):
    """A link that gives a role to whoever opens it first; only the digest of its token is stored.

    It is used once, and ends by itself or when it is taken back.
    """

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=15, choices=Role)
    token_digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("invitation")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(used_at=None) | Q(revoked_at=None), name="used_or_taken_back"),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk}"


class Pass(models.Model):
    """A referee's revocable access to certain tables, or to all; only digests are stored (design.md §7).

    ``token_digest`` is of the QR code's token, ``code_digest`` of the short code beneath it.
    """

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="passes")
    label = models.CharField(_("for"), max_length=80)
    token_digest = models.CharField(max_length=64, unique=True)
    code_digest = models.CharField(max_length=64, unique=True)
    tables: models.ManyToManyField[Table, Any] = models.ManyToManyField("Table", related_name="passes", blank=True)
    opens_all = models.BooleanField(_("every table"), default=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="passes"
    )  # a signed-in referee's own; it ends with their role
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("pass")
        verbose_name_plural = _("passes")

    def __str__(self) -> str:
        return self.label


class PassUse(models.Model):
    """A phone that exchanged a pass: a second one on a table's code shows on the floor board (design.md §7).

    ``phone`` is the digest of a random mark that we gave the phone; it tells phones apart and nothing about them.
    ``accepted_at``: somebody looked and found it in order.
    """

    held = models.ForeignKey(Pass, on_delete=models.CASCADE, related_name="uses")
    phone = models.CharField(max_length=64)
    first_at = models.DateTimeField(auto_now_add=True)
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("phone with a pass")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["held", "phone"], name="one_use_a_phone")]

    def __str__(self) -> str:
        return f"{self.held_id}: {self.phone[:8]}"
