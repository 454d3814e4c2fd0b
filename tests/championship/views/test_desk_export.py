"""Registrations and results for a spreadsheet: right letters, text that stays text, numbers that stay numbers."""

import csv
import io
from datetime import date

import pytest
from openpyxl import load_workbook

from championship.services import imports, people
from tests import factories
from tests.championship.views.desks import at, desk_of

pytestmark = pytest.mark.django_db

HOSTILE = ('=HYPERLINK("http://x")', "+1", "-3", "@x", "＝1+1")


def rows_of(response, *, delimiter=","):
    """Return the cells of a CSV answer, as a spreadsheet reads them."""
    text = response.content.decode("utf-8")
    assert text.startswith("\ufeff")  # O46: what tells Excel that the letters are UTF-8
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=delimiter))


def sheet_of(response):
    return load_workbook(io.BytesIO(response.content)).worksheets[0]


def test_o46_registrations_open_with_right_letters_in_each_language():
    championship = factories.make_championship()
    factories.make_entry(championship, first_name="נועה", last_name="Żuraw", age=8, registered_on=date(2027, 9, 1))
    for language, delimiter, heading in (("he", ",", "שם פרטי"), ("en", ",", "First name"), ("pl", ";", "Imię")):
        client = desk_of(championship, language=language)
        headings, row = rows_of(client.get(at(championship, "export/registrations.csv")), delimiter=delimiter)
        assert headings[1] == heading
        assert row[:4] == ["1", "נועה", "Żuraw", "8"]
        sheet = sheet_of(client.get(at(championship, "export/registrations.xlsx")))
        assert [cell.value for cell in sheet[2]][:4] == [1, "נועה", "Żuraw", 8]
        assert bool(sheet.sheet_view.rightToLeft) is (language == "he")


@pytest.mark.parametrize("name", HOSTILE)
def test_o49_names_that_look_like_formulas_stay_text(name):
    championship = factories.make_championship()
    factories.make_entry(championship, first_name=name, last_name="Cohen")
    client = desk_of(championship)

    _headings, row = rows_of(client.get(at(championship, "export/registrations.csv")))
    cell = sheet_of(client.get(at(championship, "export/registrations.xlsx")))["B2"]

    assert row[1] == f"'{name}"
    assert (cell.value, cell.data_type) == (name, "s")


def test_o49_negative_points_stay_numbers_and_o02_places_are_those_of_the_table():
    championship = factories.make_started(players=4)
    for number in (1, 2, 3):
        factories.make_report(championship, 1, number, cards=(0, 3, 3, 9))
    client = desk_of(championship)

    _headings, *rows = rows_of(client.get(at(championship, "export/results.csv")))
    sheet = sheet_of(client.get(at(championship, "export/results.xlsx")))

    assert [(row[2], row[5], row[8]) for row in rows] == [
        ("1", "2", "6"),
        ("2", "-3", "-9"),
        ("2", "-3", "-9"),
        ("4", "-9", "-27"),
    ]
    assert [sheet.cell(line, 9).value for line in range(2, 6)] == [6, -9, -9, -27]


def test_results_before_any_round_are_empty_and_not_zero():
    championship = factories.make_started(players=4)

    _headings, *rows = rows_of(desk_of(championship).get(at(championship, "export/results.csv")))

    assert {tuple(row[5:9]) for row in rows} == {("", "", "", "")}


@pytest.mark.parametrize("language", ["he", "en", "pl"])
@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_o44_our_import_reads_the_export_back_and_finds_nothing_new(language, form):
    championship = factories.make_championship()
    by = factories.organiser_of(championship)
    for name in ("נועה", "Ola"):
        factories.make_entry(
            championship, first_name=name, last_name="כהן", age=8, phone="+972521234567", city="באר שבע", spectators=2
        )
    people.change(championship, 2, by=by, is_paid=True, note="peanuts")

    response = desk_of(championship, language=language).get(at(championship, f"export/registrations.{form}"))
    seen = imports.look(championship, response.content, f"back.{form}")

    assert [(row.bin.value, row.codes) for row in seen.rows] == [("unchanged", ())] * 2


def test_export_of_another_form_is_not_there():
    championship = factories.make_championship()
    assert desk_of(championship).get(at(championship, "export/registrations.pdf")).status_code == 404
