"""The rig keeps its word: skips fail where all is required, and a served application shares the test's database."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request

import pytest

from championship.models import Player
from tests import factories
from tests.rig import server
from tests.sources import ROOT

# Run by a pytest of its own below. One test of it is known to fail, to show that such a test is not taken for a skip.
SKIPPING = """
import pytest

def test_skips():
    pytest.skip("nothing here")

@pytest.mark.xfail(reason="an example of a known failure: where all is required, it is still no skip")
def test_known_to_fail():
    assert False

def test_passes():
    pass
"""


@pytest.mark.parametrize(
    ("require_all", "status", "outcomes"),
    [("", 0, "1 passed, 1 skipped, 1 xfailed"), ("1", 1, "1 failed, 1 passed, 1 xfailed")],
    ids=["bare_machine", "all_required"],
)
def test_skip_fails_where_all_is_required(tmp_path, require_all, status, outcomes):
    (tmp_path / "test_some.py").write_text(SKIPPING)
    options = ["-p", "tests.rig.strictness", "-p", "no:django", "-p", "no:cacheprovider", "-q", "-c", os.devnull]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--rootdir", str(tmp_path), str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "REQUIRE_ALL": require_all},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, outcomes in ran.stdout) == (status, True), ran.stdout


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"ENGINE": "django.db.backends.sqlite3", "NAME": "/tmp/a b.sqlite3"}, "sqlite:///tmp/a%20b.sqlite3"),
        (
            {
                "ENGINE": "django.db.backends.postgresql",
                "NAME": "test_mapal_gw0",
                "USER": "mapal",
                "PASSWORD": "a/b",
                "HOST": "/tmp/pg",
                "PORT": "5433",
            },
            "postgres://mapal:a%2Fb@/test_mapal_gw0?host=%2Ftmp%2Fpg&port=5433",
        ),
    ],
    ids=["sqlite", "postgres"],
)
def test_database_url_names_the_same_database(settings, expected):
    assert server.database_url(settings) == expected


@pytest.mark.both_databases
def test_served_application_shows_what_the_test_makes(served):
    championship = factories.make_published(players=8, name_en="Seen from outside")
    request = urllib.request.Request(f"{served.url}/c/{championship.slug}/", headers={"Cookie": "mapal_language=en"})
    with urllib.request.urlopen(request) as answer:
        assert "Seen from outside" in answer.read().decode()


@pytest.mark.both_databases
def test_manage_writes_to_the_database_of_the_test(served):
    served.manage("shell", "-c", "from championship.models import Player; Player.objects.create(first_name='Ola')")
    assert [player.first_name for player in Player.objects.all()] == ["Ola"]


def test_visitors_notice_a_page_that_asks_another_host(visitors):
    page = visitors.open("phone", "en")
    page.goto("/")
    page.evaluate("fetch('http://elsewhere.example/x').catch(() => null)")
    asked = [problem for problem in visitors.problems if "elsewhere.example" in problem]
    visitors.problems.clear()
    assert asked != []


def test_visitors_notice_a_page_that_throws(visitors):
    page = visitors.open("laptop", "he")
    page.goto("/")
    with page.context.expect_event("weberror"):
        page.evaluate("setTimeout(() => { throw new Error('broken page') })")
    thrown = list(visitors.problems)
    visitors.problems.clear()
    assert ["broken page" in problem for problem in thrown] == [True]


def test_visitors_have_the_device_and_language_they_were_given(visitors):
    page = visitors.open("phone", "en")
    page.goto("/")
    assert page.evaluate("[innerWidth, document.documentElement.lang]") == [360, "en"]
