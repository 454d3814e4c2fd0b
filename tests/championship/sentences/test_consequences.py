import pytest
from django.utils import translation

from championship.sentences import consequence_lines, fact_sentence
from scoring import consequence
from scoring.consequence import Fact, FactCode
from scoring.formats import QUALIFIERS, SECOND, StageFormat
from scoring.results import RoundResult, SeatLine, StageState, TableState, TicketState

NAMES = {12: "Noa", 31: "Dan", 44: "Uri", 58: "Maya"}
SEAT = {"to_stage": SECOND, "to_table": 3, "to_seat": 2, "before": None, "after": 12, "is_blocked": False}
WORDS = "Second stage, table 3, seat 2"


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def said(code, **values):
    """The sentence, without the isolates around names and points."""
    sentence = fact_sentence(Fact(code, values), NAMES)
    return sentence.translate(dict.fromkeys((0x2066, 0x2068, 0x2069)))


@pytest.mark.parametrize(
    ("code", "values", "expected"),
    [
        (
            FactCode.UNSEATS,
            {**SEAT, "before": 31},
            f"Noa takes the seat of Dan: {WORDS}.",
        ),
        (FactCode.UNSEATS, {**SEAT, "before": 31, "after": None}, f"Dan loses a seat further on: {WORDS}."),
        (
            FactCode.UNSEATS,
            {**SEAT, "before": 31, "is_blocked": True},
            f"That table has already begun: Dan keeps the seat there ({WORDS}) unless the organiser rules.",
        ),
        (
            FactCode.DECIDES,
            {"place": 1, "entry": 12, "seat": None, "is_shared": True},
            "Noa shares 1st place.",
        ),
        (
            FactCode.TIE_BREAK,
            {"place": 1, "number": 1, "entries": [12, 31]},
            "Noa and Dan are level for 1st place: they play a tie-break round.",
        ),
        (
            FactCode.TIE_BREAK,
            {"place": 2, "number": 2, "entries": [12, 31, 44]},
            "Noa, Dan and Uri are still level for 2nd place: they play another tie-break round.",
        ),
        (
            FactCode.LOT,
            {"place": 2, "entries": [12, 44]},
            "Noa and Uri are level for the last free seat of the next stage: a lot decides.",
        ),
        (
            FactCode.DECIDES,
            {"place": 1, "entry": 12, "seat": SEAT},
            f"Noa takes 1st place and goes on to: {WORDS}.",
        ),
        (FactCode.DECIDES, {"place": 1, "entry": 12, "seat": None}, "Noa wins the table."),
        (FactCode.DECIDES, {"place": 2, "entry": 12, "seat": None}, "Noa takes 2nd place."),
        (
            FactCode.DECIDES,
            {"place": 1, "entry": 12, "seat": {**SEAT, "is_blocked": True}},
            "Noa takes 1st place, but the table further on has already begun: "
            f"the organiser decides about the seat there ({WORDS}).",
        ),
        *(
            (FactCode.SITS, {"stage": SECOND, "table": 3, "seat": 2, "before": before, "after": after}, sentence)
            for before, after, sentence in (
                (None, 12, f"Noa sits at: {WORDS}."),
                (58, 12, f"Noa sits instead of Maya at: {WORDS}."),
                (58, None, f"Maya leaves the seat free: {WORDS}."),
            )
        ),
        (FactCode.SHORT, {"table": 3, "players": 3}, "Table 3 goes on with three players."),
        (
            FactCode.SHORT,
            {"table": 3, "players": 2},
            "Table 3 goes on with two: they play by the rules for two, or are moved to other tables.",
        ),
        (
            FactCode.SHORT,
            {"table": 3, "players": 1},
            "Table 3 has nobody left to play against: who stayed has won it.",
        ),
        (FactCode.OUTDATES, {"print": "scoresheets"}, "A print no longer tells the truth: Scoresheets."),
        (FactCode.LEADS, {"entries": [12], "total": 4, "rounds_left": 1}, "Noa leads with +4, and 1 round is left."),
        (
            FactCode.LEADS,
            {"entries": [12, 58], "total": -3, "rounds_left": 2},
            "Noa and Maya lead together with −3, and 2 rounds are left.",
        ),
        (
            FactCode.GOES_TO,
            {"place": 1, "to_stage": SECOND, "to_table": 3, "to_seat": 2},
            f"After the last round the winner of this table goes on to: {WORDS}.",
        ),
    ],
)
def test_fact_sentence_says_it_whole(code, values, expected):
    assert said(code, **values) == expected


@pytest.mark.parametrize("code", list(FactCode))
def test_fact_sentence_has_words_for_every_code(code):
    values = {**SEAT, "before": 31, "place": 1, "number": 1, "entries": [12], "entry": 12, "seat": SEAT}
    if code is FactCode.SITS:
        values = {"stage": SECOND, "table": 3, "seat": 2, "before": 31, "after": 12}

    if code is FactCode.SHORT:
        values = {"table": 3, "players": 2}

    assert said(code, **values, print="bracket", total=1, rounds_left=1)


def test_consequence_lines_of_a_real_report():
    # three rounds: +2 −1 −2 −3 each time, so Noa ends with +6 and takes the ticket
    def result(number):
        lines = tuple(SeatLine(seat, entry, seat - 1) for seat, entry in enumerate(NAMES, start=1))
        return RoundResult(0, number, lines, winner=1)

    stage = StageState(
        StageFormat(QUALIFIERS, (4,)),
        (TableState(1, tuple(NAMES), (result(1), result(2))),),
        (TicketState(1, 1, SECOND, 3, 2, printed=("scoresheets",)),),
        is_started=True,
    )

    lines = consequence_lines(consequence.of_report(stage, 1, result(3)), NAMES)

    assert lines == [
        f"\u2068Noa\u2069 takes 1st place and goes on to: {WORDS}.",
        "A print no longer tells the truth: Scoresheets.",
    ]
