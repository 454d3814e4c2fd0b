"""Registration lists made for tests: the event they are for, text files, and workbooks part by part."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from xml.sax.saxutils import escape

from championship.registrations import Event, Preview, Registered, preview

IMPORTS = Path(__file__).resolve().parents[3] / "fixtures" / "imports"
EVENT = Event(qualifiers=date(2027, 10, 19), capacity=120, youngest=5, oldest=18, spectators=2)

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def read(data: bytes | str, *, registered: Sequence[Registered] = (), **more: object) -> Preview:
    """Return the preview of *data* (text: as UTF-8) for the event of the fixtures."""
    content = data.encode() if isinstance(data, str) else data
    return preview(content, "list", event=EVENT, registered=registered, **more)  # type: ignore[arg-type]


def after(first: Preview) -> list[Registered]:
    """Return what is registered once the new rows of *first* are saved, numbered from 1 in order."""
    return [
        Registered(number, row.registration)
        for number, row in enumerate((row for row in first.rows if row.bin == "new"), start=1)
    ]


def relations(*targets: tuple[str, str, str]) -> str:
    """Return a .rels part of (identity, last word of the type, target)."""
    links = "".join(
        f'<Relationship Id="{identity}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for identity, kind, target in targets
    )
    return f'<Relationships xmlns="{PACKAGE}">{links}</Relationships>'


def cell(reference: str, value: object) -> str:
    """Return a cell: text, a number, a truth value, or XML as it is (a ``str`` that begins with "<")."""
    if isinstance(value, str) and value.startswith("<"):
        return value
    if isinstance(value, bool):
        return f'<c r="{reference}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{reference}"><v>{value}</v></c>'
    return f'<c r="{reference}" t="inlineStr"><is><t>{escape(str(value))}</t></is></c>'


def sheet(rows: Sequence[Sequence[object]], *, before: str = "", behind: str = "") -> str:
    """Return a sheet's XML from rows of values, None for no cell; *before* and *behind* stand around the data."""
    data = "".join(
        f'<row r="{number}">'
        + "".join(cell(f"{chr(ord('A') + at)}{number}", value) for at, value in enumerate(row) if value is not None)
        + "</row>"
        for number, row in enumerate(rows, start=1)
    )
    return f'<worksheet xmlns="{MAIN}">{before}<sheetData>{data}</sheetData>{behind}</worksheet>'


def workbook_parts(
    sheets: Mapping[str, str], *, states: Mapping[str, str] | None = None, kinds: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return the parts of a workbook: name of the sheet -> its XML; *states* hide, *kinds* make a chart sheet."""
    names = list(sheets)
    entries = "".join(
        f'<sheet name="{escape(name)}" sheetId="{at}" state="{(states or {}).get(name, "visible")}" r:id="rId{at}"/>'
        for at, name in enumerate(names, start=1)
    )
    links = [
        (f"rId{at}", (kinds or {}).get(name, "worksheet"), f"worksheets/sheet{at}.xml")
        for at, name in enumerate(names, start=1)
    ]
    styles = (
        f'<styleSheet xmlns="{MAIN}"><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts>'
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>'
    )
    return {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "_rels/.rels": relations(("rId1", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{entries}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations(*links, ("rId90", "styles", "styles.xml")),
        "xl/styles.xml": styles,
        **{f"xl/worksheets/sheet{at}.xml": content for at, content in enumerate(sheets.values(), start=1)},
    }


def packed(parts: Mapping[str, str | bytes]) -> bytes:
    """Return an archive of *parts*."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def workbook(*rows: Sequence[object], before: str = "", behind: str = "") -> bytes:
    """Return a workbook of one sheet with *rows*."""
    return packed(workbook_parts({"Players": sheet(rows, before=before, behind=behind)}))
