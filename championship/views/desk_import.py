"""Registration files at the desk: uploaded, looked at, saved whole; doubtful lines wait for a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from championship.enums import ORGANISER
from championship.errors import ChampionshipError
from championship.forms.people import LineForm
from championship.models import RegistrationFile
from championship.registrations import Bin, Doubt, Field, FileRefused, Like, Preview, Reason, Refusal, Row, sentences
from championship.registrations.delimited import MOST_COLUMNS
from championship.registrations.encodings import NAMED
from championship.registrations.files import MOST_BYTES
from championship.services import imports
from championship.views.staff import Desk, attempt, desk_page, show

ENCODINGS = [(name, sentences.ENCODINGS[name]) for name in NAMED]
"""What a text may be read as, with the names people know."""
SHOWN_ROWS = 400
"""Rows of one bin that the preview lists; the counts tell of the rest."""


@desk_page(ORGANISER)
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Take a file and go on to its preview; nothing of it is saved yet."""
    if request.method != "POST":
        return show(request, desk, "import.html", **_files(desk))
    chosen = request.FILES.get("file")
    if chosen is None:
        messages.error(request, _("Choose a file first."))
        return show(request, desk, "import.html", status=422, **_files(desk))
    try:
        data = chosen.read(MOST_BYTES + 1)  # one byte more than may be read says enough
        file = imports.receive(
            desk.championship, data, chosen.name or "", by=desk.actor, column_map=_column_map(request)
        )
    except FileRefused as refused:
        messages.error(request, refused.message)
        columns = _columns(refused)
        return show(request, desk, "import.html", status=422, columns=columns, fields=_fields(), **_files(desk))
    except ChampionshipError as refused:
        messages.error(request, refused.message)
        return show(request, desk, "import.html", status=409, **_files(desk))
    return redirect("desk_import_file", slug=desk.slug, pk=file.pk)


def _columns(refused: FileRefused) -> list[tuple[int, list[str]]]:
    """The first cells of each column of a file whose headings we do not know, for a person to name them."""
    if refused.code != Refusal.HEADINGS_UNKNOWN:
        return []
    rows = refused.values.get("rows", ())
    return [
        (position, [row[position - 1] if position <= len(row) else "" for row in rows])
        for position in range(1, max(map(len, rows), default=0) + 1)
    ]


@desk_page(ORGANISER)
@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: HttpRequest, desk: Desk, pk: int) -> HttpResponse:
    """Show what saving the file would do; a post saves it, with the doubtful lines that were ticked."""
    file = get_object_or_404(RegistrationFile, pk=pk, championship=desk.championship)
    if "read" in request.POST:
        return _read_as(request, desk, file)
    if request.method == "POST":
        accept = {int(text) for text in request.POST.getlist("accept") if text.isdecimal() and len(text) < 9}
        try:
            counts = imports.save(file, by=desk.actor, accept=accept)
        except ChampionshipError as refused:
            messages.error(request, refused.message)
        else:
            messages.success(
                request,
                _("Added: %(added)s. Changed: %(changed)s. Left for a person: %(left_out)s.") % counts,
            )
            return redirect("desk_import", slug=desk.slug)
    if file.content is None:
        return redirect("desk_import", slug=desk.slug)
    shown = _shown(imports.preview(file))
    return show(request, desk, "import_file.html", file=file, encodings=ENCODINGS, fields=_fields(), **shown)


def _read_as(request: HttpRequest, desk: Desk, file: RegistrationFile) -> HttpResponse:
    """Read the file as the form says; if nothing can be read that way, say why, and read it as before."""
    encoding = request.POST.get("encoding", "")
    chosen = {
        f"#{position}": field
        for position in range(1, MOST_COLUMNS + 1)
        if (field := request.POST.get(f"column-{position}")) is not None and field in {"", *Field}
    }
    try:
        imports.read_as(file, encoding=encoding if encoding in NAMED else "", column_map=chosen, by=desk.actor)
    except (FileRefused, ChampionshipError) as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("Read as you said."))
    return redirect("desk_import_file", slug=desk.slug, pk=file.pk)


@desk_page(ORGANISER)
@require_POST
def settle(request: HttpRequest, desk: Desk, pk: int, line: int) -> HttpResponse:
    """Settle one line that was left out: register the player, as it stands or put right here, or drop it."""
    file = get_object_or_404(RegistrationFile, pk=pk, championship=desk.championship)
    act = request.POST.get("act")
    corrected = None
    if act == "correct":
        form = LineForm(request.POST)
        if not form.is_valid():
            for name, errors in form.errors.items():
                messages.error(request, f"{form.fields[name].label}: {errors[0]}")
            return redirect("desk_import", slug=desk.slug)
        corrected = form.cleaned_data
    take = act in {"take", "correct"}
    said = _("Registered.") if take else _("Dropped.")
    attempt(request, lambda: imports.settle(file, line, take=take, by=desk.actor, corrected=corrected), said)
    return redirect("desk_import", slug=desk.slug)


@dataclass(frozen=True)
class LeftOut:
    """A line that waits for a person: what stood there, why it waits."""

    line: int
    name: str
    reasons: tuple[str, ...]
    cells: tuple[tuple[str, str], ...]
    can_be_taken: bool
    form: LineForm


def _files(desk: Desk) -> dict[str, Any]:
    files = list(desk.championship.registration_files.defer("content").select_related("by_user"))
    return {
        "files": [(file, [_left_out(file.pk, row) for row in file.left_out]) for file in files if file.saved_at],
        "unsaved": [file for file in files if not file.saved_at][:3],
    }


def _left_out(file: int, stored: Mapping[str, Any]) -> LeftOut:
    row = Row(
        line=stored["line"],
        last_line=stored["line"],
        bin=Bin(stored["bin"]),
        like=Like(**stored["like"]) if stored["like"] else None,
    )
    player = stored["player"]
    return LeftOut(
        line=row.line,
        name=f"{player['first_name']} {player['last_name']}".strip(),
        reasons=tuple(
            sentences.reason(row, Reason(Doubt(each["code"]), each["values"])) for each in stored["reasons"]
        ),
        cells=tuple((str(sentences.FIELDS[Field(name)]), text) for name, text in stored["cells"].items()),
        can_be_taken=bool(player["first_name"]) and row.bin is not Bin.REFUSED,
        form=LineForm(
            initial={**player, "age": stored["entry"].get("age")}, auto_id=f"line-{file}-{stored['line']}-%s"
        ),
    )


def _shown(seen: Preview) -> dict[str, Any]:
    """The preview by bin, with a sentence for every reason and note."""
    by_bin: dict[Bin, list[Row]] = {each: [] for each in Bin}
    for row in seen.rows:
        by_bin[row.bin].append(row)

    def rows(chosen: Bin) -> list[tuple[Row, list[str]]]:
        return [(row, sentences.reasons(row)) for row in by_bin[chosen][:SHOWN_ROWS]]

    return {
        "seen": seen,
        "counts": [(str(sentences.BINS[each]), each.value, number) for each, number in seen.counts.items() if number],
        "notes": sentences.notes(seen.notes),
        "doubtful": rows(Bin.DOUBTFUL),
        "refused": rows(Bin.REFUSED),
        "fresh": [row for row, _reasons in rows(Bin.NEW)],
        "changed": [
            (row, [(sentences.FIELDS[change.field], change.before, change.after) for change in row.changes])
            for row in by_bin[Bin.CHANGED][:SHOWN_ROWS]
        ],
        "columns": [
            (
                column,
                column.heading or f"#{column.position}",
                str(sentences.FIELDS[column.field]) if column.field else "",
            )
            for column in seen.columns
        ],
        "delimiter": {"\t": _("tab")}.get(seen.delimiter or "", seen.delimiter),
    }


def _fields() -> list[tuple[str, str]]:
    return [(field.value, str(sentences.FIELDS[field])) for field in Field]


def _column_map(request: HttpRequest) -> dict[str, str]:
    """What a person said the columns are: by heading if there is one, else by position."""
    chosen = {}
    for position in range(1, 101):
        field = request.POST.get(f"column-{position}", "")
        if field in set(Field):
            heading = request.POST.get(f"heading-{position}", "").strip()
            chosen[heading if heading and request.POST.get("has_headings") else f"#{position}"] = field
    return chosen
