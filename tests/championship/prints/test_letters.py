from __future__ import annotations

import pytest

from championship.prints.letters import Printable, printable


@pytest.mark.parametrize(
    "text",
    ["נועה כהן", "שָׁלוֹם", "Zażółć gęślą jaźń", "Иван Щукин", "محمد عليّ", "ნინო", "Nguyễn", "a ✓ → ♠ ₪ −3 … ½"],
)
def test_printable_keeps_what_our_fonts_have(text):
    assert printable(text) == Printable(text, lost=())


@pytest.mark.parametrize(
    ("text", "kept", "lost"),
    [
        ("נועה 🎉", "נועה", ("🎉",)),
        ("👨‍👩‍👧 Noa 👍🏽", "Noa", ("👨‍👩‍👧", "👍", "🏽")),
        ("Noa ❤️", "Noa ❤", ()),
        ("1️⃣ Noa", "1 Noa", ("1️⃣",)),
        ("王 Noa", "? Noa", ("王",)),
        ("🎉", "?", ("🎉",)),
        ("𝐍𝐨𝐚", "Noa", ()),
        ("Ża\u0301k", "Żák", ()),
        ("No\x00a\u00adb\tc\n d", "Noab c d", ()),
        ("", "", ()),
    ],
    ids=[
        "emoji dropped", "joined emoji dropped whole", "sign drawn plain", "letter without its mark",
        "letter replaced", "never nothing",
        "styled letters made plain", "marks composed", "control characters", "nothing",
    ],
)  # fmt: skip
def test_printable_tells_what_is_lost(text, kept, lost):
    assert printable(text) == Printable(kept, lost)
