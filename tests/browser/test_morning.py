"""An organiser's whole morning in Hebrew, in a real browser: from a messy list to seats that everybody can check.

Two windows check in at once, and two children who do not come make room for the waiting list. Then what goes wrong
on the day: a child who is not there, paper that is out of date, a wrong result that had sent somebody on (O17, O24).
"""

import json
import re

import pytest
from playwright.sync_api import expect

from championship.enums import Role
from championship.models import Championship, Draw
from championship.selectors import people as people_selectors
from championship.services import people
from engine import proof
from tests import factories
from tests.rig.accessibility import violations
from tests.sources import ROOT

FILE = ROOT / "fixtures" / "imports" / "messy_110_cp1255.csv"
PLACES = 66


@pytest.fixture
def hall(served):
    return factories.make_championship(slug="morning", capacity=PLACES)


def press(page, action):
    """Press the first button of the form that is sent to an address ending in *action*."""
    page.locator(f'main form[action$="{action}"] button').first.click()


def test_a_morning_from_a_messy_list_to_a_draw_that_can_be_checked(visitors, hall):
    organiser = factories.organiser_of(hall)
    desk = visitors.open("laptop", "he", signed_in=organiser.user)
    helper = visitors.open("laptop", "he", signed_in=factories.make_actor(hall, Role.DESK_HELPER).user)

    # the list as it came: read as what it is, doubtful lines wait, those beyond the places too
    desk.goto("/c/morning/desk/import/")
    desk.locator("[name=file]").set_input_files(FILE)
    desk.locator("main form button.is-large").click()
    expect(desk.locator("main")).to_contain_text("cp1255")
    desk.locator("form.import-form button.is-large").click()
    expect(desk.locator(".doubt")).to_have_count(30)
    assert hall.entries.filter(status="registered").count() == PLACES
    assert hall.entries.filter(status="waiting").count() == 4
    line = desk.locator(".doubt").first
    line.locator("summary").last.click()
    line.locator("[name=age]").fill("9")
    line.locator('button[value="correct"]').click()
    expect(desk.locator(".doubt")).to_have_count(29)
    assert hall.entries.count() == 71

    # two windows: a family here, the count there
    helper.goto("/c/morning/desk/check-in/")
    family = hall.entries.exclude(family=None).filter(status="registered").order_by("number").first().family
    members = list(hall.entries.filter(family=family, status="registered").values_list("number", flat=True))
    desk.goto(f"/c/morning/desk/check-in/?q={members[0]}")
    desk.locator("form.family-all button").click()
    expect(helper.locator(".here-count strong")).to_have_text(str(len(members)))

    # two do not come; what follows is said first
    missing = list(hall.entries.filter(status="registered").order_by("-number").values_list("number", flat=True)[:2])
    here = people_selectors.playing(hall).exclude(number__in=missing).values_list("number", flat=True)
    people.check_in(hall, list(here), by=organiser)
    desk.goto("/c/morning/desk/check-in/no-shows/")
    expect(desk.locator("main .names li")).to_have_count(4)
    desk.locator("main form button.is-large").click()
    desk.wait_for_url("**/check-in/")
    assert hall.entries.filter(status="registered").count() == PLACES
    people.check_in(hall, list(people_selectors.playing(hall).values_list("number", flat=True)), by=organiser)

    # the plan, the promise, a preview, one seat kept, the list frozen, cards cut
    desk.goto("/c/morning/desk/plan/")
    desk.locator("form.offer.accent-green button.is-wide").click()
    desk.goto("/c/morning/desk/draw/")
    press(desk, "/draw/promise/")
    desk.locator("#draw-form button:not([formaction])").click()
    kept = desk.locator('[name="keep"]').first
    number = int(kept.get_attribute("value"))
    kept.check()
    desk.locator("#draw-form button:not([formaction])").click()
    expect(desk.locator(f'[name="keep"][value="{number}"]')).to_be_checked()
    desk.locator("#draw-form button[formaction]").click()
    desk.locator("[name=cards]").fill("אדום 5, עצור ירוק, כחול 2")
    press(desk, "/draw/cut/")
    assert violations(desk) == []

    # two change places, by keyboard, with what follows first; then everybody sits
    championship = Championship.objects.get(pk=hall.pk)
    drawn = Draw.objects.get(stage__championship=championship, state="draft")
    assert (number in drawn.result["seats"][0], drawn.is_preview) == (True, False)
    desk.locator("#id_one").focus()
    desk.keyboard.press("ArrowDown")
    desk.locator("#id_other").focus()
    for _press in range(6):
        desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    desk.locator("[name=reason]").fill("ליד הדלת")
    press(desk, "/swap/")
    expect(desk.locator("main")).to_contain_text("ליד הדלת")
    press(desk, "/publish/")
    desk.wait_for_url(re.compile("/desk/$"))
    assert championship.stages.get(order=1).seats.filter(entry=None).count() == 0

    # a parent reads it, and checks the file
    parent = visitors.open("phone", "he")
    parent.goto("/c/morning/draw/")
    expect(parent.locator("main")).to_contain_text("ליד הדלת")
    assert violations(parent) == []
    with parent.expect_download() as download:
        parent.locator('a[href$="proof-1.json"]').click()
    published = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert proof.check_json(published) == {"differences": []}


def rule(desk, entry, reason):
    """Rule that a player did not come: what follows first, then the act."""
    desk.locator(f'[name="entry"][value="{entry}"]').check()
    if desk.locator("select[name=after_round]").count():
        desk.locator("select[name=after_round]").select_option("0")
    desk.locator('[name="reason"]').fill(reason)
    desk.locator('.ruling-form [name="look"]').click()
    expect(desk.locator(".ahead")).to_be_visible()
    desk.locator('.ruling-form [name="save"]').click()


def test_a_day_on_which_a_child_is_missing_and_a_wrong_result_sent_another_on(visitors, served):
    hall = factories.make_published(players=16, slug="afternoon")
    desk = visitors.open("laptop", "he", signed_in=factories.organiser_of(hall).user)
    parent = visitors.open("phone", "he")
    first = factories.table_of(hall, 1)
    players = list(first.seats.order_by("position").values_list("entry__number", flat=True))
    missing = factories.table_of(hall, 4).seats.get(position=3).entry.number

    # on paper, then a child is not there: the paper says that it is out of date, and is made again
    desk.goto("/c/afternoon/desk/prints/")
    desk.locator('button[value="scoresheets"]').click()
    expect(desk.locator("#prints .accent-green")).to_have_count(1)
    desk.goto("/c/afternoon/desk/rulings/no_show/qualifiers-4/")
    rule(desk, missing, "לא הגיעה")
    desk.goto("/c/afternoon/desk/prints/")
    expect(desk.locator("#prints .accent-red")).to_have_count(1)
    desk.locator('button[value="scoresheets"]').click()
    expect(desk.locator("#prints .accent-green")).to_have_count(2)
    expect(desk.locator("#prints .accent-red")).to_have_count(0)

    # the first table is entered wrongly, and sends two players on
    factories.start_stage(hall)
    factories.play_table(hall, 1, winners=(1, 2, 2))
    parent.goto("/c/afternoon/tables/final-1/")
    expect(parent.locator("main")).to_contain_text(f"#{players[1]}")

    # put right: nothing moves before the consequence was shown, then everything does
    desk.goto("/c/afternoon/desk/tables/qualifiers-1/0-3/")
    expect(desk.locator("#cards-1")).to_have_value("2")
    desk.locator(".choice").first.click()
    desk.locator("#cards-2").fill("3")
    desk.locator("#reason").fill("נרשם לילד הלא נכון")
    winner = hall.entries.get(number=players[0]).player
    expect(desk.locator(".ahead li").first).to_contain_text(winner.full_name)
    assert hall.stages.get(key="final").seats.get(position=1).entry.number == players[1]
    desk.locator(".is-save.is-danger").click()
    expect(desk.locator(".answer.is-saved")).to_be_visible()
    expect(parent.locator("main")).to_contain_text(f"#{players[0]}")
    taken = {key: hall.stages.get(key=key).seats.get(position=1).entry.number for key in ("final", "playoff")}
    assert taken == {"final": players[0], "playoff": players[1]}
