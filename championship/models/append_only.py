"""Rows that are written once (design.md §4.1, §11)."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models


class WrittenOnce(Exception):
    """Somebody tried to change or delete a row that is written once; write the next one instead."""


class AppendOnlyQuerySet(models.QuerySet):
    """A queryset that neither updates nor deletes."""

    def _refuse(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise WrittenOnce(f"{self.model.__name__} rows are written once: add the next one instead")

    update = delete = bulk_update = update_or_create = _refuse
    _refuse.alters_data = True  # type: ignore[attr-defined]  # a template must not call it
    _refuse.queryset_only = True  # type: ignore[attr-defined]  # no manager.delete()

    def bulk_create(self, objs: Any, *args: Any, update_conflicts: bool = False, **kwargs: Any) -> Any:
        """Insert rows. Raises WrittenOnce where a row that is there would be written over."""
        if update_conflicts or len(args) > 2:  # the third after the rows
            self._refuse()
        return super().bulk_create(objs, *args, **kwargs)


class AppendOnly(models.Model):
    """A model whose rows are saved once, and never deleted."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise WrittenOnce(f"{self!r} is written once: add the next one instead")
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise WrittenOnce(f"{self!r} is written once: it cannot be deleted")
