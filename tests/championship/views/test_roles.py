"""Every page and endpoint is open to whom docs/roles.md says, and to nobody else (design.md §4.10)."""

import re

import pytest
from django.test import Client

from championship.enums import Role
from championship.models import DrawProof, Printout, RegistrationFile
from championship.services import invitations, stages
from tests import factories
from tests.championship.views.desks import desk_of, signed_in
from tests.championship.views.routes import documented

pytestmark = pytest.mark.django_db

ROWS = documented()
ROLES = {"organiser", "head referee", "referee", "desk helper"}
OUTSIDE = {"nobody", "signed in", "organiser elsewhere", "pass"}
WHO = {
    "everybody": ROLES | OUTSIDE,
    "link": ROLES | OUTSIDE,
    "signed in": ROLES | {"signed in", "organiser elsewhere"},
    "pass": {"pass"},
    "pass or staff": ROLES | {"pass"},
    "staff": ROLES,
    "desk": {"organiser", "head referee", "desk helper"},
    "heads": {"organiser", "head referee"},
    "organiser": {"organiser"},
    "players who may call": set(),
    "server": set(),
    "before Django": set(),
    "nobody": set(),
}
POSTED = {
    "referee_consequence",
    "referee_call",
    "referee_pause",
    "referee_confirm",
    "api_reports",
    "api_preview",
    "api_calls",
}
"""Their door is behind the method: they are asked as they are used, with nothing in hand."""


@pytest.fixture
def championship():
    championship = factories.make_started(players=8)
    factories.make_report(championship)
    return championship


def visitors_of(championship):
    """A browser each for everybody who may come by."""
    phone = Client()
    phone.get(f"/r/{factories.make_pass(championship).token}/")
    return {
        "nobody": Client(),
        "signed in": signed_in(factories.make_user()),
        "organiser elsewhere": desk_of(factories.make_championship()),
        "pass": phone,
        **{role.value.replace("_", " "): desk_of(championship, role) for role in Role},
    }


def values_of(championship):
    """What the addresses ask for, by name of the argument; and, where a page wants another, by page."""
    by = factories.organiser_of(championship)
    stage = championship.stages.get(key="qualifiers")
    report = factories.make_report(championship, 1, 2)
    ruling = factories.make_ruling(championship)
    drawn = stage.draws.get()
    DrawProof.objects.create(championship=championship, number=1)
    printout = Printout.objects.create(championship=championship, kind="bracket", language="en", content=b"%PDF")
    file = RegistrationFile.objects.create(championship=championship, filename="a.csv", content=b"name\nNoa")
    return {
        "slug": championship.slug,
        "stage": "qualifiers",
        "number": 1,
        "place": 0,
        "position": 1,
        "game": 1,
        "kind": "penalty",
        "line": 2,
        "form": "csv",
        "client_id": report.client_id,
        "referee_enter": {"token": factories.make_pass(championship).token},
        "join": {"token": invitations.invite(championship, Role.REFEREE, by=by).token},
        "desk_undo": {"pk": ruling.pk},
        "desk_rule_stage": {"kind": "stage_closed"},
        "desk_draw_publish": {"pk": drawn.pk},
        "desk_merge_undo": {"pk": 1},
        "desk_draw_swap": {"pk": drawn.pk},
        "desk_print_file": {"pk": printout.pk},
        "desk_import_file": {"pk": file.pk},
        "desk_import_settle": {"pk": file.pk},
        "desk_pass_revoke": {"pk": 1},
        "desk_dismiss": {"pk": 1},
        "desk_uninvite": {"pk": 1},
        "floor_answer": {"pk": 1},
        "floor_accept_phones": {"pk": 1},
    }


def asked(client, route, values):
    """Ask for an address; say whether its door was open (what lies behind it may still be refused)."""
    known = {**values, **values.get(route.name, {})}
    address = re.sub(r"<(\w+)>", lambda found: str(known[found[1]]), route.address)
    answer = client.post(address, {}, headers={"X-Mapal": "1"}) if route.name in POSTED else client.get(address)
    goes_in = not answer.headers.get("Location", "").startswith(("/sign-in/", "/admin/login/", "/r/"))
    return answer.status_code not in {401, 403, 404} and (goes_in or route.name == "referee_enter")


def test_every_address_is_open_to_whom_the_table_says(championship):
    values = values_of(championship)
    visitors = visitors_of(championship)

    seen = {route: {who for who, client in visitors.items() if asked(client, route, values)} for route in ROWS}

    assert {route.address: seen[route] for route in ROWS} == {route.address: WHO[who] for route, who in ROWS.items()}


def test_o36_hidden_championship_is_nowhere(championship):
    """Next year's event, prepared beside a public one: no list, no search, no API, 404 by address for the public."""
    by = factories.organiser_of(championship)
    stages.show(championship, is_public=False, by=by)
    beside = factories.make_started(players=4, name_en="Beside")
    values = values_of(championship)
    strangers = {"nobody": Client(), "organiser elsewhere": desk_of(beside)}

    open_ones = {
        (who, route.address)
        for route, allowed in ROWS.items()
        if "slug" in route.arguments and allowed == "everybody"
        for who, client in strangers.items()
        if asked(client, route, values)
    }

    assert open_ones == set()
    for client in strangers.values():
        lists = [client.get(address).content.decode() for address in ("/", "/api/v1/championships/", "/robots.txt")]
        assert [championship.slug in text or championship.name_en in text for text in lists] == [False] * 3
    assert "Beside" in desk_of(beside).get("/").content.decode()
