"""Reads about people: public names, roles, entries."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet

from championship.enums import EntryStatus, NamePolicy, Role
from championship.models import Championship, Entry, Membership


def public_name(entry: Entry, policy: str) -> str:
    """Return the one name of *entry* that the public may see (design.md §1).

    Without consent it is the number whatever the organiser chose. *entry* needs its player loaded.
    """
    player = entry.player
    if not entry.has_consent or policy == NamePolicy.NUMBER:
        return f"#{entry.number}"
    if policy == NamePolicy.INITIAL and player.last_name:
        return f"{player.first_name} {player.last_name[0]}."
    return player.full_name or f"#{entry.number}"


def public_names(championship: Championship) -> dict[int, str]:
    """Return the public names of a championship's entries, by number. One query."""
    entries = championship.entries.select_related("player")
    return {entry.number: public_name(entry, championship.name_policy) for entry in entries}


def full_names(championship: Championship) -> dict[int, str]:
    """Return full names by entry number, for the desk and the referees; paper shows public names. One query."""
    entries = championship.entries.select_related("player")
    return {entry.number: entry.player.full_name or f"#{entry.number}" for entry in entries}


def role(user: AbstractBaseUser | AnonymousUser, championship: Championship) -> str:
    """Return the user's role in the championship; an empty string for none. A superuser is an organiser."""
    if not user.is_authenticated:
        return ""
    if getattr(user, "is_superuser", False):
        return Role.ORGANISER
    membership = Membership.objects.filter(user_id=user.pk, championship=championship).first()
    return membership.role if membership else ""


def playing(championship: Championship) -> QuerySet[Entry]:
    """Return the entries that are in: registered, neither cancelled nor waiting."""
    return championship.entries.filter(status=EntryStatus.REGISTERED)


def checked_in(championship: Championship) -> QuerySet[Entry]:
    """Return the entries that are in and have arrived."""
    return playing(championship).filter(checked_in_at__isnull=False)


def search(championship: Championship, text: str) -> QuerySet[Entry]:
    """Return the entries whose number or name begins or goes on with *text*, at most 30."""
    entries = championship.entries.select_related("player").exclude(status=EntryStatus.CANCELLED)
    text = text.strip()
    if text.lstrip("#").isdecimal():
        return entries.filter(number=min(int(text.lstrip("#")), 2**31 - 1))
    for word in text.split():
        entries = entries.filter(player__first_name__icontains=word) | entries.filter(
            player__last_name__icontains=word
        )
    return entries[:30]
