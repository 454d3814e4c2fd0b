"""Make the committed font files from their sources.

    python tools/mkfonts.py --rubik "Rubik[wght].ttf" --dejavu DIRECTORY --prints DIRECTORY --web DIRECTORY

* ``--rubik``: the variable font; the package ``fontpkg-rubik`` has it under ``fontpkg_rubik/files/`` and its
  licence beside it (``python -c "import importlib.resources as r; print(r.files('fontpkg_rubik'))"``).
* ``--dejavu``: a directory with ``DejaVuSans.ttf`` and ``DejaVuSans-Bold.ttf`` 2.37 (Debian: fonts-dejavu-core).
* ``--prints``: gets the TrueType files that prints embed, and both licences (championship/prints/fonts).
* ``--web``: gets the WOFF2 files of the pages (championship/static/championship/fonts).

Needs fonttools and brotli (requirements/dev.txt). The same sources give the same bytes; about 20 s.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

WEIGHTS = {"Regular": 400, "Bold": 700}
DEJAVU_FILES = {"Regular": "DejaVuSans.ttf", "Bold": "DejaVuSans-Bold.ttf"}
LICENCE_NAME_ID = 13

WEB_RANGES = (
    (0x0020, 0x017F),  # Latin, with all of Polish
    (0x0218, 0x021B),
    (0x0300, 0x0338),  # marks on Latin letters
    (0x0400, 0x045F),  # Cyrillic
    (0x0490, 0x0491),
    (0x0590, 0x05FF),  # Hebrew, with its points
    (0xFB1D, 0xFB4F),
    (0x2000, 0x206F),  # dashes, quotes, ellipsis
    (0x20AA, 0x20AC),
    (0x2116, 0x2116),
    (0x2122, 0x2122),
    (0x2212, 0x2212),  # the real minus sign
    (0x2260, 0x2265),
)
FALLBACK_RANGES = (  # what names and signs may need and Rubik lacks
    (0x0020, 0x007E),
    (0x00A0, 0x024F),
    (0x0250, 0x02FF),
    (0x0300, 0x036F),
    (0x0370, 0x03FF),  # Greek
    (0x0400, 0x052F),
    (0x0531, 0x058F),  # Armenian
    (0x0600, 0x06FF),  # Arabic
    (0x0750, 0x077F),
    (0x10A0, 0x10FF),  # Georgian
    (0x1E00, 0x1EFF),  # Vietnamese and others
    (0x2000, 0x206F),
    (0x2070, 0x218F),
    (0x2190, 0x21FF),  # arrows
    (0x2200, 0x22FF),
    (0x2460, 0x24FF),
    (0x25A0, 0x27BF),  # shapes, suits, check marks
    (0xFB00, 0xFB06),
)


def make_rubik(variable: Path, prints: Path, web: Path) -> None:
    """Write the static weights: a PDF shows a variable font in its lightest weight only."""
    for name, weight in WEIGHTS.items():
        source = TTFont(variable, recalcTimestamp=False)
        font = instancer.instantiateVariableFont(source, {"wght": weight}, updateFontNames=True)
        font.save(prints / f"Rubik-{name}.ttf")
        keep_only(font, WEB_RANGES)
        font.flavor = "woff2"
        font.save(web / f"Rubik-{name}.woff2")
    shutil.copyfile(licence_beside(variable), prints / "OFL.txt")
    shutil.copyfile(licence_beside(variable), web / "OFL.txt")


def make_fallback(directory: Path, prints: Path) -> None:
    """Write the part of DejaVu Sans that prints fall back to, and its licence, which the font itself carries."""
    for name, file_name in DEJAVU_FILES.items():
        font = TTFont(directory / file_name, recalcTimestamp=False)
        licence = font["name"].getDebugName(LICENCE_NAME_ID)
        keep_only(font, FALLBACK_RANGES)
        font.save(prints / f"DejaVuSans-{name}.ttf")
        lines = [line.rstrip() for line in licence.splitlines()]
        (prints / "DejaVu-LICENSE.txt").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


def keep_only(font: TTFont, ranges: tuple[tuple[int, int], ...]) -> None:
    """Cut *font* to the characters of *ranges*, with everything that shapes and kerns them."""
    options = subset.Options(layout_features=["*"], name_IDs=["*"], notdef_outline=True, hinting=False)
    options.drop_tables += ["FFTM"]  # FontForge's time stamps
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[code for first, last in ranges for code in range(first, last + 1)])
    cutter.subset(font)


def licence_beside(variable: Path) -> Path:
    """Return the licence of the package that *variable* came in: beside it, or one directory up."""
    for directory in (variable.parent, variable.parent.parent):
        for name in ("OFL.txt", "LICENSE"):
            if (directory / name).is_file():
                return directory / name
    raise SystemExit(f"No OFL.txt or LICENSE beside {variable}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rubik", type=Path, required=True, help="the variable font")
    parser.add_argument("--dejavu", type=Path, required=True, help="directory with DejaVu Sans")
    parser.add_argument("--prints", type=Path, required=True, help="where the TrueType files go")
    parser.add_argument("--web", type=Path, required=True, help="where the WOFF2 files go")
    arguments = parser.parse_args()
    for directory in (arguments.prints, arguments.web):
        directory.mkdir(parents=True, exist_ok=True)
    make_rubik(arguments.rubik, arguments.prints, arguments.web)
    make_fallback(arguments.dejavu, arguments.prints)


if __name__ == "__main__":
    main()
