import pytest
from django.utils import translation

from championship.sentences import finding_sentence
from engine.findings import Finding, Severity
from engine.taki import hands
from engine.taki.editions import edition
from engine.taki.played import PlayedRound

NAMES = {1: "Noa", 2: "Dan", 3: "Uri", 4: "Maya"}
HARD, OVERRIDE, WARNING = Severity.HARD, Severity.OVERRIDE, Severity.WARNING
REASON = " If it was really so, give the reason."
LOOK = " Please look once more; it can be saved as it is."


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def said(finding):
    """The sentence, without the isolates around names and values."""
    return finding_sentence(finding, NAMES).translate(dict.fromkeys((0x2066, 0x2068, 0x2069)))


@pytest.mark.parametrize(
    ("finding", "expected"),
    [
        (
            Finding("VM1", WARNING, (), {"table": 7}),
            "Just these numbers are saved for table 7 already. Is this the right table?"
            " Please look once more; it can be saved as it is.",
        ),
        (
            Finding("VM2", OVERRIDE, (2, 3)),
            "Seats 2 (Dan) and 3 (Uri): the cards themselves are asked for. Choose them; if nobody can any more,"
            " give the reason.",
        ),
        (
            Finding("VM3", HARD, (1,)),
            "Seat 1 (Noa): “last card” was not said and somebody claimed it, so this player takes four cards and the"
            " round goes on. Enter it when somebody has gone out.",
        ),
        (
            Finding("VA1", HARD, (3,), {"problem": "missing", "field": "lines"}),
            "Seat 3 (Uri): cards left are missing. Enter them, or mark the player as absent.",
        ),
        (
            Finding("VA1", HARD, (3,), {"problem": "unreadable", "field": "lines", "value": -2}),
            "Seat 3 (Uri): “-2” is no number of cards. Enter a whole number from 0.",
        ),
        (
            Finding("VA1", HARD, (), {"problem": "unreadable", "field": "direction", "value": 7}),
            "“7” cannot be read as direction of play. Enter it again or leave it out.",
        ),
        (
            Finding("VA1", HARD, (2,), {"problem": "twice", "field": "lines"}),
            "Seat 2 (Dan): is in the report twice. Keep one of the two.",
        ),
        (
            Finding("VA1", HARD, (9,), {"problem": "not_seated", "field": "turns"}),
            "Seat 9: does not play in this round, but is named under turns. Leave the seat out.",
        ),
        (
            Finding(
                "VA1", HARD, (), {"problem": "players", "field": "lines", "players": 1, "at_least": 2, "at_most": 10}
            ),
            "1 players in the round: there must be at least 2 and at most 10.",
        ),
        (
            Finding("VA1", HARD, (4,), {"why": "sits_elsewhere", "entry": 31}),
            "Seat 4 (Maya): #31 does not sit here. Check who sits where, then enter the round again.",
        ),
        (
            Finding("VA2", OVERRIDE, (), {"size": 3, "planned": 4}),
            "3 players sit at this table: four or five are usual." + REASON,
        ),
        (
            Finding("VA3", HARD, (), {"problem": "no_winner"}),
            "Nobody is marked as the one who went out. Choose the winner.",
        ),
        (
            Finding("VA3", HARD, (1,), {"problem": "has_cards", "cards": 2}),
            "Seat 1 (Noa): the winner cannot have cards left. Set the count to 0, or choose another winner.",
        ),
        (Finding("VA4", HARD), "Everybody has cards left, so nobody went out. Set the winner's count to 0."),
        (
            Finding("VA5", OVERRIDE, (1, 4)),
            "Seats 1 (Noa) and 4 (Maya): more than one player has no cards left, and only one can go out first."
            + REASON,
        ),
        (
            Finding("VA6", HARD, (), {"total": 140, "at_most": 115}),
            "All together have 140 cards left, and the deck allows 115 at most.",
        ),
        (
            Finding("VA7", WARNING, (), {"total": 110, "at_most": 107}),
            "All together have 110 cards left; more than 107 are hardly possible." + LOOK,
        ),
        (
            Finding("VA8", HARD, (1,), {"problem": "cannot_win", "last_card": "rP", "players": 4}),
            "Seat 1 (Noa): nobody can go out with the card rP by these rules. Choose the last card again.",
        ),
        (
            Finding("VA9", OVERRIDE, (2, 4), {"at_least": 3}),
            "Seats 2 (Dan) and 4 (Maya): the last card was a 2+, so the next player must have at least 3 cards."
            + REASON,
        ),
        (
            Finding("VA10", OVERRIDE, (2,), {"at_least": 4}),
            "Seat 2 (Dan): the last card was a +3, so everybody else must have at least 4 cards." + REASON,
        ),
        (
            Finding("VA11", HARD, (1,), {"turns": 0}),
            "Seat 1 (Noa): the winner cannot have won without a turn. Check the turns.",
        ),
        (
            Finding("VA12", HARD, (2,), {"cards": 5, "at_least": 8}),
            "Seat 2 (Dan): 5 cards left without a turn: at least 8 must be left. Check turns and cards.",
        ),
        (
            Finding("VA13", WARNING, (2,), {"cards": 40, "at_most": 24}),
            "Seat 2 (Dan): 40 cards left are more than could be drawn (24)." + LOOK,
        ),
        (
            Finding("VA14", HARD, (1,), {"reason": "total", "total": 5, "games": 3}),
            "Seat 1 (Noa): a total of +5 cannot come of these rounds. Check every round of this seat.",
        ),
        (
            Finding("VA15", HARD, (2,), {"points": 90, "cards": 3, "low": 3, "high": 30}),
            "Seat 2 (Dan): 90 points cannot come of 3 cards: they are worth from 3 to 30. Add up again.",
        ),
        (
            Finding("VA15", HARD, (1,), {"points": 5, "cards": 0, "low": -100, "high": -100}),
            "Seat 1 (Noa): the winner of a round has −100 points, not +5.",
        ),
        (
            Finding("VA16", WARNING, (2, 3, 4), {"problem": "all_equal", "cards": 3}),
            "Seats 2 (Dan), 3 (Uri) and 4 (Maya): everybody has 3 cards left, which is unusual." + LOOK,
        ),
        (
            Finding("VA16", WARNING, (), {"problem": "short", "seconds": 20, "at_least": 60}),
            "The round took less than 60 seconds, which is unusual." + LOOK,
        ),
        (Finding("VB99", HARD, (1,)), "Seat 1 (Noa): this does not fit rule VB99."),
    ],
    ids=lambda value: value.code if isinstance(value, Finding) else "",
)
def test_finding_sentence_names_seat_problem_and_way_out(finding, expected):
    assert said(finding) == expected


@pytest.mark.parametrize(
    "played",
    [
        PlayedRound({1: 0, 2: "x", 3: None, 9: 1}, 1, seated=(1, 2, 3, 4)),
        PlayedRound([(1, 0), (1, 2), (2, 40), (3, 90)], 5, seated=(1, 2, 3), turns={1: 0, 2: 0}, plus3_answers=[8]),
        PlayedRound({1: 0, 2: 2, 3: 2, 4: 2}, 1, last_card="nonsense", duration_seconds=3),
        PlayedRound(
            {1: 0, 2: 2, 3: 0, 4: 1}, 1, last_card="r2+", turns={1: 0, 2: 0, 3: 1}, plus3_laid=0, penalties=0
        ),
        PlayedRound({1: 1, 2: 2}, 1, direction="left", chain_answers="x"),
        PlayedRound("x", None),
    ],
    ids=["lines", "twice", "odd", "chain", "facts", "nothing"],
)
def test_finding_sentence_has_words_for_whatever_the_engine_notices(played):
    found = hands.check(played, edition("he-2015"))

    sentences = [said(finding) for finding in found]

    assert len(sentences) >= 2
    assert not [sentence for sentence in sentences if "does not fit rule" in sentence or "%(" in sentence]
