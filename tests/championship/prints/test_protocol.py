"""The final protocol on paper: places with shared ones, tables, corrections, rulings, signatures."""

import pytest

from championship.enums import RulingKind
from championship.prints import making
from championship.services import printing
from tests import factories
from tests.championship.prints.reading import pages
from tests.championship.services.halls import rule
from tests.championship.services.test_endings import close

pytestmark = pytest.mark.django_db


def printed(hall, language="en"):
    by = factories.organiser_of(hall)
    return making.make_now(printing.request_results(hall, language=language, by=by, is_sent=False), by=by)


def test_protocol_has_places_tables_corrections_rulings_and_signatures():
    """2016's second place (C16): two share it in the final, and the next on the podium is third."""
    hall = factories.make_started(players=4, name_en="Cup", venue="Lunada")
    for number, cards in enumerate([(0, 2, 2, 5), (0, 2, 2, 5), (0, 3, 2, 5)], start=1):
        factories.make_report(hall, 1, number, cards=cards)
    factories.make_report(hall, 1, 3, cards=(0, 2, 2, 6), seen=1, reason="one card more")
    rule(hall, RulingKind.PENALTY, seat=4, points=-2)
    close(hall)

    read = " ".join(pages(printed(hall)))

    for words in ("Final protocol · Cup", "Lunada", "2, shared", "Final, table 1", "Head referee", "Organiser"):
        assert words in read
    assert "Final, table 1, Round 3: corrected 1 time." in read
    assert "Points added or taken away" in read


@pytest.mark.parametrize("language", ["he", "en", "pl"])
def test_protocol_of_a_whole_championship_is_the_same_twice(language):
    hall = factories.make_started(players=26)
    factories.play_stage(hall)

    assert printed(hall, language) == printed(hall, language)
