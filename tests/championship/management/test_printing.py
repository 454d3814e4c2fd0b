"""``manage.py scoresheets`` and ``bracket``: a PDF in a file, or one clear sentence."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from championship.models import Pass, Printout
from tests.championship.prints.reading import page_sizes, pages
from tests.factories import make_championship, make_published, make_started, play_stage, start_stage

pytestmark = pytest.mark.django_db


def run(command, slug, out, *options, capsys=None):
    call_command(command, slug, "--out", str(out), *options)
    return pages(out.read_bytes())


def test_scoresheets_writes_blank_sheets_with_passes(tmp_path, capsys):
    championship = make_published(players=8, slug="hall", language="en")
    shown = run("scoresheets", "hall", tmp_path / "sheets.pdf")
    assert ["Scoresheet" in page for page in shown] == [True, True]
    assert Pass.objects.count() == 2
    assert capsys.readouterr().out == f"{tmp_path}/sheets.pdf: 2 tables\n"
    kept = Printout.objects.get()
    assert (kept.version, kept.job, kept.language) == (championship.pulse.version, None, "en")


def test_scoresheets_takes_language_stage_table_and_filled(tmp_path):
    championship = make_started(players=8, slug="hall", name_pl="Mistrzostwa")
    play_stage(championship)
    start_stage(championship, "final")
    out = tmp_path / "sheets.pdf"
    assert len(run("scoresheets", "hall", out)) == 1  # the stage in play
    assert len(run("scoresheets", "hall", out, "--stage", "qualifiers")) == 2
    assert len(run("scoresheets", "hall", out, "--stage", "qualifiers", "--table", "2")) == 1
    assert len(run("scoresheets", "hall", out, "--filled")) == 2  # every table with a result
    assert "Mistrzostwa" in run("scoresheets", "hall", out, "--language", "pl")[0]
    assert championship.name_he in run("scoresheets", "hall", out)[0]


def test_bracket_writes_the_poster_on_its_paper(tmp_path):
    make_published(players=8, slug="hall")
    out = tmp_path / "bracket.pdf"
    run("bracket", "hall", out)
    assert page_sizes(out.read_bytes()) == [(297, 210)]
    run("bracket", "hall", out, "--paper", "A3")
    assert page_sizes(out.read_bytes()) == [(420, 297)]


@pytest.mark.parametrize(
    ("slug", "options", "sentence"),
    [
        ("nowhere", [], "There is no championship 'nowhere'. There is: "),
        ("hall", ["--stage", "semis"], "hall has no stage 'semis'. It has: qualifiers, final."),
        ("hall", ["--table", "9"], "There is no table 9 in stage qualifiers of hall."),
        ("hall", ["--filled"], "No round has been reported yet, so no scoresheet can be filled in."),
        ("early", [], "There are no tables yet. Publish the seat plan first, then print."),
        ("early", ["--table", "1"], "There is no table 1 in early."),
    ],
    ids=["championship", "stage", "table", "no result", "no plan", "table without plan"],
)
def test_scoresheets_says_in_one_sentence_what_stands_in_the_way(tmp_path, slug, options, sentence):
    make_published(players=8, slug="hall")
    make_championship(players=8, slug="early")
    out = tmp_path / "sheets.pdf"
    with pytest.raises(CommandError) as refused:
        call_command("scoresheets", slug, "--out", str(out), *options)
    assert sentence in str(refused.value)
    assert (out.exists(), Printout.objects.count()) == (False, 0)


@pytest.mark.parametrize("out", [".", "missing/sheets.pdf"])
def test_scoresheets_into_no_file_makes_nothing(tmp_path, out):
    make_published(players=4, slug="hall")
    with pytest.raises(CommandError, match="cannot be written: name a file in a directory that is there"):
        call_command("scoresheets", "hall", "--out", str(tmp_path / out))
    assert Pass.objects.count() == 0
