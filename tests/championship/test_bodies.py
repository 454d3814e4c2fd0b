"""Bodies that are too large are refused before they are read, told length or not."""

from __future__ import annotations

import asyncio
import json

import pytest

from championship import bodies


def ask(path, chunks, *, told=None, cookie=b""):
    """Send *chunks* to an application that reads its body; return (status, answer, bytes the server read)."""
    read, sent = [], []
    left = list(chunks)

    async def receive():
        body = left.pop(0)
        read.append(len(body))
        return {"type": "http.request", "body": body, "more_body": bool(left)}

    async def send(message):
        sent.append(message)

    async def application(scope, receive, send):
        while (await receive())["more_body"]:
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"read"})

    headers = [(b"cookie", cookie)] + ([(b"content-length", str(told).encode())] if told is not None else [])
    scope = {"type": "http", "path": path, "headers": headers}
    asyncio.run(bodies.BodyLimit(application)(scope, receive, send))
    return sent[0]["status"], sent[1]["body"], sum(read)


def test_told_length_is_refused_without_reading_a_byte():
    status, answer, read = ask("/api/v1/championships/hall/reports/", [b"x"], told=bodies.MOST + 1)
    assert (status, read) == (413, 0)
    assert json.loads(answer)["error"]["code"] == "body_too_large"
    assert json.loads(answer)["error"]["values"] == {"limit": bodies.MOST}


def test_untold_length_is_counted_and_cut_off():
    chunk = b"x" * (bodies.MOST // 4)
    status, _answer, read = ask("/r/", [chunk] * 40)
    assert (status, read) == (413, bodies.MOST // 4 * 5)


@pytest.mark.parametrize("told", [None, bodies.MOST, "lies"])
def test_what_fits_goes_through(told):
    assert ask("/r/", [b"x" * bodies.MOST], told=told)[:2] == (200, b"read")


def test_registration_file_may_be_larger_and_nothing_else_at_the_desk():
    told = 9_000_000
    assert ask("/c/hall/desk/import/", [b"x"], told=told)[0] == 200
    assert ask("/c/hall/desk/import/1/", [b"x"], told=told)[0] == 413
    assert ask("/c/hall/desk/import/", [b"x"], told=11_000_000)[0] == 413


def test_person_reads_it_in_their_language():
    _status, answer, _read = ask("/sign-in/", [b"x"], told=bodies.MOST * 2, cookie=b"mapal_language=pl")
    assert answer.decode() == "To, co wysłano, jest za duże: najwyżej 1024 KB. Nic nie zapisano."


def test_other_protocols_pass(monkeypatch):
    seen = []

    async def application(scope, receive, send):
        seen.append(scope["type"])

    asyncio.run(bodies.BodyLimit(application)({"type": "lifespan"}, None, None))
    assert seen == ["lifespan"]
