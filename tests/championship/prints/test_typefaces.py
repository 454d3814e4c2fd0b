from __future__ import annotations

import subprocess
import sys

import pytest

from championship.prints.typefaces import FONTS, fonts

POLISH = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"
HEBREW = "אבגדהוזחטיכךלמםנןסעפףצץקרשת־׳״"
SIGNS = "+−–—…0123456789:/()[]<>&'\"·→←✓₪●◆▲■"


@pytest.mark.parametrize("bold", [False, True], ids=["regular", "bold"])
def test_fonts_have_the_letters_and_signs_of_our_languages(bold):
    missing = [char for char in POLISH + HEBREW + SIGNS if not any(font.has(char) for font in fonts(bold=bold))]
    assert missing == []


def test_fonts_come_with_their_licences():
    assert "SIL OPEN FONT LICENSE" in (FONTS / "OFL.txt").read_text(encoding="utf-8").upper()
    assert "Bitstream Vera" in (FONTS / "DejaVu-LICENSE.txt").read_text(encoding="utf-8")


def test_character_is_the_text_itself_where_it_can_be():
    rubik = fonts(bold=False)[0]
    glyph = rubik.face.charToGlyph[ord("(")]
    assert rubik.character(glyph, "(") == "("
    assert rubik.character(glyph, ")") == rubik.character(glyph, ")")
    assert rubik.character(glyph, ")") not in "()"


def test_fonts_are_read_on_first_use_only():
    code = (
        "import championship.prints.scoresheet, championship.prints.bracket\n"
        "from reportlab.pdfbase import pdfmetrics\n"
        "print(sorted(name for name in pdfmetrics.getRegisteredFontNames() if 'Rubik' in name))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"
