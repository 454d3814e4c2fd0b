import pytest
from django.template import Context, Template
from django.utils import translation

from championship.selectors.public_values import Feeder, Mark, Row, Where
from championship.templatetags import mapal
from scoring.standings import State


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def render(template, **context):
    return Template("{% load mapal %}" + template).render(Context(context)).strip()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (4, '<bdi dir="ltr" class="points">+4</bdi>'),
        (-3, '<bdi dir="ltr" class="points">−3</bdi>'),
        (0, '<bdi dir="ltr" class="points">0</bdi>'),
        (None, '<bdi dir="ltr" class="points is-none">–</bdi>'),
    ],
)
def test_points_keep_their_real_sign_left_to_right(value, expected):
    assert render("{{ value|points }}", value=value) == expected


@pytest.mark.parametrize("state", list(State))
def test_state_badge_has_a_shape_and_a_word(state):
    badge = render("{% state_badge state %}", state=state)

    assert f"shapes.svg#state-{state.value}" in badge
    assert f">{state.value}</span>" in badge.replace("</svg>", ">")


def test_place_chip_of_a_shared_place_says_so_to_everybody():
    chip = render("{% place_chip 2 True %}")

    assert "is-shared" in chip
    assert "2nd place, shared" in chip


def test_person_is_isolated_with_the_number_beside():
    assert render("{% person name 12 %}", name="נועה <b>") == (
        '<span class="person"><bdi>נועה &lt;b&gt;</bdi></span> <bdi class="number" dir="ltr">#12</bdi>'
    )


def test_person_that_is_a_number_has_it_once():
    assert render("{% person name 12 %}", name="#12") == '<span class="person"><bdi>#12</bdi></span>'


@pytest.mark.parametrize(
    ("feeder", "expected"),
    [
        (None, "free"),
        (Feeder("qualifiers", 4, 1, 0), "Qualifiers: winner of table 4"),
        (Feeder("second", 2, 2, 0), "Second stage: 2nd place of table 2"),
        (Feeder("qualifiers", 0, 2, 1), "Qualifiers: number 1 of those in 2nd place"),
    ],
    ids=["none", "winner", "second", "wild card"],
)
def test_comes_from_says_who_will_sit_there(feeder, expected):
    assert mapal.comes_from(feeder) == expected


def test_where_is_a_seat_in_words():
    assert mapal.where(Where("final", 1, 3)) == "Final, table 1, seat 3"


@pytest.mark.parametrize("mark", [mark for mark in Mark if mark is not Mark.LEFT])
def test_mark_word_has_a_word_for_every_mark(mark):
    assert mapal.mark_word(Row(1, 12, mark=mark))


@pytest.mark.parametrize("left_by", ["withdrawal", "no_show", "disqualification"])
def test_mark_word_of_who_left_says_how(left_by):
    assert mapal.mark_word(Row(1, 12, mark=Mark.LEFT, left_by=left_by))


@pytest.mark.parametrize("key", ["qualifiers", "second", "playoff", "final", "one-of-our-own"])
def test_stage_colour_always_comes_with_its_shape(key):
    colour = mapal.stage_colour(key)

    assert colour in {"blue", "green", "yellow", "red"}
    assert mapal.stage_shape(key) == mapal.SHAPES[colour]


def test_since_holds_the_moment_and_shows_the_halls_time():
    shown = mapal.since("2027-10-19T07:05:00+00:00")

    assert shown == ('<time datetime="2027-10-19T10:05:00+03:00" data-since><bdi dir="ltr">10:05</bdi></time>')


def test_moments_that_are_not_known_show_nothing():
    assert [mapal.since(None), mapal.clock(None), mapal.moment("")] == ["", "", None]


def test_shape_with_a_label_speaks_and_without_is_decoration():
    assert 'role="img" aria-label="decided"' in mapal.shape("tick", "decided")
    assert 'aria-hidden="true"' in mapal.shape("tick")
