"""Codes of the import: stable, and stored; ``sentences`` has the words for them."""

from __future__ import annotations

from enum import StrEnum


class Field(StrEnum):
    """What a column may say about a player; ``NAME`` is a whole name in one column."""

    FIRST = "first"
    LAST = "last"
    NAME = "name"
    AGE = "age"
    BIRTH = "birth"
    PHONE = "phone"
    EMAIL = "email"
    CITY = "city"
    SCHOOL = "school"
    CLUB = "club"
    PAID = "paid"
    CONSENT = "consent"
    PHOTO = "photo"
    SPECTATORS = "spectators"
    REGISTERED = "registered"
    NOTE = "note"


class Bin(StrEnum):
    """What becomes of a row; every row is in exactly one."""

    NEW = "new"
    DOUBTFUL = "doubtful"
    """Readable, but a person has to look: nothing is saved, merged or dropped without a yes."""
    REFUSED = "refused"
    SKIPPED = "skipped"
    """Nobody: an empty line, the headings once more, a row of totals."""
    CHANGED = "changed"
    UNCHANGED = "unchanged"


class Doubt(StrEnum):
    """Why a row is doubtful, refused or skipped."""

    SAME_PERSON = "same_person"
    SAME_NAME = "same_name"
    NAME_INCOMPLETE = "name_incomplete"
    NAME_MISSING = "name_missing"
    NAME_TOO_LONG = "name_too_long"
    ODD_NAME = "odd_name"
    LETTERS_LOST = "letters_lost"
    LETTERS_GUESSED = "letters_guessed"
    """The line is in another encoding than the rest of the file."""
    NOT_PRINTABLE = "not_printable"
    CONTROL_CHARACTERS = "control_characters"
    AGE_OUT_OF_RANGE = "age_out_of_range"
    AGE_UNREADABLE = "age_unreadable"
    AGE_DISAGREES = "age_disagrees"
    PHONE_UNREADABLE = "phone_unreadable"
    EMAIL_UNREADABLE = "email_unreadable"
    DATE_UNREADABLE = "date_unreadable"
    ANSWER_UNREADABLE = "answer_unreadable"
    """Neither yes nor no, or no number of spectators."""
    TOO_MANY_SPECTATORS = "too_many_spectators"
    TOO_MANY_CELLS = "too_many_cells"
    CELL_TOO_LONG = "cell_too_long"
    CELL_ERROR = "cell_error"
    """A workbook's error value (``#REF!``), or a formula that was never worked out."""
    QUOTE_NOT_CLOSED = "quote_not_closed"
    DELIMITER_MIXED = "delimiter_mixed"
    EMPTY_LINE = "empty_line"
    HEADINGS_AGAIN = "headings_again"
    TOTALS = "totals"
    OUTSIDE_COLUMNS = "outside_columns"


REFUSING = frozenset({Doubt.NAME_MISSING, Doubt.NAME_TOO_LONG, Doubt.QUOTE_NOT_CLOSED, Doubt.DELIMITER_MIXED})
"""Reasons for which a row cannot be saved as it is; the others only make it doubtful."""


class NoteKind(StrEnum):
    """What the preview says about the file as a whole."""

    ENCODING_GUESSED = "encoding_guessed"
    ENCODING_MIXED = "encoding_mixed"
    SHEETS_NOT_READ = "sheets_not_read"
    HIDDEN_COLUMNS = "hidden_columns"
    HIDDEN_ROWS = "hidden_rows"
    HEADING_TWICE = "heading_twice"
    COLUMNS_NOT_READ = "columns_not_read"
    COLUMNS_BEYOND = "columns_beyond"
    SPELLINGS_UNITED = "spellings_united"
    WAITING_LIST = "waiting_list"
    ABSENT = "absent"


class Refusal(StrEnum):
    """Why a file is refused as a whole."""

    EMPTY = "empty"
    NO_ROWS = "no_rows"
    HEADINGS_UNKNOWN = "headings_unknown"
    DELIMITER_MIXED = "delimiter_mixed"
    NOT_TEXT = "not_text"
    NOT_A_WORKBOOK = "not_a_workbook"
    PROTECTED = "protected"
    TOO_MANY_ROWS = "too_many_rows"
    TOO_LARGE = "too_large"
