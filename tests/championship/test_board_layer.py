"""The live layer before Django: what it answers, and that nobody is left behind or sent back (design.md §7, §10)."""

from __future__ import annotations

import gzip
import json
import uuid

import pytest
from django.core.handlers.asgi import ASGIHandler
from django.db import OperationalError

from championship import rendering
from championship.board import BoardLayer
from championship.models import Pulse
from championship.selectors import board as boards
from championship.selectors import versions
from championship.services import stages
from championship.watch import Watch
from tests.factories import make_published, make_report, make_started, organiser_of
from tests.rig.asgi import Loop

pytestmark = pytest.mark.django_db(transaction=True)

FRAGMENT = (
    "{% load i18n %}<p>{{ board.slug }} {{ board.version }} {{ language }} "
    "{% get_current_language as spoken %}{{ spoken }}</p>"
)
SECURITY = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}


@pytest.fixture(autouse=True)
def _plain_fragment(tmp_path, settings):
    """A fragment that says only what it was made of, and a process that has made none yet."""
    (tmp_path / "championship/public").mkdir(parents=True)
    (tmp_path / "championship/public/_leaderboard.html").write_text(FRAGMENT)
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path, *settings.TEMPLATES[0]["DIRS"]]}]
    boards.forget()
    rendering.forget()


@pytest.fixture
def serve():
    """Start layers, each in a loop of its own as in a process of its own: ``serve(cap=1, interval=0.05)``."""
    running = []

    def start(*, interval=0.05, retry=0.1, ping=15, cap=None):
        layer = BoardLayer(ASGIHandler(), watch=Watch(interval, retry), cap=cap, ping=ping)
        running.append((Loop(layer), layer))
        return running[-1][0]

    yield start
    for loop, layer in running:
        loop.run(layer.close())
        loop.close()


@pytest.fixture
def championship():
    return make_started(players=4, slug="hall")


def told(slug="hall"):
    """What a poll or a stream says of the present version."""
    pulse = Pulse.objects.get(championship__slug=slug)
    return {"version": pulse.version, "epoch": str(pulse.epoch)}


def token(slug="hall"):
    return "{epoch}.{version}".format(**told(slug))


def shown(version, language="he"):
    return f"<p>hall {version} {language} {language}</p>"


def restore(version):
    """Let the database be restored to an older version: a new epoch."""
    Pulse.objects.update(version=version, epoch=uuid.uuid4())


# --- the fragment


def test_board_answers_the_fragment_of_the_newest_version(serve, championship):
    answer = serve().get("/c/hall/live/board/")
    board = boards.current("hall")
    assert (answer.status, answer.text) == (200, shown(told()["version"]))
    assert answer.headers == {
        **SECURITY,
        "etag": f'W/"{board.epoch}-{board.version}-he-{rendering.release()}"',
        "cache-control": "no-cache",
        "vary": "Cookie, Accept-Encoding",
        "content-language": "he",
        "content-type": "text/html; charset=utf-8",
        "content-length": str(len(answer.body)),
    }


@pytest.mark.parametrize(
    ("cookie", "language"),
    [("", "he"), ("mapal_language=en", "en"), ("a=b; mapal_language=pl", "pl"), ("mapal_language=xx", "he")],
    ids=["none", "chosen", "among others", "unknown"],
)
def test_board_speaks_the_readers_language_else_the_championships(serve, championship, cookie, language):
    answer = serve().get("/c/hall/live/board/", cookie=cookie)
    assert (answer.text, answer.headers["content-language"]) == (shown(told()["version"], language), language)


def test_board_is_gzipped_for_who_can_read_it(serve, championship):
    answer = serve().get("/c/hall/live/board/", accept_encoding="gzip, deflate")
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(answer.body).decode() == shown(told()["version"])


def test_board_known_to_the_reader_is_not_sent_again(serve, championship):
    loop = serve()
    first = loop.get("/c/hall/live/board/")
    again = loop.get("/c/hall/live/board/", if_none_match=f'"other", {first.headers["etag"]}')
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", first.headers["etag"])
    in_english = loop.get("/c/hall/live/board/", if_none_match=first.headers["etag"], cookie="mapal_language=en")
    assert in_english.status == 200


def test_board_after_a_change_is_a_new_one(serve, championship):
    loop = serve(interval=0)
    first = loop.get("/c/hall/live/board/")
    make_report(championship)
    second = loop.get("/c/hall/live/board/", if_none_match=first.headers["etag"])
    assert (second.status, second.text) == (200, shown(told()["version"]))
    assert second.headers["etag"] != first.headers["etag"]


def test_board_is_built_once_for_fifty_readers_at_a_cold_start(serve, championship, monkeypatch):
    built = []

    def counted(championship_id, build=boards.build):
        built.append(championship_id)
        return build(championship_id)

    monkeypatch.setattr(boards, "build", counted)
    answers = serve().get_many(["/c/hall/live/board/"] * 50)
    assert {(answer.status, answer.text) for answer in answers} == {(200, shown(told()["version"]))}
    assert built == [championship.pk]


def test_board_of_a_failed_build_is_the_last_good_one(serve, championship, monkeypatch, caplog):
    loop = serve(interval=0)
    before = loop.get("/c/hall/live/board/")
    make_report(championship)
    with monkeypatch.context() as broken:
        broken.setattr(boards, "build", fail)
        during = loop.get("/c/hall/live/board/")
    assert (during.status, during.text, during.headers["etag"]) == (200, before.text, before.headers["etag"])
    assert "could not be built" in caplog.text


def test_board_whose_fragment_cannot_be_rendered_is_the_last_good_one(serve, championship, monkeypatch, caplog):
    loop = serve(interval=0)
    before = loop.get("/c/hall/live/board/")
    make_report(championship)
    with monkeypatch.context() as broken:
        broken.setattr(rendering, "leaderboard_fragment", fail)
        during = loop.get("/c/hall/live/board/")
    assert (during.status, during.text) == (200, before.text)
    assert "the page of hall could not be made" in caplog.text


def test_board_that_never_could_be_built_is_busy_not_empty(serve, championship, monkeypatch, caplog):
    loop = serve(retry=0)
    with monkeypatch.context() as broken:
        broken.setattr(boards, "build", fail)
        answer = loop.get("/c/hall/live/board/")
    assert (answer.status, answer.body, answer.headers["retry-after"]) == (503, b"", "2")
    assert loop.get("/c/hall/live/board/").text == shown(told()["version"])


def test_board_of_a_restored_database_replaces_a_higher_version(serve, championship):
    loop = serve(interval=0)
    loop.get("/c/hall/live/board/")
    restore(version=1)
    assert loop.get("/c/hall/live/board/").text == shown(1)


def test_board_asked_for_a_version_not_seen_here_looks_at_the_database(serve, championship):
    loop = serve(interval=3600)
    loop.get("/c/hall/live/board/")
    make_report(championship)
    assert loop.get("/c/hall/live/board/").text == shown(told()["version"] - 1)
    assert loop.get(f"/c/hall/live/board/?v={token()}").text == shown(told()["version"])


def test_board_held_by_the_reader_in_a_newer_version_is_looked_up(serve, championship):
    here, elsewhere = serve(interval=3600), serve(interval=3600)
    here.get("/c/hall/live/board/")
    make_report(championship)
    held = elsewhere.get("/c/hall/live/board/").headers["etag"]
    assert here.get("/c/hall/live/board/", if_none_match=held).status == 304


# --- the poll


def test_version_says_what_is_newer_and_nothing_if_nothing_is(serve, championship):
    loop = serve(interval=0)
    known = token()
    same = loop.get(f"/c/hall/live/version/?v={known}")
    make_report(championship)
    newer = loop.get(f"/c/hall/live/version/?v={known}")
    assert (same.status, same.body, same.headers) == (204, b"", {**SECURITY, "cache-control": "no-store"})
    assert (newer.status, json.loads(newer.body)) == (200, told())


def test_version_is_told_to_who_says_none(serve, championship):
    said = ["", "?v=", "?v=7", "?v=.", "?v=x.y", "?v=%FF.1", "?v=1.9999999999999999999", "?v=\u0663"]
    answers = serve().get_many([f"/c/hall/live/version/{query}" for query in said])
    assert [(answer.status, json.loads(answer.body)) for answer in answers] == [(200, told())] * len(said)


def test_version_of_another_epoch_is_news(serve, championship):
    loop = serve(interval=0)
    known = token()
    restore(version=1)
    assert json.loads(loop.get(f"/c/hall/live/version/?v={known}").body) == told()


def test_version_is_read_once_for_many_polls(serve, championship, monkeypatch):
    loop = serve(interval=3600)
    read = count_reads(monkeypatch)
    answers = loop.get_many([f"/c/hall/live/version/?v={token()}"] * 30)
    assert {answer.status for answer in answers} == {204}
    assert read == [["hall"]]


def test_version_seen_elsewhere_is_looked_up_not_denied(serve, championship):
    loop = serve(interval=3600)
    loop.get("/c/hall/live/version/")
    make_report(championship)
    assert loop.get(f"/c/hall/live/version/?v={token()}").status == 204
    assert json.loads(loop.get("/c/hall/live/version/").body) == told()


def test_version_never_goes_back_when_an_older_look_comes_late(serve, championship, monkeypatch):
    loop = serve(interval=0)
    old = versions.marks(["hall"])
    make_report(championship)
    newest = json.loads(loop.get("/c/hall/live/version/").body)
    monkeypatch.setattr(versions, "marks", lambda slugs: old)
    assert json.loads(loop.get("/c/hall/live/version/").body) == newest


def test_version_stays_known_while_the_database_is_away(serve, championship, monkeypatch, caplog):
    loop = serve(interval=0)
    first = loop.get("/c/hall/live/board/")
    monkeypatch.setattr(versions, "marks", fail)
    assert loop.get(f"/c/hall/live/version/?v={token()}").status == 204
    assert loop.get("/c/hall/live/board/").text == first.text
    assert loop.get("/c/other/live/version/").status == 503


# --- the stream


def test_stream_says_the_present_version_on_opening_and_then_each_newer_one(serve, championship):
    stream = serve().open("/c/hall/live/stream/")
    first = stream.next()
    make_report(championship)
    second = stream.next()
    assert stream.status == 200
    assert stream.headers == {
        **SECURITY,
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
    }
    assert (second.name, second.id, second.data) == ("version", token(), told())
    assert (first.name, first.data) == ("version", {**told(), "version": told()["version"] - 1})


def test_stream_tells_a_change_made_just_before_it_opened(serve, championship):
    loop = serve(interval=0.3)
    loop.get("/c/hall/live/version/")  # a moment ago this process knew the version before
    make_report(championship)
    stream = loop.open("/c/hall/live/stream/")
    assert told() in (stream.next().data, stream.next().data)


def test_stream_tells_a_change_to_every_process(serve, championship):
    streams = [serve().open("/c/hall/live/stream/") for _process in range(2)]
    for stream in streams:
        stream.next()
    make_report(championship)
    assert [stream.next().data for stream in streams] == [told(), told()]


def test_stream_tells_a_restored_database_by_its_epoch(serve, championship):
    stream = serve().open("/c/hall/live/stream/")
    stream.next()
    restore(version=1)
    assert stream.next().data == told()


def test_stream_without_news_says_that_it_lives(serve, championship):
    stream = serve(ping=0.05).open("/c/hall/live/stream/")
    stream.next()
    ping = stream.next()
    assert (ping.name, ping.id, ping.data) == ("ping", token(), told())


def test_stream_tells_a_version_again_once_its_page_could_be_made(serve, championship, monkeypatch, caplog):
    loop = serve()
    loop.get("/c/hall/live/board/")
    stream = loop.open("/c/hall/live/stream/")
    stream.next()
    with monkeypatch.context() as broken:
        broken.setattr(boards, "build", fail)
        make_report(championship)
        news = stream.next()
        old = loop.get("/c/hall/live/board/")
    assert old.text == shown(told()["version"] - 1)
    assert stream.next() == news
    assert loop.get("/c/hall/live/board/").text == shown(told()["version"])


def test_streams_beyond_the_cap_are_refused_until_one_leaves(serve, championship):
    loop = serve(cap=1)
    first = loop.open("/c/hall/live/stream/")
    refused = loop.get("/c/hall/live/stream/")
    assert (refused.status, refused.headers["retry-after"]) == (503, "10")
    first.leave()
    assert loop.open("/c/hall/live/stream/").next().data == told()


def test_stream_ends_when_the_championship_is_hidden(serve, championship):
    loop = serve()
    stream = loop.open("/c/hall/live/stream/")
    stages.show(championship, is_public=False, by=organiser_of(championship))
    stream.wait_for_end()
    assert loop.get("/c/hall/live/stream/").status == 404


def test_streams_end_when_the_server_is_told_to_stop(serve, championship):
    loop = serve()
    streams = [loop.open("/c/hall/live/stream/") for _reader in range(3)]
    loop.loop.call_soon_threadsafe(loop.application.close_streams)
    for stream in streams:
        stream.wait_for_end()
    assert loop.get("/c/hall/live/stream/").status == 503


def test_versions_are_watched_with_one_query_while_somebody_waits_and_not_after(serve, championship, monkeypatch):
    make_published(players=4, slug="other")
    loop = serve()
    streams = [loop.open(f"/c/{slug}/live/stream/") for slug in ("hall", "other", "hall")]
    read = count_reads(monkeypatch)
    make_report(championship)
    for stream in streams:
        stream.next()
    streams[0].next()
    assert {tuple(slugs) for slugs in read} == {("hall", "other")}
    for stream in streams:
        stream.leave()
    watcher = loop.application.watch._watcher
    loop.run(ended(watcher))
    assert watcher.done()


# --- who may ask what


@pytest.mark.parametrize("what", ["board", "version", "stream"])
def test_hidden_and_unknown_championships_are_not_there(serve, championship, what):
    stages.show(championship, is_public=False, by=organiser_of(championship))
    loop = serve(interval=0)
    answers = [loop.get(f"/c/{slug}/live/{what}/") for slug in ("hall", "nowhere")]
    assert [(answer.status, answer.body) for answer in answers] == [(404, b""), (404, b"")]


@pytest.mark.parametrize("what", ["board", "version", "stream"])
def test_only_get_is_answered(serve, championship, what):
    loop = serve()
    answers = [loop.get(f"/c/hall/live/{what}/", method=method) for method in ("POST", "HEAD", "PUT", "OPTIONS")]
    assert [(answer.status, answer.headers["allow"]) for answer in answers] == [(405, "GET")] * 4


def test_unknown_host_is_left_to_django_which_refuses_it(serve, championship, settings):
    settings.ALLOWED_HOSTS = ["mapal.example"]
    loop = serve()
    assert loop.get("/c/hall/live/version/", host="evil.example").status == 400
    assert loop.get("/c/hall/live/version/", host="mapal.example:8000").status == 200


def test_plain_http_is_left_to_django_which_redirects_it(serve, championship, settings):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_HSTS_SECONDS = 60
    loop = serve()
    plain = loop.get("/c/hall/live/version/")
    secure = loop.get("/c/hall/live/version/", x_forwarded_proto="https")
    assert (plain.status, plain.headers["location"]) == (301, "https://testserver/c/hall/live/version/")
    assert (secure.status, secure.headers["strict-transport-security"]) == (200, "max-age=60")


def test_other_addresses_go_to_django(serve, championship):
    assert json.loads(serve().get("/health/live/").body) == {"status": "ok"}


# --- the same addresses without the layer


def test_plain_views_answer_the_same_but_have_no_stream(client, serve, championship):
    loop = serve()
    layer = loop.get("/c/hall/live/board/", accept_encoding="")
    plain = client.get("/c/hall/live/board/")
    assert (plain.content, plain.headers["ETag"]) == (layer.body, layer.headers["etag"])
    assert client.get("/c/hall/live/board/", headers={"If-None-Match": plain.headers["ETag"]}).status_code == 304
    assert client.get("/c/hall/live/version/").json() == told()
    assert client.get(f"/c/hall/live/version/?v={token()}").status_code == 204
    assert client.get("/c/hall/live/stream/").status_code == 404
    assert client.post("/c/hall/live/version/").status_code == 405
    assert client.get("/c/nowhere/live/board/").status_code == 404


def fail(*arguments):
    raise OperationalError("the database is away")


def count_reads(monkeypatch):
    """Return a list that gets the slugs of each look at the database."""
    read = []

    def counted(slugs, marks=versions.marks):
        read.append(sorted(slugs))
        return marks(slugs)

    monkeypatch.setattr(versions, "marks", counted)
    return read


async def ended(task):
    await task
