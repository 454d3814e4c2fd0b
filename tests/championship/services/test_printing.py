"""Prints are asked for in an act, made once by a job, and bear passes that open their table (design.md §7, §8)."""

from __future__ import annotations

import pytest

from championship.enums import JobState, PrintKind, Role
from championship.errors import NotAllowed, OutOfStep
from championship.models import Job, Pass, Printout
from championship.services import live, printing
from tests.factories import (
    make_actor,
    make_championship,
    make_pass,
    make_published,
    make_report,
    make_started,
    organiser_of,
    play_stage,
    start_stage,
    table_of,
)

pytestmark = pytest.mark.django_db


def ask(championship, **fields):
    return printing.request_scoresheets(
        championship, **{"language": "he", "by": organiser_of(championship), **fields}
    )


def test_request_scoresheets_stores_a_print_and_its_job():
    championship = make_published(players=8)
    by = organiser_of(championship)
    printout = ask(championship, by=by)
    job = Job.objects.get()
    assert (printout.kind, printout.language, printout.job) == (PrintKind.SCORESHEETS, "he", job)
    assert printout.subjects == {"qualifiers-1": "", "qualifiers-2": ""}
    assert (job.kind, job.state, job.payload) == (
        "print",
        JobState.WAITING,
        {"printout": printout.pk, "by": by.user.pk},
    )
    assert printout.made_at is None


def test_request_is_no_public_change():
    championship = make_published(players=4)
    before = championship.pulse.version
    ask(championship)
    championship.pulse.refresh_from_db()
    assert championship.pulse.version == before
    assert championship.log.first().act == "print.requested"


def test_request_scoresheets_without_a_choice_is_for_the_stage_in_play():
    championship = make_started(players=8)
    play_stage(championship)
    assert set(ask(championship).subjects) == {"qualifiers-1", "qualifiers-2"}
    start_stage(championship, "final")
    assert set(ask(championship).subjects) == {"final-1"}


def test_request_filled_scoresheets_without_a_choice_is_for_every_table_with_a_result():
    championship = make_started(players=8)
    make_report(championship, 2, 1)
    make_report(championship, 2, 2)
    printout = ask(championship, filled=True)
    assert (printout.kind, set(printout.subjects)) == (PrintKind.PROTOCOL, {"qualifiers-2"})


def test_request_scoresheets_of_chosen_tables_and_of_a_stage():
    championship = make_published(players=8)
    final = championship.stages.get(key="final")
    one = [table_of(championship, 2)]
    assert set(ask(championship, tables=one).subjects) == {"qualifiers-2"}
    assert set(ask(championship, stage=final).subjects) == {"final-1"}


def test_request_bracket_is_about_every_table():
    championship = make_published(players=8)
    printout = printing.request_bracket(championship, language="en", paper="A3", by=organiser_of(championship))
    assert (printout.kind, printout.paper) == (PrintKind.BRACKET, "A3")
    assert set(printout.subjects) == {"qualifiers-1", "qualifiers-2", "final-1"}


def test_request_before_the_plan_says_what_to_do():
    championship = make_championship(players=8)
    for request in (ask, lambda c: printing.request_bracket(c, language="he", by=organiser_of(c))):
        with pytest.raises(OutOfStep) as refused:
            request(championship)
        assert refused.value.code == "no_plan"
    assert Printout.objects.count() == 0


def test_request_filled_before_any_result_says_so():
    with pytest.raises(OutOfStep) as refused:
        ask(make_started(players=4), filled=True)
    assert refused.value.code == "nothing_reported"


def test_request_for_tables_of_another_championship_is_refused():
    championship, other = make_published(players=4), make_published(players=4)
    with pytest.raises(OutOfStep) as refused:
        ask(championship, tables=[table_of(championship), table_of(other)])
    assert refused.value.code == "no_such_table"
    with pytest.raises(OutOfStep):
        ask(championship, stage=other.stages.get())


def test_request_is_for_the_staff_alone():
    championship = make_published(players=4)
    with pytest.raises(NotAllowed):
        ask(championship, by=live.Actor(held=make_pass(championship).row))
    assert ask(championship, by=make_actor(championship, Role.HEAD_REFEREE)).pk


@pytest.mark.parametrize("fields", [{"language": "fr"}, {"language": ""}])
def test_request_in_no_language_of_ours_is_an_error_of_the_caller(fields):
    with pytest.raises(ValueError, match="not a valid Language"):
        ask(make_published(players=4), **fields)


def test_issue_passes_gives_each_table_its_own():
    championship = make_published(players=8)
    printout = ask(championship)
    by = organiser_of(championship)
    issued = printing.issue_passes(printout, [("qualifiers", 1), ("qualifiers", 2)], by=by)
    assert {name: list(new.row.tables.all()) for name, new in issued.items()} == {
        "qualifiers-1": [table_of(championship, 1)],
        "qualifiers-2": [table_of(championship, 2)],
    }
    assert len({new.token for new in issued.values()} | {new.code for new in issued.values()}) == 4
    assert championship.log.first().act == "pass.issued"


def test_keep_stores_the_first_attempt_alone():
    championship = make_published(players=4)
    printout, by = ask(championship), organiser_of(championship)
    assert printing.keep(printout, b"first", version=2, digests={"final-1": "a"}, by=by) is True
    assert printing.keep(printout, b"second", version=3, digests={"final-1": "b"}, by=by) is False
    printout.refresh_from_db()
    assert (bytes(printout.content), printout.version, printout.subjects) == (b"first", 2, {"final-1": "a"})


def test_withdraw_revokes_only_the_passes_of_that_print():
    championship = make_published(players=4)
    other = make_pass(championship)
    issued = printing.issue_passes(ask(championship), [("final", 1)], by=organiser_of(championship))
    printing.withdraw(issued.values())
    assert list(Pass.objects.filter(revoked_at=None)) == [other.row]
