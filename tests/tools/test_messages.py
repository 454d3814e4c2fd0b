"""Translations: what the sources say is found, kept and compiled, and no language of ours lacks a message."""

import gettext
import io

import pytest

from tools import messages

SOURCES = {
    "championship/words.py": (
        'from x import gettext as _\n_("Table")\nngettext("%(n)s seat", "%(n)s seats", n)\n'
        'near = f"{_(\'Nearest: %(n)s.\') % {}} …"\nx.pgettext("drawing lots", "Lot")\n_(near)\n'
    ),
    "templates/page.html": (
        '{% load i18n %}\n<p>\n    {% translate "Round" %}\n'
        '  {% translate "May" context "month" %} {{ _("Final") }}\n'
        "    {% blocktranslate count n=seats trimmed %}\n  one {{ n }}\n {% plural %} many {{ n }}\n"
        "{% endblocktranslate %}</p>"
    ),
}
FOUND = {
    (None, "Table"),
    (None, ("%(n)s seat", "%(n)s seats")),
    (None, "Nearest: %(n)s."),
    ("drawing lots", "Lot"),
    (None, "Round"),
    ("month", "May"),
    (None, "Final"),
    (None, ("one %(n)s", "many %(n)s")),
}


@pytest.fixture
def sources(tmp_path, monkeypatch):
    for name, text in SOURCES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
    monkeypatch.setattr(messages, "ROOT", tmp_path)
    monkeypatch.setattr(messages, "LOCALE", tmp_path / "locale")
    return tmp_path


def test_template_finds_messages_of_code_and_templates(sources):
    assert {(message.context, message.id) for message in messages.template() if message.id} == FOUND


def test_update_keeps_translations_and_drops_what_nobody_asks_for(sources):
    messages.add("pl")
    path = messages.catalogs()["pl"]
    path.write_text(path.read_text().replace('msgid "Table"\nmsgstr ""', 'msgid "Table"\nmsgstr "Stół"'))
    (sources / "templates/page.html").unlink()
    messages.update()
    texts = {message.id: message.string for message in messages.read("pl", path) if message.id}
    assert texts == {
        "Table": "Stół",
        ("%(n)s seat", "%(n)s seats"): ("", "", ""),
        "Nearest: %(n)s.": "",
        "Lot": "",
    }


def test_update_of_unchanged_sources_changes_no_byte(sources):
    messages.add("he")
    before = messages.catalogs()["he"].read_bytes()
    messages.update()
    assert messages.catalogs()["he"].read_bytes() == before


def test_compile_makes_what_gettext_reads(sources):
    messages.add("pl")
    path = messages.catalogs()["pl"]
    plural = 'msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""'
    polish = 'msgstr[0] "%(n)s miejsce"\nmsgstr[1] "%(n)s miejsca"\nmsgstr[2] "%(n)s miejsc"'
    path.write_text(path.read_text().replace(plural, polish, 1))
    messages.compile_()
    translations = gettext.GNUTranslations(io.BytesIO(path.with_suffix(".mo").read_bytes()))
    said = [translations.ngettext("%(n)s seat", "%(n)s seats", n) for n in (1, 2, 5, 12, 22)]
    assert said == [f"%(n)s {word}" for word in ("miejsce", "miejsca", "miejsc", "miejsc", "miejsca")]


def test_problems_name_what_is_untranslated_unsure_and_wrongly_filled_in(sources):
    messages.add("pl")
    path = messages.catalogs()["pl"]
    text = path.read_text()
    text = text.replace('msgid "Table"\nmsgstr ""', '#, fuzzy\nmsgid "Table"\nmsgstr "Stół"')
    text = text.replace(
        'msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""', "\n".join(f'msgstr[{i}] "%(m)s"' for i in range(3))
    )
    path.write_text(text.replace('msgid "Round"\nmsgstr ""', 'msgid "Round"\nmsgstr "Runda"'))
    found = messages.problems("pl", messages.read("pl", path), messages.template())
    assert [problem for problem in found if "placeholder" not in problem] == [
        "pl: marked as unsure: 'Table'",
        "pl: not translated: 'Final'",
        "pl: not translated: 'Lot' (drawing lots)",
        "pl: not translated: 'May' (month)",
        "pl: not translated: 'Nearest: %(n)s.'",
    ]
    assert sum("unknown named placeholder" in problem for problem in found) >= 2


def test_every_language_of_ours_is_whole():
    wanted = messages.template()
    for language, path in messages.catalogs().items():
        assert messages.problems(language, messages.read(language, path), wanted) == []
