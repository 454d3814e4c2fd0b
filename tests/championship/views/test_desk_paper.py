"""Prints and passes at the desk: asked for and fetched, marked when outdated; shown once, revoked."""

import re

import pytest
from django.test import Client

from championship.enums import PrintKind
from championship.models import Job, Pass, Printout
from championship.prints import making
from tests import factories
from tests.championship.views.desks import at, desk_of, said
from tests.championship.views.pages import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship():
    return factories.make_started(players=8)


@pytest.fixture
def client(championship):
    return desk_of(championship)


def made(printout):
    """Make a print as its job does."""
    making.make(**printout.job.payload)
    printout.refresh_from_db()
    return printout


# Prints


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        ({"kind": "scoresheets", "stage": "qualifiers", "language": "he"}, PrintKind.SCORESHEETS),
        ({"kind": "scoresheets", "language": "en"}, PrintKind.SCORESHEETS),
        ({"kind": "bracket", "paper": "A3", "language": "en"}, PrintKind.BRACKET),
        ({"kind": "bracket", "paper": "A0", "language": "xx"}, PrintKind.BRACKET),
    ],
)
def test_print_is_asked_for_made_and_fetched(championship, client, form, kind):
    client.post(at(championship, "prints/"), form)
    printout = Printout.objects.get()
    assert printout.kind == kind
    assert "being made" in text(client.get(at(championship, "prints/")).content.decode())
    assert client.get(at(championship, f"prints/{printout.pk}/")).status_code == 404

    made(printout)

    assert "Open the PDF" in text(client.get(at(championship, "prints/")).content.decode())
    response = client.get(at(championship, f"prints/{printout.pk}/"))
    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF-")


def test_protocol_before_any_result_says_why_not(championship, client):
    response = client.post(at(championship, "prints/"), {"kind": "protocol"}, follow=True)

    assert "No round has been reported yet" in said(response)[0]
    assert Printout.objects.count() == 0


def test_print_without_a_plan_says_what_comes_first():
    championship = factories.make_championship()

    response = desk_of(championship).post(at(championship, "prints/"), {"kind": "bracket"}, follow=True)

    assert "Publish the seat plan first" in said(response)[0]


def test_o24_outdated_print_is_marked_with_its_tables(championship, client):
    client.post(at(championship, "prints/"), {"kind": "bracket", "language": "en"})
    made(Printout.objects.get())
    assert "Outdated" not in text(client.get(at(championship, "prints/")).content.decode())

    factories.play_table(championship, 1)
    page = text(client.get(at(championship, "prints/")).content.decode())

    assert "Outdated" in page
    assert "Qualifiers 1" in page
    assert "1 outdated print" in text(client.get(at(championship)).content.decode())


def test_list_asks_again_only_while_something_is_being_made(championship, client):
    client.post(at(championship, "prints/"), {"kind": "bracket"})
    working = client.get(at(championship, "prints/"), HTTP_HX_REQUEST="true").content.decode()
    assert working.lstrip().startswith('<section id="prints"')
    assert "hx-trigger" in working

    made(Printout.objects.get())
    assert "hx-trigger" not in client.get(at(championship, "prints/"), HTTP_HX_REQUEST="true").content.decode()


def test_print_that_failed_says_so(championship, client):
    client.post(at(championship, "prints/"), {"kind": "bracket"})
    Job.objects.update(state="failed")

    assert "could not be made" in text(client.get(at(championship, "prints/")).content.decode())


def test_print_of_another_championship_is_not_there(championship, client):
    other = factories.make_started(players=8)
    desk_of(other).post(at(other, "prints/"), {"kind": "bracket"})
    printout = made(Printout.objects.get())

    assert client.get(at(championship, f"prints/{printout.pk}/")).status_code == 404
    assert Client().get(at(other, f"prints/{printout.pk}/")).status_code == 302


# Passes


def test_pass_is_shown_once_and_opens_the_table(championship, client):
    table = factories.table_of(championship, 2)

    page = client.post(at(championship, "passes/"), {"scope": "some", "tables": [table.pk], "label": "Rina"})

    html = page.content.decode()
    (token,) = re.findall(r"/r/([\w-]{20,})\"", html)
    (code,) = re.findall(r">([0-9A-Z]{4}-[0-9A-Z]{4})<", html)
    assert "<svg" in html
    phone = Client()
    assert phone.get(f"/r/{token}").status_code == 302
    assert phone.get("/r/t/qualifiers-2/").status_code == 200
    assert phone.get("/r/t/qualifiers-1/").status_code == 403
    assert Client().post("/r/", {"code": code}).status_code == 302
    later = client.get(at(championship, "passes/")).content.decode()
    assert token not in later
    assert code not in later
    assert "Rina" in later


def test_pass_for_every_table(championship, client):
    client.post(at(championship, "passes/"), {"scope": "all", "label": "Head"})

    assert Pass.objects.get().opens_all


def test_pass_for_no_table_is_refused(championship, client):
    response = client.post(at(championship, "passes/"), {"scope": "some", "label": "Rina"})

    assert response.status_code == 409
    assert 'value="Rina"' in response.content.decode()
    assert Pass.objects.count() == 0


def test_pass_for_tables_of_another_championship_is_refused(championship, client):
    other = factories.make_started(players=8)

    response = client.post(
        at(championship, "passes/"), {"scope": "some", "tables": [factories.table_of(other, 1).pk, "x", "9" * 30]}
    )

    assert response.status_code == 409
    assert Pass.objects.count() == 0


def test_pass_is_revoked_at_once(championship, client):
    new = factories.make_pass(championship, [1])
    phone = Client()
    phone.get(f"/r/{new.token}")

    client.post(at(championship, f"passes/{new.row.pk}/revoke/"))

    assert phone.get("/r/t/qualifiers-1/").status_code == 403
    assert "revoked" in text(client.get(at(championship, "passes/")).content.decode())


def test_label_is_text(championship, client):
    page = client.post(at(championship, "passes/"), {"scope": "all", "label": "<script>alert(1)</script>"})

    assert "<script>alert" not in page.content.decode()
