"""Translation files: brought up to date with the code, and compiled, by Babel (no gettext tools needed).

``python -m tools.messages update`` writes every language's .po anew from the sources, keeping what is translated;
``… compile`` makes the .mo files; ``… add pl`` begins a language. Runs in .venv.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "championship" / "locale"
DOMAIN = "django"
PYTHON_SOURCES, TEMPLATES = "championship/**/*.py", "templates/**/*.*"
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""Kept constant, so that a file changes only when its messages do."""


def template() -> Catalog:
    """Return every message of the sources, untranslated, with the files that it comes from."""
    catalog = Catalog(project="Mapal")
    for path, source in _sources():
        place = path.relative_to(ROOT).as_posix()
        for message, context in _of_python(source) if path.suffix == ".py" else _of_template(source, place):
            catalog.add(message, locations=[(place, 0)], context=context)
    return catalog


def catalogs() -> dict[str, Path]:
    """Return the .po file of every language that has one."""
    return {path.parts[-3]: path for path in sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))}


def read(language: str, path: Path) -> Catalog:
    """Return the catalogue of a .po file."""
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN, abort_invalid=True)


def problems(language: str, catalog: Catalog, wanted: Catalog) -> list[str]:
    """Return what stands in the way of *catalog* being whole: one line each, none if it is.

    A message that the sources have and it lacks, one left untranslated or unsure, one that the sources no
    longer have, and a translation whose placeholders are others than its message's.
    """
    known = {(message.context, message.id): message for message in catalog if message.id}
    needed = {(message.context, message.id) for message in wanted if message.id}
    found = [f"{language}: not in the file: {_shown(key)}" for key in needed - known.keys()]
    found += [f"{language}: no longer in the sources: {_shown(key)}" for key in known.keys() - needed]
    for key, message in known.items():
        texts = message.string if isinstance(message.string, tuple | list) else [message.string]
        if not all(texts):
            found.append(f"{language}: not translated: {_shown(key)}")
        if message.fuzzy:
            found.append(f"{language}: marked as unsure: {_shown(key)}")
        found += [f"{language}: {error}: {_shown(key)}" for error in message.check(catalog)]
    return sorted(found)


def update() -> None:
    """Write every .po anew: new messages are empty, those that nobody asks for any more leave."""
    wanted = template()
    for language, path in catalogs().items():
        catalog = read(language, path)
        catalog.update(wanted, no_fuzzy_matching=True, update_header_comment=False)
        catalog.obsolete.clear()
        _write(catalog, path)
        missing = sum(1 for message in catalog if message.id and not _is_translated(message.string))
        print(f"{language}: {len(catalog)} messages, {missing} of them untranslated")


def add(language: str) -> None:
    """Begin the .po of a new language. Raises FileExistsError if it has one."""
    path = LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(exist_ok=False)
    catalog = Catalog(locale=language, domain=DOMAIN, project="Mapal", fuzzy=False)
    catalog.header_comment = "# Mapal's words for people; see CONTRIBUTING.md."
    catalog.last_translator = catalog.language_team = catalog.msgid_bugs_address = "-"
    catalog.update(template(), no_fuzzy_matching=True)
    _write(catalog, path)


def compile_() -> None:
    """Write the .mo of every .po."""
    for language, path in catalogs().items():
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, read(language, path))


def _sources() -> Iterator[tuple[Path, str]]:
    for pattern in (PYTHON_SOURCES, TEMPLATES):
        for path in sorted(path for path in ROOT.glob(pattern) if path.is_file()):
            yield path, path.read_text()


def _of_python(source: str) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """The messages of a Python file with their contexts, in order; also those in an f-string, which Babel skips."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        if name not in KEYWORDS:
            continue
        literals = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
        texts = [literal for literal in literals if isinstance(literal, str)]
        context = texts.pop(0) if "pgettext" in name else None
        wanted = 2 if name.startswith("n") else 1
        if len(texts) >= wanted:
            yield (texts[0] if wanted == 1 else tuple(texts[:2])), context


def _of_template(source: str, place: str) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """The messages of a template, which is turned into something like Python as Django's own tools do."""
    lines = templatize(source, origin=place).splitlines()
    code = "\n".join(line.lstrip() for line in lines)  # Python would take an indent for a block
    for _line, message, _comments, context in extract("python", io.BytesIO(code.encode()), keywords=KEYWORDS):
        yield message, context


def _write(catalog: Catalog, path: Path) -> None:
    catalog.creation_date = catalog.revision_date = NO_DATE
    with path.open("wb") as file:
        write_po(file, catalog, width=100, sort_by_file=True, include_lineno=False)


def _is_translated(text: str | Sequence[str] | None) -> bool:
    return bool(text) and (isinstance(text, str) or all(text or ()))


def _shown(key: tuple[str | None, object]) -> str:
    context, text = key
    return f"{text!r}" + (f" ({context})" if context else "")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["update"]:
            update()
        case ["compile"]:
            compile_()
        case ["add", language]:
            add(language)
        case _:
            sys.exit("usage: python -m tools.messages update | compile | add LANGUAGE")
