"""A file that is refused as a whole; nothing of it is read, let alone saved."""

from __future__ import annotations

from championship.errors import ChampionshipError
from championship.registrations import sentences
from championship.registrations.codes import Refusal


class FileRefused(ChampionshipError):
    """The file cannot be read as a registration list; ``code`` is a ``Refusal``, ``values`` tell the details.

    ``headings_unknown`` has ``rows``: the first lines as lists of text, for a person to name the columns.
    """

    code = "file_refused"

    def __init__(self, code: Refusal, **values: object) -> None:
        super().__init__(sentences.refusal(code, values), code=code.value, **values)
