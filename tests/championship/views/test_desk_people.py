"""People at the desk: walk-ins, check-in with families, details, the waiting list."""

import pytest

from championship.enums import EntryStatus
from championship.models import Entry
from tests import factories
from tests.championship.views.desks import at, desk_of, said
from tests.championship.views.pages import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship():
    championship = factories.make_championship()
    factories.make_entry(championship, first_name="Noa", last_name="Cohen", school="Alon")
    factories.make_entry(championship, first_name="Dan", last_name="Levi", family=2)
    factories.make_entry(championship, first_name="Uri", last_name="Levi", family=2)
    return championship


@pytest.fixture
def client(championship):
    return desk_of(championship)


def read(response):
    assert response.status_code == 200
    return text(response.content.decode())


def here(championship):
    return sorted(championship.entries.filter(checked_in_at__isnull=False).values_list("number", flat=True))


# Finding


@pytest.mark.parametrize(
    ("q", "numbers"),
    [
        ("noa", [1]),
        ("2", [2]),
        ("#3", [3]),
        ("levi", [2, 3]),
        ("uri levi", [3]),
        ("nobody", []),
        ("%", []),
        ("\0", None),
    ],
)
def test_players_are_found_by_name_and_number(championship, client, q, numbers):
    page = read(client.get(at(championship, "players/"), {"q": q}))

    found = [number for number in (1, 2, 3) if f"#{number}" in page]
    assert found == ([1, 2, 3] if numbers is None else numbers)


def test_players_answer_htmx_with_the_list_alone(championship, client):
    response = client.get(at(championship, "players/"), {"q": "noa"}, HTTP_HX_REQUEST="true")

    assert response.content.decode().lstrip().startswith('<section id="players"')


def test_player_found_in_check_in_brings_the_family(championship, client):
    page = client.get(at(championship, "check-in/"), {"q": "Dan"})

    assert "Uri Levi" in read(page)
    assert "All 2 here" in read(page)
    assert "Noa" not in read(page)


# Check-in


def test_family_is_checked_in_by_one_press_and_read_back(championship, client):
    response = client.post(at(championship, "check-in/"), {"number": ["2", "3"]}, follow=True)

    assert here(championship) == [2, 3]
    (message,) = said(response)
    assert "Dan Levi (#2)" in message
    assert "Uri Levi (#3)" in message
    assert "Read the names back" in message


def test_check_in_twice_is_harmless(championship, client):
    for _press in range(2):
        assert client.post(at(championship, "check-in/"), {"number": "1"}).status_code == 302

    assert here(championship) == [1]
    assert championship.log.filter(act="entry.checked_in").count() == 1


@pytest.mark.parametrize("numbers", [["99"], ["1", "99"], ["x"], [], ["9" * 40], ["-1"]])
def test_check_in_of_nobody_says_so_and_checks_nobody_in(championship, client, numbers):
    client.post(at(championship, "check-in/"), {"number": numbers}, follow=True)

    assert here(championship) == []


def test_check_in_is_taken_back(championship, client):
    client.post(at(championship, "check-in/"), {"number": "1"})

    client.post(at(championship, "check-in/1/undo/"))

    assert here(championship) == []


def test_check_in_of_a_seated_player_is_not_taken_back():
    championship = factories.make_published(players=8)
    client = desk_of(championship)

    response = client.post(at(championship, "check-in/1/undo/"), follow=True)

    assert "withdrawal" in said(response)[0]
    assert len(here(championship)) == 8


# Walk-ins


def test_walk_in_is_registered_and_here(championship, client):
    form = {"first_name": "Maya", "last_name": "Peretz", "age": "9", "has_consent": "on", "is_here": "on"}

    response = client.post(at(championship, "players/new/"), form, follow=True)

    entry = championship.entries.get(number=4)
    assert (entry.player.full_name, entry.age, entry.has_consent) == ("Maya Peretz", 9, True)
    assert here(championship) == [4]
    assert any("#4" in message for message in said(response))


def test_o47_namesake_is_asked_about_and_then_registered(championship, client):
    form = {"first_name": " noa ", "last_name": "COHEN", "school": "Brosh"}

    asked = client.post(at(championship, "players/new/"), form)
    assert asked.status_code == 422
    assert "#1" in asked.content.decode()
    assert 'value="Brosh"' in asked.content.decode()
    assert championship.entries.count() == 3

    client.post(at(championship, "players/new/"), {**form, "is_another": "on"})
    assert championship.entries.count() == 4


def test_walk_in_sent_twice_is_asked_about_the_second_time(championship, client):
    form = {"first_name": "Maya", "last_name": "Peretz"}

    assert [client.post(at(championship, "players/new/"), form).status_code for _tap in range(2)] == [302, 422]
    assert championship.entries.count() == 4


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"first_name": " "},
        {"first_name": "x" * 101},
        {"first_name": "Maya", "age": "nine"},
        {"first_name": "Maya", "age": "9" * 40},
        {"first_name": "Maya", "email": "x"},
        {"first_name": "Maya", "phone": "0" * 40},
        {"first_name": "Ma\0ya"},
    ],
)
def test_walk_in_that_cannot_be_keeps_the_form(championship, client, form):
    response = client.post(at(championship, "players/new/"), form)

    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert championship.entries.count() == 3


def test_walk_in_beyond_the_places_waits(championship, client):
    championship.capacity = 3
    championship.save(update_fields=["capacity"])

    response = client.post(at(championship, "players/new/"), {"first_name": "Maya", "is_here": "on"}, follow=True)

    assert championship.entries.get(number=4).status == EntryStatus.WAITING
    assert "waiting list" in said(response)[0]
    assert here(championship) == []
    client.post(at(championship, "players/4/status/"), {"act": "admit"})
    assert championship.entries.get(number=4).status == EntryStatus.REGISTERED


# One player


def test_details_are_corrected_and_the_log_has_no_name(championship, client):
    form = {"first_name": "Noa", "last_name": "Cohen-Bar", "has_consent": "on"}

    client.post(at(championship, "players/1/"), form)

    assert championship.entries.get(number=1).player.full_name == "Noa Cohen-Bar"
    line = championship.log.get(act="entry.changed")
    assert "Cohen" not in str(line.values)
    assert line.is_public


def test_details_saved_unchanged_leave_no_trace(championship, client):
    page = client.get(at(championship, "players/1/"))
    form = page.context["form"].initial
    sent = {name: value for name, value in form.items() if value not in (None, False)}

    client.post(at(championship, "players/1/"), sent)

    assert not championship.log.filter(act="entry.changed").exists()


def test_entry_is_cancelled_unless_it_has_a_seat(championship, client):
    client.post(at(championship, "players/1/status/"), {"act": "cancel"})
    assert championship.entries.get(number=1).status == EntryStatus.CANCELLED

    drawn = factories.make_published(players=8)
    response = desk_of(drawn).post(at(drawn, "players/1/status/"), {"act": "cancel"}, follow=True)
    assert "already has a seat" in said(response)[0]
    assert drawn.entries.get(number=1).status == EntryStatus.REGISTERED


def test_o58_hostile_names_are_text_on_every_page(championship, client):
    hostile = '"><script>alert(1)</script>{{ 7*7 }}'
    factories.make_entry(championship, first_name=hostile, school=hostile, note=hostile, family=2)
    Entry.objects.filter(number=4).update(note=hostile)

    for page in ("players/", "players/4/", "check-in/?q=4", "players/?q=script"):
        html = client.get(at(championship, page)).content.decode()
        assert "<script>alert" not in html
        assert "{{ 7*7 }}" in html


def test_first_page_brings_the_token_that_every_later_form_is_sent_with(championship, client):
    assert client.get(at(championship, "check-in/")).cookies["csrftoken"].value
