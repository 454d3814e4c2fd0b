"""The door of an invitation, one's own pass as a referee, and another password."""

import re

import pytest
from django.test import Client

from championship.enums import Role
from championship.models import Report
from championship.services import invitations
from tests import factories
from tests.championship.views.desks import at, desk_of, said, signed_in
from tests.championship.views.pages import text
from tests.championship.views.phones import ROUND_1, entered, looked_at

pytestmark = pytest.mark.django_db

PASSWORD = "sukkot-in-beer-sheva"
NEW = {"username": "dana", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture
def championship():
    return factories.make_started(players=8)


def link(championship, role="referee"):
    """Make an invitation at the desk, and return the address that the page shows once."""
    client = desk_of(championship)
    page = client.post(at(championship, "people/invitations/"), {"role": role}).content.decode()
    address = re.search(r'href="[^"]*(/join/[^"]+)"', page)[1]
    assert address not in client.get(at(championship, "people/")).content.decode()
    return address


def stranger():
    client = Client()
    client.cookies["mapal_language"] = "en"
    return client


def test_new_person_joins_by_the_link_and_enters_a_result(championship):
    client, address = stranger(), link(championship)

    page = text(client.get(address).content.decode())
    joined = client.post(address, NEW, follow=True)
    tables = client.post(at(championship, "referee/"), follow=True)

    assert f"{championship.name_en} You are invited to work here as: Referee." in page
    assert said(joined) == ["Welcome. You work here as: Referee."]
    assert tables.redirect_chain == [("/r/tables/", 302)]
    client.post(ROUND_1, looked_at(client, ROUND_1, entered((0, 3, 4, 5)))[0])
    assert Report.objects.get().by_pass.label == "dana"
    assert stranger().get(address).status_code == 410


def test_account_that_is_there_joins_too(championship):
    user = factories.make_user()
    client, address = signed_in(user), link(championship, "desk_helper")

    joined = client.post(address, follow=True)

    assert said(joined) == ["Welcome. You work here as: Desk helper."]
    assert championship.memberships.get(user=user).role == Role.DESK_HELPER


def test_member_is_told_so_and_keeps_the_link(championship):
    address = link(championship)

    answer = desk_of(championship).post(address)

    assert answer.status_code == 409
    assert stranger().get(address).status_code == 200


@pytest.mark.parametrize(
    "form", [{}, {**NEW, "password1": "1234567890", "password2": "1234567890"}, {**NEW, "username": "\0"}]
)
def test_account_that_cannot_be_is_refused_and_the_link_lives(championship, form):
    address = link(championship)

    assert stranger().post(address, form).status_code == 422
    assert stranger().get(address).status_code == 200


def test_link_is_taken_back_at_the_desk(championship):
    address = link(championship)
    row = championship.invitations.get()

    desk_of(championship).post(at(championship, f"people/invitations/{row.pk}/revoke/"))

    gone = stranger().get(address)
    assert gone.status_code == 410
    assert "opens nothing" in text(gone.content.decode())
    assert gone.headers["Referrer-Policy"] == "no-referrer"


def test_contact_details_are_the_organisers_alone():
    championship = factories.make_championship()
    factories.make_entry(championship, phone="052-1234567", email="noa@example.org")
    pages = ["players/1/", "players/", "check-in/?q=1", "players/?q=052"]

    helper = desk_of(championship, Role.DESK_HELPER)
    seen = "".join(helper.get(at(championship, page)).content.decode() for page in pages)
    helper.post(at(championship, "players/1/"), {"first_name": "Noa", "phone": "1", "email": "x@example.org"})

    assert "052-1234567" not in seen
    assert "noa@example.org" not in seen
    player = championship.entries.get().player
    assert (player.first_name, player.phone, player.email) == ("Noa", "052-1234567", "noa@example.org")
    assert "052-1234567" in desk_of(championship).get(at(championship, "players/1/")).content.decode()


def test_password_is_changed_by_who_knows_the_old_one():
    user = factories.make_user("dana", password=PASSWORD)
    client = signed_in(user)
    form = {"new_password1": "another-long-one", "new_password2": "another-long-one"}

    wrong = client.post("/password/", {**form, "old_password": "guess"})
    right = client.post("/password/", {**form, "old_password": PASSWORD}, follow=True)

    user.refresh_from_db()
    assert wrong.status_code == 200
    assert said(right) == ["The password is changed."]
    assert user.check_password("another-long-one")


def test_invitation_of_another_championship_is_not_taken_back_here(championship):
    other = factories.make_championship()
    new = invitations.invite(other, Role.REFEREE, by=factories.organiser_of(other))

    assert desk_of(championship).post(at(championship, f"people/invitations/{new.row.pk}/revoke/")).status_code == 404


@pytest.mark.parametrize("role", [Role.REFEREE, Role.DESK_HELPER])
def test_home_and_tables_lead_nobody_to_a_page_they_have_not(championship, role):
    client = desk_of(championship, role)

    for page in ("", "tables/"):
        shown = client.get(at(championship, page)).content.decode()
        links = set(re.findall(rf'href="({re.escape(at(championship))}[^"]*)"', shown))
        assert [address for address in links if client.get(address).status_code != 200] == []
