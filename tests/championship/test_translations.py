"""The words in Hebrew and Polish: none missing, none half filled in, and one word for one thing.

Read from the .po files themselves, so that no test depends on when they were compiled.
"""

import gettext
import io
import re
from collections import Counter
from functools import cache

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from django.conf import settings

from tools import messages

LANGUAGES = ["he", "pl"]

PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%%|\{\w*\}")
MARKS_OF_DIRECTION = re.compile("[\u2066-\u2069]")
POINTED = re.compile("[\u0591-\u05bd\u05bf-\u05c7]")
HEBREW_LETTER = re.compile("[א-ת]")

WITHOUT_WORDS = {"%(round)s: %(sentence)s", "#%(number)s", "%(place)sth", "“%(text)s”"}
"""Messages that are signs and values in Hebrew: no letter of it can be missing."""
NAMES_IN_LATIN = {"Apple", "CSV", "Mapal", "Numbers", "OpenDocument", "PDF", "QR", "XLS", "XLSB", "XLSX", "XML"}

GLOSSARY = [
    ("Table", None, "שולחן", "Stół"),
    ("Seat", None, "מקום ישיבה", "Miejsce przy stole"),
    ("Round %(number)s", None, "מקצה %(number)s", "Runda %(number)s"),
    ("Tie-break round", None, "מקצה הכרעה", "Dogrywka"),
    ("Cards left", None, "קלפים ביד", "Karty na ręce"),
    ("Points", None, "נקודות", "Punkty"),
    ("Standing", None, "דירוג", "Klasyfikacja"),
    ("Seat plan", None, "תוכנית השיבוץ", "Plan rozsadzenia"),
    ("Draw", None, "הגרלה", "Losowanie"),
    ("Leaderboard", None, "לוח התוצאות", "Tabela wyników"),
    ("Bracket", None, "תרשים האליפות", "Drabinka"),
    ("Scoresheet", None, "דף ניקוד", "Karta wyników"),
    ("Protocol", None, "פרוטוקול תוצאות", "Protokół"),
    ("Head referee", None, "שופט ראשי", "Sędzia główny"),
    ("Organiser", None, "הנהלת האליפות", "Organizator"),
    ("Check-in", None, "קבלת משתתפים", "Rejestracja na miejscu"),
    ("waiting list", None, "רשימת המתנה", "lista rezerwowa"),
    ("Register a walk-in", None, "הרשמה במקום", "Zapis na miejscu"),
    ("Correction", None, "תיקון", "Korekta"),
    ("Penalty points", None, "נקודות עונשין", "Punkty karne"),
    ("Kept", None, "נשמר וממתין לבדיקה", "Zapisano, czeka na sprawdzenie"),
    ("Qualifiers", "stage", "מוקדמות", "Eliminacje"),
    ("Second stage", "stage", "סבב שני", "Drugi etap"),
    ("Second-place playoff", "stage", "סבב המקומות השניים", "Baraż drugich miejsc"),
    ("Final", "stage", "הגמר הגדול", "Wielki finał"),
    ("tied", "table state", "שוויון", "remis"),
    ("through", "mark of a player", "עולה שלב", "awansuje"),
    ("2nd", "place", "שני", "2."),
]

ONE_WORD_FOR_ONE_THING = [
    (r"championship", r"אליפו", r"mistrzostw"),
    (r"head referee", r"שופט ראשי", r"sędzi\w+ główn"),
    (r"organiser", r"הנהל", r"organizator"),
    (r"scoresheet", r"ד[פף]י? ה?ניקוד", r"kar[tc]\w+ wyników"),
    (r"seat plan", r"תוכנית ה?שיבוץ", r"plan\w* rozsadzenia"),
    (r"tie-break", r"הכרעה", r"dogryw"),
    (r"waiting list", r"רשימת ה?המתנה", r"rezerwow"),
    (r"\bpass(es)?\b", r"הרשא", r"upoważnieni"),
    (r"\brulings?\b", r"החלט", r"decyzj"),
    (r"\bstages?\b", r"שלב|סבב|מוקדמות", r"etap"),
    (r"\btables?\b", r"שולח[נן]", r"st[oó][lł]"),
    (r"cards left", r"קלפים|קלף", r"\bkart"),
    (r"\bdispute", r"מחלוק", r"rozbieżnoś"),
    (r"bracket", r"תרשים האליפות", r"drabink"),
]
A_TABLE_OF_TEXT = "This is a text document. Save its table as CSV or XLSX."
"""The one table that is no furniture."""


@cache
def catalog(language: str) -> Catalog:
    return messages.read(language, messages.catalogs()[language])


@cache
def spoken(language: str) -> gettext.GNUTranslations:
    """The language as gettext speaks it, compiled in memory."""
    file = io.BytesIO()
    write_mo(file, catalog(language))
    return gettext.GNUTranslations(io.BytesIO(file.getvalue()))


def known(language: str) -> list[Message]:
    return [message for message in catalog(language) if message.id]


def english(message: Message) -> str:
    """The message's English, in the plural if it has one."""
    return message.id if isinstance(message.id, str) else message.id[-1]


def forms(message: Message) -> tuple[str, ...]:
    """What the message is in the language: its plural forms, or the one form that it has."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def refused(language: str, is_wrong) -> list[tuple[str, str]]:
    """(English, translation) of every form that *is_wrong* says is wrong."""
    return [(english(message), form) for message in known(language) for form in forms(message) if is_wrong(form)]


def test_every_language_but_english_has_a_file():
    assert {*messages.catalogs(), "en"} == {code for code, _name in settings.LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_language_has_every_message_of_the_sources_and_no_other(language):
    assert messages.problems(language, catalog(language), messages.template()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translation_fills_in_what_its_message_does(language):
    wrong = [
        (english(message), form)
        for message in known(language)
        for form in forms(message)
        if Counter(PLACEHOLDER.findall(form)) != Counter(PLACEHOLDER.findall(english(message)))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translation_has_as_many_forms_as_its_language(language):
    plural = [message for message in known(language) if not isinstance(message.id, str)]
    assert {len(forms(message)) for message in plural} == {catalog(language).num_plurals}


@pytest.mark.parametrize("language", LANGUAGES)
def test_translation_keeps_signs_with_their_numbers(language):
    assert refused(language, lambda form: re.search(r"(?<!\w)-\d", form)) == []
    assert refused(language, lambda form: len(MARKS_OF_DIRECTION.findall(form)) % 2) == []


def test_hebrew_keeps_a_signed_number_in_its_own_direction():
    bare = re.compile("(?<!\u2066)[+\u2212]\\d")
    assert refused("he", bare.search) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translation_has_no_space_too_many(language):
    assert refused(language, lambda form: form != form.strip() or "  " in form) == []


def test_hebrew_is_written_in_hebrew():
    wrong = [
        (english(message), form)
        for message in known("he")
        for form in forms(message)
        if not HEBREW_LETTER.search(form) and english(message) not in WITHOUT_WORDS
    ]
    assert wrong == []


def test_hebrew_has_no_other_word_in_latin_letters_than_names():
    words = {
        word
        for message in known("he")
        for form in forms(message)
        for word in re.findall(r"[A-Za-z]+", PLACEHOLDER.sub(" ", form))
    }
    assert words <= NAMES_IN_LATIN


def test_hebrew_has_no_points():
    assert refused("he", POINTED.search) == []


def test_polish_leaves_no_sentence_in_english():
    same = [
        english(message)
        for message in known("pl")
        if english(message) in forms(message) and " " in PLACEHOLDER.sub("", english(message)).strip()
    ]
    assert same == []


@pytest.mark.parametrize(
    ("count", "players", "tables", "seats", "rounds"),
    [
        (1, "1 gracz", "1 stół", "1 wolne miejsce", "1 runda"),
        (2, "2 gracze", "2 stoły", "2 wolne miejsca", "2 rundy"),
        (5, "5 graczy", "5 stołów", "5 wolnych miejsc", "5 rund"),
        (12, "12 graczy", "12 stołów", "12 wolnych miejsc", "12 rund"),
        (22, "22 gracze", "22 stoły", "22 wolne miejsca", "22 rundy"),
        (112, "112 graczy", "112 stołów", "112 wolnych miejsc", "112 rund"),
    ],
)
def test_polish_counts_right(count, players, tables, seats, rounds):
    polish = spoken("pl")
    said = [
        polish.ngettext(one, many, count) % {name: count}
        for one, many, name in (
            ("%(count)s player", "%(count)s players", "count"),
            ("%(number)s table", "%(number)s tables", "number"),
            ("%(number)s free seat", "%(number)s free seats", "number"),
            ("%(rounds)s round", "%(rounds)s rounds", "rounds"),
        )
    ]
    assert said == [players, tables, seats, rounds]


@pytest.mark.parametrize(
    ("count", "said"), [(1, "1 שולחן"), (2, "2 שולחנות"), (5, "5 שולחנות"), (20, "20 שולחנות"), (101, "101 שולחנות")]
)
def test_hebrew_counts_right(count, said):
    assert spoken("he").ngettext("%(number)s table", "%(number)s tables", count) % {"number": count} == said


@pytest.mark.parametrize(("message", "context", "hebrew", "polish"), GLOSSARY, ids=[row[0] for row in GLOSSARY])
def test_glossary_has_the_last_word(message, context, hebrew, polish):
    found = [catalog(language).get(message, context).string for language in LANGUAGES]
    assert found == [hebrew, polish]


@pytest.mark.parametrize(
    ("thing", "hebrew", "polish"), ONE_WORD_FOR_ONE_THING, ids=[row[0] for row in ONE_WORD_FOR_ONE_THING]
)
def test_one_thing_is_called_by_one_word_everywhere(thing, hebrew, polish):
    wrong = [
        (english(message), form)
        for language, word in zip(LANGUAGES, (hebrew, polish), strict=True)
        for message in known(language)
        for form in forms(message)
        if re.search(thing, PLACEHOLDER.sub(" ", english(message)), re.IGNORECASE)
        and english(message) != A_TABLE_OF_TEXT
        and not re.search(word, form, re.IGNORECASE)
    ]
    assert wrong == []
