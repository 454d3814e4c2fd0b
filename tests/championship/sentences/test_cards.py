"""The faces of a deck: every card of every edition has its name, its picture and its shape."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from championship.sentences import cards
from championship.services.findings import ANSWERS
from engine.taki.editions import EDITIONS, edition

SPRITES = Path("championship/static/championship/img")


def symbols(sprite):
    return set(re.findall(r'<symbol id="([^"]+)"', (SPRITES / sprite).read_text()))


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_palette_has_every_card_of_the_deck_once(edition_id):
    rules = edition(edition_id)

    faces = [face for row in cards.palette(rules) for face in row]

    assert {face.code: face.copies for face in faces} == {str(card): copies for card, copies in rules.cards.items()}
    assert len(faces) == len(rules.cards)
    assert {f"sign-{face.picture}" for face in faces} <= symbols("cards.svg")
    assert {face.shape for face in faces if face.shape} <= symbols("shapes.svg")


def test_palette_says_what_a_card_costs_where_that_is_counted():
    costs = {face.code: face.points for row in cards.palette(edition("he-2015")) for face in row}
    nothing = {face.points for row in cards.palette(edition("official-2018")) for face in row}

    assert (costs["r5"], costs["r2+"], costs["K"]) == (5, 10, 10)
    assert nothing == {0}


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", ["5, red", "plus 2, green", "king"]), ("he", ["5, אדום", "2 פלוס, ירוק", "מלך"])],
)
def test_faces_are_named_in_the_reader_s_language(language, expected):
    with translation.override(language):
        assert [face.label for face in cards.faces("r5 g2+ K")] == expected


def test_faces_of_what_is_no_card_keep_its_text():
    assert cards.faces("r2 r3") == [cards.Face("r2", "r2"), *cards.faces("r3")]
    assert cards.faces("") == []


def test_every_fact_that_is_asked_for_has_its_words():
    assert {fact for facts in ANSWERS.values() for fact in facts} == set(cards.FACTS)
