"""Passes: stored hashed, limited, revocable (design.md §7)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from championship.errors import PassRefused
from championship.models import LogLine, Pass
from championship.services import passes
from tests.factories import make_pass, make_published, organiser_of, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    return make_published(players=8)


def test_issue_stores_neither_token_nor_code(hall):
    new = make_pass(hall, [1])

    row = Pass.objects.get()
    stored = [str(getattr(row, field.name)) for field in Pass._meta.concrete_fields]
    assert all(new.token not in value and new.code not in value for value in stored)
    assert new.token not in str(list(LogLine.objects.values()))
    assert len(new.code) == passes.CODE_LENGTH


@pytest.mark.parametrize("typed", ["{}", " {} ", "lower", "spaced", "dashed"])
def test_find_takes_the_code_as_people_type_it(hall, typed):
    new = make_pass(hall)
    code = new.code
    shapes = {
        "{}": code,
        " {} ": f" {code} ",
        "lower": code.lower(),
        "spaced": f"{code[:4]} {code[4:]}",
        "dashed": f"{code[:4]}-{code[4:]}",
    }

    assert passes.find(code=shapes[typed]) == new.row
    assert passes.find(token=new.token) == new.row


@pytest.mark.parametrize(
    ("change", "code"),
    [({"revoked_at": timezone.now()}, "pass_revoked"), ({"expires_at": timezone.now()}, "pass_expired")],
    ids=["revoked", "expired"],
)
def test_find_says_what_happened_to_a_pass_that_no_longer_works(hall, change, code):
    new = make_pass(hall)
    Pass.objects.filter(pk=new.row.pk).update(**change)

    with pytest.raises(PassRefused) as refused:
        passes.find(token=new.token)
    assert refused.value.code == code


@pytest.mark.parametrize("secret", [{"token": "nonsense"}, {"code": "AAAA2222"}, {"code": ""}])
def test_find_of_what_opens_nothing_says_so(hall, secret):
    with pytest.raises(PassRefused, match="opens nothing"):
        passes.find(**secret)


def test_must_open_holds_to_the_tables_of_the_pass(hall):
    one, all_ = make_pass(hall, [1]).row, make_pass(hall).row
    other_hall = make_published(players=8)

    passes.must_open(one, table_of(hall, 1))
    passes.must_open(all_, table_of(hall, 2))
    for held, table in ((one, table_of(hall, 2)), (all_, table_of(other_hall, 1))):
        with pytest.raises(PassRefused, match="other tables"):
            passes.must_open(held, table)


def test_revoke_stops_a_pass_at_once(hall):
    held = make_pass(hall).row

    passes.revoke(held, by=organiser_of(hall))
    passes.revoke(held, by=organiser_of(hall))

    with pytest.raises(PassRefused, match="revoked"):
        passes.must_open(held, table_of(hall, 1))
    assert LogLine.objects.filter(act="pass.revoked").count() == 1


def test_a_pass_can_end_by_itself(hall):
    held = make_pass(hall, expires_at=timezone.now() + timedelta(hours=8)).row

    passes.must_open(held, table_of(hall, 1))
    Pass.objects.filter(pk=held.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(PassRefused, match="expired"):
        passes.must_open(held, table_of(hall, 1))
