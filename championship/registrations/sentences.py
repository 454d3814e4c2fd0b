"""The words for every code of the import: whole sentences that name the line, the thing and the way out.

They are translated when they are asked for, in the reader's language; codes and values are what is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from championship.registrations.codes import Bin, Doubt, Field, NoteKind, Refusal

if TYPE_CHECKING:
    from championship.registrations.registration import Note, Reason, Row

ENCODINGS: Mapping[str, str] = {
    "utf-8": "UTF-8",
    "cp1255": "Windows-1255",
    "cp1250": "Windows-1250",
    "iso8859_2": "ISO 8859-2",
    "cp1252": "Windows-1252",
    "cp862": "DOS 862",
}
FIELDS: Mapping[Field, object] = {
    Field.FIRST: _("first name"),
    Field.LAST: _("last name"),
    Field.NAME: _("first and last name"),
    Field.AGE: _("age"),
    Field.BIRTH: _("date of birth"),
    Field.PHONE: _("phone"),
    Field.EMAIL: _("e-mail"),
    Field.CITY: _("city"),
    Field.SCHOOL: _("school"),
    Field.CLUB: _("club"),
    Field.PAID: _("paid"),
    Field.CONSENT: _("parents' consent"),
    Field.PHOTO: _("consent to photographs"),
    Field.SPECTATORS: _("spectators"),
    Field.REGISTERED: _("date of registration"),
    Field.NOTE: _("note"),
}
"""What a column is called."""

BINS: Mapping[Bin, object] = {
    Bin.NEW: pgettext_lazy("rows of a file", "New"),
    Bin.DOUBTFUL: pgettext_lazy("rows of a file", "To be looked at"),
    Bin.REFUSED: pgettext_lazy("rows of a file", "Cannot be saved"),
    Bin.SKIPPED: pgettext_lazy("rows of a file", "Nobody"),
    Bin.CHANGED: pgettext_lazy("rows of a file", "Changed"),
    Bin.UNCHANGED: pgettext_lazy("rows of a file", "Registered already"),
}

_REASONS: Mapping[Doubt, object] = {
    Doubt.SAME_PERSON: _(
        "Line %(line)s: %(name)s is most likely the same player as %(like_name)s (%(like)s). Say whether it is one"
        " player or two."
    ),
    Doubt.SAME_NAME: _(
        "Line %(line)s: %(name)s has the same name as %(like_name)s (%(like)s), but another phone. Say whether"
        " they are two players."
    ),
    Doubt.NAME_INCOMPLETE: _(
        "Line %(line)s: of “%(name)s” the first or the last name is missing. Add it, or take the player as it is."
    ),
    Doubt.NAME_MISSING: _("Line %(line)s has no name. Add the name in the file, or delete the line."),
    Doubt.NAME_TOO_LONG: _(
        "Line %(line)s: the name “%(name)s” has %(letters)s letters; at most %(limit)s can be kept. Shorten it."
    ),
    Doubt.ODD_NAME: _(
        "Line %(line)s: “%(name)s” does not look like a name. Correct it, or take it as text, just as it stands."
    ),
    Doubt.LETTERS_LOST: _(
        "Line %(line)s: in “%(text)s” a letter was lost when the file was saved (%(field)s). Type it again."
    ),
    Doubt.LETTERS_GUESSED: _(
        "Line %(line)s is in another encoding than the rest of the file; its letters were guessed. Check the names."
    ),
    Doubt.NOT_PRINTABLE: _(
        "Line %(line)s: “%(name)s” has a sign that cannot be printed. On paper it is left out; delete it,"
        " or take the name as it is."
    ),
    Doubt.CONTROL_CHARACTERS: _(
        "Line %(line)s: “%(text)s” had control characters, which were left out (%(field)s). Check what is left."
    ),
    Doubt.AGE_OUT_OF_RANGE: _(
        "Line %(line)s: age %(age)s; players are %(youngest)s to %(oldest)s. Correct the age, or let the player in."
    ),
    Doubt.AGE_UNREADABLE: _(
        "Line %(line)s: the age “%(text)s” cannot be read. Give it in figures, or leave it empty."
    ),
    Doubt.AGE_DISAGREES: _(
        "Line %(line)s: the age given is %(age)s, by the date of birth it is %(reckoned)s. Correct one of them."
    ),
    Doubt.PHONE_UNREADABLE: _(
        "Line %(line)s: “%(text)s” is not a phone number. Correct it, or take the player without a phone."
    ),
    Doubt.EMAIL_UNREADABLE: _(
        "Line %(line)s: “%(text)s” is not an e-mail address. Correct it, or take the player without one."
    ),
    Doubt.DATE_UNREADABLE: _(
        "Line %(line)s: “%(text)s” is not a date (%(field)s). Write day, month and year, or leave it empty."
    ),
    Doubt.ANSWER_UNREADABLE: _(
        "Line %(line)s: “%(text)s” cannot be read (%(field)s). Write yes or no, or a number, or leave it empty."
    ),
    Doubt.TOO_MANY_SPECTATORS: _(
        "Line %(line)s: %(count)s spectators; a player may bring %(limit)s. Correct the number, or allow it."
    ),
    Doubt.TOO_MANY_CELLS: _(
        "Line %(line)s has more cells than there are headings (“%(text)s”); perhaps a note has a comma in it."
        " Check whether everything is in its column."
    ),
    Doubt.CELL_TOO_LONG: _(
        "Line %(line)s: a cell has %(letters)s letters (%(field)s); at most %(limit)s are kept, and the cut is"
        " marked. Shorten it."
    ),
    Doubt.CELL_ERROR: _(
        "Line %(line)s: a formula of the workbook has no result (%(field)s). Replace it by its value."
    ),
    Doubt.QUOTE_NOT_CLOSED: _(
        "Line %(line)s has an opening quote without its end. Close or delete the quote; the lines below were read."
    ),
    Doubt.DELIMITER_MIXED: _(
        "Line %(line)s is cut by another sign than the rest of the file. Use the sign of the headings in it."
    ),
    Doubt.EMPTY_LINE: _("Line %(line)s is empty."),
    Doubt.HEADINGS_AGAIN: _("Line %(line)s has the headings once more."),
    Doubt.TOTALS: _("Line %(line)s is a row of totals."),
    Doubt.OUTSIDE_COLUMNS: _("Line %(line)s has nothing in the columns of the list."),
}

_EARLIER_LINE = _("line %(line)s")
_EARLIER_ENTRY = _("entry number %(entry)s")
_EARLIER_BOTH = _("line %(line)s, entry number %(entry)s")

_REFUSALS: Mapping[Refusal, object] = {
    Refusal.EMPTY: _("The file is empty. Choose the file with the list."),
    Refusal.NO_ROWS: _("The file has headings and not a single player under them. Choose the file with the list."),
    Refusal.HEADINGS_UNKNOWN: _(
        "No line of the file has headings that we know. Put headings such as “first name”, “last name” and “age”"
        " in the first line, or say which column is what."
    ),
    Refusal.DELIMITER_MIXED: _(
        "The headings are cut by “%(delimiter)s”, but rows by another sign (%(rows)s of %(filled)s). Save the list"
        " anew with one sign between the cells."
    ),
    Refusal.NOT_TEXT: _("This is not a text file. Save the list as CSV or XLSX."),
    Refusal.NOT_A_WORKBOOK: _("The file cannot be opened as a workbook. Save the list anew, as XLSX or CSV."),
    Refusal.PROTECTED: _("The workbook needs a password. Save it without one."),
    Refusal.TOO_MANY_ROWS: _("The list has %(rows)s rows; at most %(limit)s can be read at once. Divide the file."),
    Refusal.TOO_LARGE: _(
        "The file holds %(bytes)s bytes; at most %(limit)s can be read. Save the list alone, without pictures, as"
        " CSV or XLSX."
    ),
}

_KINDS: Mapping[str, object] = {
    "picture": _("This is a picture. Choose the list itself, saved as CSV or XLSX."),
    "pdf": _("This is a PDF. Choose the list itself, saved as CSV or XLSX."),
    "packed": _("This is a packed file. Unpack it, and choose the list itself."),
    "program": _("This is a program. Choose the list, saved as CSV or XLSX."),
    "database": _("This is a database. Export the list from it as CSV or XLSX."),
    "document": _("This is a text document. Save its table as CSV or XLSX."),
    "html": _("This is a web page under another name. Open it in a spreadsheet program and save it as XLSX."),
    "xml": _("This is an XML file. Open it in a spreadsheet program and save it as XLSX."),
    "xls": _("This is a workbook of before 2007 (XLS). Open it in a spreadsheet program and save it as XLSX."),
    "xlsb": _("This is a binary workbook (XLSB). Open it in a spreadsheet program and save it as XLSX."),
    "ods": _("This is an OpenDocument file. Open it in a spreadsheet program and save it as XLSX."),
    "numbers": _("This is a file of Apple Numbers. Export it from there as XLSX or CSV."),
    "lists": _("This is an archive with lists in it. Unpack it, and choose one of them."),
    "archive": _("This is an archive, and no workbook. Unpack it, and choose the list itself."),
    "no_sheets": _("The workbook has no sheet with cells. Choose the file with the list."),
    "entities": _("The workbook has parts that no spreadsheet program writes. Save the list anew, as XLSX or CSV."),
    "hidden": _(
        "The sheets that can be seen have no headings that we know; there are hidden ones (%(sheets)s)."
        " If the list is there, show the sheet and save the workbook."
    ),
}
"""A better sentence where it is known what the file is instead."""

_NOTES: Mapping[NoteKind, object] = {
    NoteKind.ENCODING_GUESSED: _(
        "The file does not say how its letters are written; %(encoding)s was guessed. Check that the names are right."
    ),
    NoteKind.ENCODING_MIXED: _(
        "Lines %(lines)s are in another encoding than the rest of the file; their letters were guessed."
    ),
    NoteKind.HIDDEN_COLUMNS: _("Hidden columns were read too: %(columns)s."),
    NoteKind.HEADING_TWICE: _(
        "Columns %(taken_column)s (“%(taken)s”) and %(column)s (“%(heading)s”) have the same meaning; the first was"
        " taken, the other was not read."
    ),
    NoteKind.COLUMNS_NOT_READ: _("These columns were not read: %(columns)s."),
    NoteKind.COLUMNS_BEYOND: _("Cells beyond column %(limit)s were not read."),
    NoteKind.SPELLINGS_UNITED: _("One spelling was taken for all (%(field)s): “%(kept)s” instead of %(others)s."),
    NoteKind.ABSENT: _("Registered before and not in this file; they stay as they are: %(names)s."),
}


def refusal(code: Refusal, values: Mapping[str, object]) -> str:
    """Return why a file was refused and what to do about it."""
    if code is Refusal.HEADINGS_UNKNOWN and values.get("hidden"):
        return str(_KINDS["hidden"]) % {"sheets": _for_person("hidden", values["hidden"])}
    if code in (Refusal.NOT_TEXT, Refusal.NOT_A_WORKBOOK) and values.get("kind") in _KINDS:
        return str(_KINDS[str(values["kind"])])
    delimiter = values.get("delimiter")
    return str(_REFUSALS[code]) % {**values, "delimiter": _("tab") if delimiter == "\t" else delimiter}


def reason(row: Row, reason: Reason) -> str:
    """Return why *row* is where it is and what to do about it."""
    values = _for_people({"line": row.line, **reason.values})
    if row.like and reason.code in (Doubt.SAME_PERSON, Doubt.SAME_NAME):
        earlier = {"line": row.like.line, "entry": row.like.entry}
        if row.like.entry is None:
            values["like"] = str(_EARLIER_LINE) % earlier
        else:
            values["like"] = str(_EARLIER_ENTRY if row.like.line is None else _EARLIER_BOTH) % earlier
    return str(_REASONS[reason.code]) % values


def reasons(row: Row) -> list[str]:
    """Return a sentence for each reason of *row*."""
    return [reason(row, each) for each in row.reasons]


def note(note: Note) -> str:
    """Return what is to be said about the file."""
    values = _for_people(note.values)
    match note.code:
        case NoteKind.SHEETS_NOT_READ:
            return _sheets(values)
        case NoteKind.HIDDEN_ROWS:
            rows = int(str(values["rows"]))
            return ngettext("%(rows)s hidden row was read too.", "%(rows)s hidden rows were read too.", rows) % values
        case NoteKind.WAITING_LIST:
            count = int(str(values["count"]))
            sentence = ngettext(
                "There are %(capacity)s places: %(count)s player goes to the waiting list.",
                "There are %(capacity)s places: %(count)s players go to the waiting list.",
                count,
            )
            return sentence % values
    return str(_NOTES[note.code]) % values


def notes(found: tuple[Note, ...]) -> list[str]:
    """Return a sentence for each of the notes."""
    return [note(each) for each in found]


def _sheets(values: Mapping[str, object]) -> str:
    """Return which sheet was read and which were not; a second list is a reason to look."""
    sentence = _("The sheet “%(sheet)s” was read; these were not: %(sheets)s.")
    if values["lists"]:
        sentence = _(
            "The sheet “%(sheet)s” was read; these were not: %(sheets)s. There is another list on %(lists)s: save it"
            " as a file of its own to read it too."
        )
    return str(sentence) % values


# Values in sentences

_MOST_LISTED = 10
_ENCODINGS: Mapping[str, str] = {
    "cp1255": "Windows-1255",
    "cp1250": "Windows-1250",
    "cp1252": "Windows-1252",
    "iso8859_2": "ISO 8859-2",
    "cp862": "DOS 862",
}


def _for_people(values: Mapping[str, object]) -> dict[str, object]:
    """Return *values* as they stand in a sentence: a field by what it is called, text of the file kept apart."""
    return {key: _for_person(key, value) for key, value in values.items()}


def _for_person(key: str, value: object) -> object:
    if key == "field":
        return FIELDS[Field(str(value))]
    if key == "encoding":
        return isolated(_ENCODINGS.get(str(value), str(value).upper()))
    if isinstance(value, str):
        return isolated(value)
    return _listed(value) if isinstance(value, tuple | list) else value


def isolated(text: str) -> str:
    """Return *text* so that its direction does not mix with that of the sentence (U+2068 … U+2069)."""
    return f"\u2068{text}\u2069"


def _listed(members: Sequence[object]) -> str:
    """Return the members of a list, in quotes if they are text; of many the first ten."""
    quoted = pgettext("in quotes", "“%(text)s”")
    texts = [
        quoted % {"text": isolated(each)} if isinstance(each, str) else str(each) for each in members[:_MOST_LISTED]
    ]
    return ", ".join(texts) + (", …" if len(members) > _MOST_LISTED else "")
