"""A published draw can be checked by anybody, and whatever was changed in its proof is named (design.md §6)."""

import hashlib
import json
from dataclasses import replace

import pytest

from engine import draw, proof
from engine.__main__ import main
from engine.draw import DrawRequest, Group
from engine.errors import BadInput, DrawError
from engine.proof import Part

SECRET = "0123456789abcdef"
CARDS = "אדום 5, TAKI ירוק, עצור כחול"
LISTED = proof.frozen_list(
    DrawRequest(
        entries=(8, 1, 2, 3, 4, 5, 6, 7),
        sizes=(4, 4),
        seed="",
        groups=(Group("club", (7, 5)), Group("family", (2, 1))),
        fixed={3: (2, 1)},
    )
)
NAMES = {number: f"Child {number}" for number in LISTED.entries}


def published():
    digest = proof.list_digest(LISTED)
    seed = proof.seed_of(SECRET, digest, CARDS)
    return proof.Proof(
        commitment=proof.commitment_of(SECRET),
        secret=SECRET,
        listed=LISTED,
        list_digest=digest,
        cards=CARDS,
        seed=seed,
        seats=draw.draw(replace(LISTED, seed=seed)).seats,
        names=NAMES,
        names_digest=proof.names_digest(NAMES),
    )


def test_proof_of_a_published_draw_fits():
    assert proof.check(published()) == ()
    assert proof.check(replace(published(), names=None)) == ()  # anonymised since


def test_digests_are_of_plain_text_that_any_tool_can_work_out():
    digest = hashlib.sha256(
        b'{"entries":[1,2,3,4,5,6,7,8],"fixed":[{"entry":3,"seat":1,"table":2}],"groups":[{"kind":"family",'
        b'"members":[1,2]},{"kind":"club","members":[5,7]}],"sizes":[4,4]}'
    ).hexdigest()
    assert proof.list_digest(LISTED) == digest
    assert proof.commitment_of(SECRET) == hashlib.sha256(SECRET.encode()).hexdigest()
    assert (
        proof.seed_of(SECRET, digest, f"  {CARDS}\n")
        == hashlib.sha256(f"{SECRET}\n{digest}\n{CARDS}\n".encode()).hexdigest()
    )
    assert proof.names_digest({2: "ב", 1: "a"}) == hashlib.sha256("1\ta\n2\tב\n".encode()).hexdigest()


def swapped(seats):
    (first, *rest), *tables = seats
    (second, *others), *more = tables
    return ((second, *rest), (first, *others), *more)


CHANGES = {
    "secret": ({"secret": "another"}, [Part.SECRET, Part.SEED]),
    "commitment": ({"commitment": "0" * 64}, [Part.SECRET]),
    "cards": ({"cards": "blue 7"}, [Part.SEED]),
    "name": ({"names": {**NAMES, 4: "Somebody Else"}}, [Part.NAMES]),
    "two_names_exchanged": ({"names": {**NAMES, 4: NAMES[5], 5: NAMES[4]}}, [Part.NAMES]),
    "order": ({"listed": replace(LISTED, entries=LISTED.entries[::-1])}, [Part.LIST]),
    "group": ({"listed": replace(LISTED, groups=LISTED.groups[:1])}, [Part.LIST]),
    "seats": ({"seats": swapped(published().seats)}, [Part.SEATS]),
    "seed": ({"seed": "pleasant"}, [Part.SEED, Part.SEATS]),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_was_changed_is_named(name):
    changed, parts = CHANGES[name]
    found = [difference.part for difference in proof.check(replace(published(), **changed))]
    assert found[: len(parts)] == parts
    assert set(found[len(parts) :]) <= {Part.SEATS}  # another list may well be another draw too


def test_order_and_seat_are_named_in_words():
    order = proof.check(replace(published(), listed=replace(LISTED, entries=LISTED.entries[::-1])))
    assert "another order" in order[0].message
    seats = published().seats
    [seat] = proof.check(replace(published(), seats=swapped(seats)))
    assert seat.message.startswith("table 1, seat 1")
    assert seat.values == {"table": 1, "seat": 1, "published": seats[1][0], "found": seats[0][0], "seats": 2}


def test_frozen_list_is_one_text_whatever_order_it_came_in():
    other = DrawRequest(
        entries=tuple(range(8, 0, -1)),
        sizes=(4, 4),
        seed="x",
        groups=(Group("family", (1, 2)), Group("club", (5, 7))),
        fixed={3: (2, 1)},
    )
    assert proof.frozen_list(other) == LISTED
    with pytest.raises(DrawError):
        proof.frozen_list(replace(other, sizes=(4,)))


def test_command_line_checks_a_published_file_and_draws_it_again(tmp_path, capsys):
    whole = proof.proof_to_json(published())
    file, request = tmp_path / "proof.json", tmp_path / "draw.json"
    file.write_text(json.dumps(whole), encoding="utf-8")
    request.write_text(json.dumps({**whole["list"], "seed": whole["seed"]}), encoding="utf-8")

    assert main(["draw", "--check", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == {"differences": []}
    assert main(["draw", str(request)]) == 0
    assert json.loads(capsys.readouterr().out)["seats"] == whole["seats"]

    file.write_text(json.dumps({**whole, "secret": "another"}), encoding="utf-8")
    assert main(["draw", "--check", str(file)]) == 1
    assert [each["part"] for each in json.loads(capsys.readouterr().out)["differences"]] == ["secret", "seed"]


@pytest.mark.parametrize(
    ("change", "path"),
    [({"proof": 2}, "proof"), ({"names": {"x": "y"}}, "names"), ({"seats": [1]}, "seats[0]"), ({"more": 1}, "more")],
)
def test_proof_that_cannot_be_read_says_where(change, path):
    with pytest.raises(BadInput) as refused:
        proof.proof_from_json({**proof.proof_to_json(published()), **change})
    assert refused.value.values["path"] == path


def test_seats_changed_by_hand_are_judged_by_the_same_wishes():
    request = DrawRequest(entries=(1, 2, 3, 4), sizes=(2, 2), seed="x", groups=(Group("family", (1, 2)),))
    drawn = draw.draw(request)
    assert draw.judge(request, drawn.seats) == drawn
    assert draw.judge(request, ((1, 2), (3, 4))).meetings == (("family", 1),)
    for wrong in (((1, 2, 3), (4,)), ((1, 2), (3, 3))):
        with pytest.raises(DrawError):
            draw.judge(request, wrong)
