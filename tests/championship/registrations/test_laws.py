"""Whatever the bytes: a preview or a FileRefused, and a preview that adds up."""

from __future__ import annotations

import io
import zipfile

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from championship.registrations import Bin, FileRefused, Preview, sentences
from tests.championship.registrations.lists import IMPORTS, read

TEXTS = [
    (IMPORTS / name).read_bytes()
    for name in (
        "bad/mixed_line_ends.csv",
        "bad/headings_twice.csv",
        "bad/nul_bytes.csv",
        "bad/utf16_without_mark.csv",
    )
]
MESSY = [
    b"\n".join((IMPORTS / name).read_bytes().replace(b"\r\n", b"\n").split(b"\n")[start : start + 9])
    for name in ("messy_110.csv", "messy_110_cp1255.csv")
    for start in (50, 56, 62, 72)
]
HEADINGS = [(IMPORTS / name).read_bytes().split(b"\n")[0] for name in ("messy_110.csv", "messy_110_cp1255.csv")]
WORKBOOK = (IMPORTS / "bad" / "workbook_named.csv").read_bytes()
PARTS = {
    info.filename: zipfile.ZipFile(io.BytesIO(WORKBOOK)).read(info)
    for info in zipfile.ZipFile(io.BytesIO(WORKBOOK)).infolist()
}

ALPHABET = 'שנא,;\t|"\n\r aB9.-/@=<\u200f\x00\ufffd🌟'
FEW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def check(data: bytes) -> Preview | None:
    """Read *data*, None if it is refused; what is read is whole: every row in a bin, with its words."""
    try:
        found = read(data)
    except FileRefused:
        return None
    assert sum(found.counts.values()) == len(found.rows)
    lines = [row.line for row in found.rows]
    assert lines == sorted(set(lines))
    for row in found.rows:
        assert row.last_line >= row.line
        assert bool(row.reasons) == (row.bin in (Bin.DOUBTFUL, Bin.REFUSED, Bin.SKIPPED))
        assert len(sentences.reasons(row)) == len(row.reasons)
        assert row.like is None or row.like.line is None or row.like.line < row.line
        assert "\0" not in row.registration.full_name + row.registration.note
    assert len(sentences.notes(found.notes)) == len(found.notes)
    return found


@FEW
@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data):
    check(data)


@FEW
@given(st.text(ALPHABET, max_size=200), st.sampled_from(["utf-8", "utf-16", "utf-32", "utf-16-le"]))
def test_any_text_under_headings_is_read_or_refused(text, encoding):
    check(f"First name,Last name,Age,Notes\n{text}".encode(encoding))


@st.composite
def mutated(draw: st.DrawFn, source: bytes) -> bytes:
    """Return *source* with a few bytes changed, left out or put in, or a piece of it doubled."""
    data = bytearray(source)
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(len(data) - 1, 0)))
        match draw(st.sampled_from(["change", "drop", "insert", "double", "cut"])):
            case "change" if data:
                data[at] = draw(st.integers(0, 255))
            case "drop":
                del data[at : at + draw(st.integers(1, 40))]
            case "insert":
                data[at:at] = draw(st.sampled_from([b'"', b"\n", b"\0", b";", b",", b"\xff\xfe", b"<", b"&", b"\r"]))
            case "double":
                data[at:at] = data[at : at + 60]
            case "cut" if at:
                del data[at:]
    return bytes(data)


@FEW
@given(st.data())
def test_spoilt_lists_are_read_or_refused(data):
    source = data.draw(st.sampled_from(TEXTS))

    check(data.draw(mutated(source)))


@FEW
@given(st.data())
def test_spoilt_rows_are_each_in_a_bin(data):
    at = data.draw(st.integers(0, len(MESSY) - 1))
    heading = HEADINGS[at // 4]

    check(heading + b"\n" + data.draw(mutated(MESSY[at])))


@FEW
@given(st.data())
def test_spoilt_archives_are_read_or_refused(data):
    check(data.draw(mutated(WORKBOOK)))


@FEW
@given(st.data())
def test_spoilt_parts_of_workbooks_are_read_or_refused(data):
    spoilt = data.draw(st.sampled_from(sorted(PARTS)))
    parts = {**PARTS, spoilt: data.draw(mutated(PARTS[spoilt]))}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)

    check(buffer.getvalue())


@FEW
@given(st.permutations(range(12)))
def test_order_of_lines_changes_nobody(order):
    head, *rows = (IMPORTS / "bad" / "text_named.xlsx").read_text(encoding="utf-8").splitlines()

    found = check("\n".join([head, *(rows[at] for at in order)]).encode())

    assert found is not None
    names = {row.registration for row in found.rows}
    first = check("\n".join([head, *rows]).encode())
    assert first is not None
    assert names == {row.registration for row in first.rows}
