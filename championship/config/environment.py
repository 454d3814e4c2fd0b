"""What the environment says: the one place that reads it (design.md §9)."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def flag(name: str, default: bool = False) -> bool:
    """Return whether *name* is switched on: 1, true, yes or on."""
    value = os.environ.get(name, "")
    return value.strip().lower() in {"1", "true", "yes", "on"} if value else default


def words(name: str, default: list[str]) -> list[str]:
    """Return the comma-separated words of *name*."""
    value = os.environ.get(name, "")
    return [word.strip() for word in value.split(",") if word.strip()] or default


def secret_key(keep_in: Path) -> str:
    """Return ``SECRET_KEY``, or one of this installation's own, made once and kept beside the database."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    file = keep_in / "secret_key"
    if not file.exists():
        keep_in.mkdir(parents=True, exist_ok=True)
        draft = keep_in / f"secret_key.{os.getpid()}"
        draft.write_text(secrets.token_urlsafe(64))
        draft.chmod(0o600)
        try:
            os.link(draft, file)  # the first of several processes wins, the others read what it wrote
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return file.read_text()


def database(default: Path) -> dict[str, Any]:
    """Return Django's settings of the database that ``DATABASE_URL`` names; SQLite at *default* if unset.

    ``postgres://user:password@host:port/name?sslmode=…`` or ``sqlite:///path``. Raises ImproperlyConfigured
    for any other scheme.
    """
    url = urlsplit(os.environ.get("DATABASE_URL", ""))
    if url.scheme in {"", "sqlite"}:
        path = Path(unquote(url.path)) if url.scheme else default
        return sqlite(path)
    if url.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(
            f"DATABASE_URL: {url.scheme!r} is no database we know. Use postgres:// or sqlite://."
        )
    options: dict[str, Any] = dict(parse_qsl(url.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(url.path.lstrip("/")),
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": options.pop("host", "") or unquote(url.hostname or ""),
        "PORT": str(url.port or ""),
        "CONN_MAX_AGE": 0,
        "OPTIONS": {**options, "pool": {"min_size": 1, "max_size": 16, "timeout": 20}},
    }


def sqlite(path: Path) -> dict[str, Any]:
    """Return settings with which SQLite takes a hall of writers: WAL, immediate transactions, nothing lost."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": (
                "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA temp_store=MEMORY;"
                "PRAGMA journal_size_limit=27103364;"
            ),
        },
    }
