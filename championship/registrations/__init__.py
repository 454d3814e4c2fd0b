"""Reading a registration file up to the preview: bytes in, a frozen ``Preview`` out.

No model and no database: what is registered already is given as values, and what a preview says is saved by
``championship.services.imports``. ``preview()`` raises ``FileRefused`` and nothing else, whatever the bytes.
"""

from championship.registrations.codes import Bin, Doubt, Field, NoteKind, Refusal
from championship.registrations.preview import preview
from championship.registrations.refusals import FileRefused
from championship.registrations.registration import (
    Change,
    Column,
    Event,
    Group,
    Like,
    Note,
    Preview,
    Reason,
    Registered,
    Registration,
    Row,
)

__all__ = [
    "Bin",
    "Change",
    "Column",
    "Doubt",
    "Event",
    "Field",
    "FileRefused",
    "Group",
    "Like",
    "Note",
    "NoteKind",
    "Preview",
    "Reason",
    "Refusal",
    "Registered",
    "Registration",
    "Row",
    "preview",
]
