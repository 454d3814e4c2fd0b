"""A print that was asked for is made from the database: names, passes, version; once, or not at all."""

from __future__ import annotations

import pytest
from django.conf import settings

from championship import tasks
from championship.enums import JobState
from championship.errors import OutOfStep
from championship.models import Entry, Pass
from championship.prints import making
from championship.services import passes, printing
from tests.championship.prints.reading import page_sizes, pages, plain
from tests.factories import (
    make_published,
    make_started,
    organiser_of,
    play_stage,
    play_table,
    start_stage,
    table_of,
)

pytestmark = pytest.mark.django_db


def made(championship, request=printing.request_scoresheets, **fields):
    by = organiser_of(championship)
    printout = request(championship, by=by, is_sent=False, **{"language": "en", **fields})
    making.make_now(printout, by=by)
    printout.refresh_from_db()
    return printout


def names_at(championship, table=1):
    seats = table_of(championship, table).seats.select_related("entry__player").order_by("position")
    return [plain(seat.entry.player.full_name) for seat in seats]


@pytest.fixture
def drawn(monkeypatch):
    """The QR codes that were drawn: their addresses and short codes, by table."""
    codes = {}

    def noted(sheets, *, language, build=making.build_scoresheets):
        codes.update({sheet.table: (sheet.qr_url, sheet.short_code) for sheet in sheets})
        return build(sheets, language=language)

    monkeypatch.setattr(making, "build_scoresheets", noted)
    return codes


def test_blank_scoresheets_are_a_page_a_table_with_everybodys_name():
    championship = make_published(players=8)
    printout = made(championship)
    shown = pages(bytes(printout.content))
    assert len(shown) == 2
    for number, page in enumerate(shown, start=1):
        assert [name for name in names_at(championship, number) if name not in page] == []
        assert f"Version {printout.version}" in page
    assert printout.version == championship.pulse.version


def test_blank_scoresheets_bear_a_pass_that_opens_their_table_alone(drawn):
    championship = make_published(players=8)
    made(championship)
    for number in (1, 2):
        url, code = drawn[number]
        address, token = url.rsplit("/", 1)
        held = passes.find(token=token)
        assert address == f"{settings.PUBLIC_URL}/r"
        assert list(held.tables.all()) == [table_of(championship, number)]
        assert passes.find(code=code) == held
        assert len(code) == 9


def test_older_passes_live_when_a_sheet_is_printed_again(drawn):
    championship = make_published(players=4)
    made(championship)
    first = drawn[1][0].rsplit("/", 1)[1]
    made(championship)
    second = drawn[1][0].rsplit("/", 1)[1]
    assert first != second
    assert passes.find(token=first) != passes.find(token=second)


def test_protocol_has_results_and_no_pass(drawn):
    championship = make_started(players=8)
    play_table(championship, 2)
    printout = made(championship, filled=True)
    (page,) = pages(bytes(printout.content))
    assert "Protocol" in page
    assert "+6" in page
    assert (drawn, Pass.objects.count()) == ({2: (None, None)}, 0)


def test_a_player_without_consent_is_a_number_on_paper():
    championship = make_published(players=4)
    entry = Entry.objects.select_related("player").get(championship=championship, number=3)
    Entry.objects.filter(pk=entry.pk).update(has_consent=False)
    for request in (printing.request_scoresheets, printing.request_bracket):
        (page,) = pages(bytes(made(championship, request).content))
        assert plain(entry.player.full_name) not in page
        assert "3" in page


def test_sheets_come_in_the_order_of_play():
    championship = make_published(players=8)
    printout = made(championship, tables=[table_of(championship, 1, "final"), table_of(championship, 2)])
    shown = pages(bytes(printout.content))
    assert ["Qualifiers" in page for page in shown] == [True, False]


@pytest.mark.parametrize(("paper", "size"), [("A4", (297, 210)), ("A3", (420, 297))])
def test_bracket_is_one_page_of_its_paper_and_fills_as_play_goes(paper, size):
    championship = make_started(players=8)
    empty = made(championship, printing.request_bracket, paper=paper)
    play_stage(championship)
    start_stage(championship, "final")
    filled = made(championship, printing.request_bracket, paper=paper)
    champion = table_of(championship).seats.get(position=1).entry.player.first_name  # of eight different ones
    assert page_sizes(bytes(filled.content)) == [size]
    assert pages(bytes(empty.content))[0].count(champion) == 0
    assert pages(bytes(filled.content))[0].count(champion) == 2  # at the place won, and on the seat taken


@pytest.mark.parametrize("language", ["he", "pl", "en"])
def test_prints_are_in_the_language_asked_for(language):
    championship = make_published(players=4, name_pl="Mistrzostwa")
    printout = made(championship, language=language)
    title = {"he": championship.name_he, "pl": "Mistrzostwa", "en": championship.name_en}[language]
    assert title in pages(bytes(printout.content))[0]


def test_make_twice_keeps_the_first_and_issues_no_more_passes():
    championship = make_published(players=4)
    printout = made(championship)
    making.make(printout.pk)
    again = type(printout).objects.get(pk=printout.pk)
    assert (again.made_at, bytes(again.content)) == (printout.made_at, bytes(printout.content))
    assert Pass.objects.filter(revoked_at=None).count() == 1


def test_a_failed_drawing_leaves_no_pass_behind(monkeypatch):
    championship = make_published(players=4)

    def jam(sheets, *, language):
        raise OSError("paper jam")

    monkeypatch.setattr(making, "build_scoresheets", jam)
    printout = printing.request_scoresheets(championship, language="en", by=organiser_of(championship))
    with pytest.raises(OSError, match="paper jam"):
        making.make(printout.pk)
    printout.refresh_from_db()
    assert printout.made_at is None
    assert [held.revoked_at is None for held in Pass.objects.all()] == [False]


def test_an_attempt_that_comes_second_withdraws_its_passes(monkeypatch):
    championship = make_published(players=4)
    by = organiser_of(championship)
    printout = printing.request_scoresheets(championship, language="en", by=by)

    def slow(sheets, *, language, build=making.build_scoresheets):
        printing.keep(printout, b"made by another worker", version=1, digests={}, by=by)
        return build(sheets, language=language)

    monkeypatch.setattr(making, "build_scoresheets", slow)
    making.make(printout.pk)
    printout.refresh_from_db()
    assert bytes(printout.content) == b"made by another worker"
    assert Pass.objects.filter(revoked_at=None).count() == 0


def test_a_print_whose_tables_are_gone_is_refused():
    championship = make_published(players=8)
    printout = printing.request_bracket(championship, language="en", by=organiser_of(championship))
    championship.stages.all().delete()
    with pytest.raises(OutOfStep) as refused:
        making.make(printout.pk)
    assert refused.value.code == "no_such_table"


def test_run_job_makes_the_print_on_behalf_of_who_asked():
    championship = make_published(players=4)
    by = organiser_of(championship)
    printout = printing.request_scoresheets(championship, language="he", by=by)
    tasks.run_job(printout.job_id)
    printout.refresh_from_db()
    assert bytes(printout.content).startswith(b"%PDF")
    assert printout.job.state == JobState.DONE
    assert [(line.act, line.by_user) for line in championship.log.all()[:2]] == [
        ("print.made", by.user),
        ("pass.issued", by.user),
    ]
