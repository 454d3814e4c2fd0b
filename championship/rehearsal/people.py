"""Invented players for rehearsals and the demo: a registration file as an organiser would send it."""

from __future__ import annotations

import csv
import io

from engine.rng import SeededRng


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FIRST = _words("""
    נועה איתי תמר יונתן מאיה דניאל שירה עומר יעל אורי הילה רועי אביגיל עידו ליאור ניצן רוני טליה גיא
    אלה נועם מיכל יובל ענבר שקד הדר עדי ארבל סתיו כרמל ראניה אמיר לינה סאמי Oliver Emma Kinga Filip
    Hanna Jakub
""")
LAST = _words("""
    כהן לוי מזרחי פרץ ביטון אברהמי דהן אזולאי גבאי חדד אוחיון בן־דוד עמר סויסה רוזן גרינברג שפירא
    קפלן ברק אלבז טל נחום שרעבי צור ח'טיב נסאר מנסור ג'בארין Carrow Dunmere Malinka Krzaczek Zimny
""")
CITIES = ("באר שבע", "אופקים", "נתיבות", "דימונה", "ערד", "רהט", "ירוחם", "מיתר", "להבים", "עומר")
SCHOOLS = ("בית ספר השיטה", "בית ספר ערבה", "בית ספר רותם", "בית ספר חצב", "בית ספר כלנית", "בית ספר מעיין")
CLUBS = ("", "", "", "", "", "", "מועדון קלף־על", "חוג המשחקים")
HEADINGS = ("שם פרטי", "שם משפחה", "גיל", "טלפון", "עיר", "בית ספר", "מועדון", "שולם", "אישור הורים", "אישור צילום")


def registration_file(players: int, *, seed: str) -> bytes:
    """Return a CSV of *players* invented players, UTF-8 with a byte order mark; some are siblings.

    No two share a name: the reading of twins is tested elsewhere.
    """
    rng = SeededRng(f"people/{seed}")
    names = [(first, last) for first in FIRST for last in LAST if first.isascii() == last.isascii()]
    rng.shuffle(names)
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(HEADINGS)
    rows: list[tuple[str, ...]] = []
    for index in range(players):
        first, last = names[index]
        phone = f"050-55{index // 100:01d}-{index % 100:02d}{rng.below(100):02d}"
        age = 6 + rng.below(9)
        if rows and rng.below(12) == 0:  # a brother or sister, of another age
            last, phone = rows[-1][1], rows[-1][3]
            age = 6 + (int(rows[-1][2]) - 6 + 1 + rng.below(8)) % 9
        rows.append(
            (
                first,
                last,
                str(age),
                phone,
                CITIES[rng.below(len(CITIES))],
                SCHOOLS[rng.below(len(SCHOOLS))],
                CLUBS[rng.below(len(CLUBS))],
                "כן",
                "כן",
                "כן" if rng.below(5) else "לא",
            )
        )
    writer.writerows(rows)
    return b"\xef\xbb\xbf" + text.getvalue().encode()
