"""Registration files at the desk: looked at, saved whole, doubtful lines waiting for a person (O44 to O47)."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from championship.models import RegistrationFile
from tests import factories
from tests.championship.views.desks import at, desk_of, said
from tests.championship.views.pages import text
from tests.sources import ROOT

pytestmark = pytest.mark.django_db

IMPORTS = ROOT / "fixtures" / "imports"
LIST = (
    "first name,last name,age,phone\nNoa,Cohen,9,050-1234567\nDan,Levi,77,050-7654321\nUri,Levi,8,\n,,,\n,Peretz,9,\n"
)


@pytest.fixture
def championship():
    return factories.make_championship()


@pytest.fixture
def client(championship):
    return desk_of(championship)


def upload(client, championship, data, name="list.csv", **more):
    data = data if isinstance(data, bytes) else data.encode()
    return client.post(at(championship, "import/"), {"file": SimpleUploadedFile(name, data), **more})


def looked_at(client, championship, data, name="list.csv"):
    """Upload and return the preview."""
    response = upload(client, championship, data, name)
    assert response.status_code == 302
    return client.get(response["Location"])


def test_upload_shows_everything_and_saves_nothing(championship, client):
    page = text(looked_at(client, championship, LIST).content.decode())

    assert championship.entries.count() == 0
    assert "Dan Levi" in page
    assert "Line 3: age 77" in page
    assert "2 new players" in page


def test_ticked_lines_are_saved_and_the_others_wait(championship, client):
    looked_at(client, championship, LIST)
    file = RegistrationFile.objects.get()

    response = client.post(at(championship, f"import/{file.pk}/"), {"accept": ["3"]}, follow=True)

    names = [entry.player.full_name for entry in championship.entries.select_related("player").order_by("number")]
    assert names == ["Noa Cohen", "Dan Levi", "Uri Levi"]
    assert "Added: 3" in said(response)[0]
    assert "1 line waits for a person" in text(response.content.decode())


def test_file_saved_twice_is_saved_once(championship, client):
    looked_at(client, championship, LIST)
    file = RegistrationFile.objects.get()

    for _press in range(2):
        assert client.post(at(championship, f"import/{file.pk}/"), {}).status_code == 302

    assert championship.entries.count() == 2
    assert client.get(at(championship, f"import/{file.pk}/")).status_code == 302


@pytest.mark.parametrize(("act", "count"), [("take", 3), ("drop", 2)])
def test_line_left_out_is_settled(championship, client, act, count):
    looked_at(client, championship, LIST)
    file = RegistrationFile.objects.get()
    client.post(at(championship, f"import/{file.pk}/"), {})
    file.refresh_from_db()
    lines = [row["line"] for row in file.left_out]
    assert 3 in lines

    client.post(at(championship, f"import/{file.pk}/lines/3/"), {"act": act})

    file.refresh_from_db()
    assert [row["line"] for row in file.left_out] == [line for line in lines if line != 3]
    assert championship.entries.count() == count


def test_line_is_put_right_in_place_even_if_it_was_refused(championship, client):
    looked_at(client, championship, LIST)
    file = RegistrationFile.objects.get()
    client.post(at(championship, f"import/{file.pk}/"), {})
    form = {"act": "correct", "first_name": "\u202eDana", "last_name": "Peretz", "age": "9"}

    refused = client.post(at(championship, f"import/{file.pk}/lines/6/"), {**form, "age": "x"}, follow=True)
    assert said(refused)[-1].startswith("Age: ")
    client.post(at(championship, f"import/{file.pk}/lines/6/"), form)
    client.post(at(championship, f"import/{file.pk}/lines/3/"), {**form, "first_name": "Dan", "last_name": "Levi"})

    found = championship.entries.select_related("player").order_by("number")
    assert [(entry.player.full_name, entry.age) for entry in found][2:] == [("Dana Peretz", 9), ("Dan Levi", 9)]
    file.refresh_from_db()
    assert file.left_out == []


def test_doubtful_lines_stand_on_the_desks_home(championship, client):
    looked_at(client, championship, LIST)
    client.post(at(championship, f"import/{RegistrationFile.objects.get().pk}/"), {})

    assert "2 doubtful registrations" in text(client.get(at(championship)).content.decode())


@pytest.mark.parametrize("name", sorted(path.name for path in IMPORTS.glob("players_96*.*")))
def test_every_form_of_the_list_is_shown_with_what_was_guessed(championship, client, name):
    page = text(looked_at(client, championship, (IMPORTS / name).read_bytes(), name).content.decode())

    assert "How it was read" in page
    assert ("Sheet" in page) if name.endswith("xlsx") else ("Text in" in page)


@pytest.mark.parametrize(
    "path", sorted(filter(Path.is_file, (IMPORTS / "bad").iterdir())), ids=lambda path: path.name
)
def test_bad_file_is_refused_in_words_or_shown(championship, client, path):
    response = upload(client, championship, path.read_bytes(), path.name)

    if response.status_code == 422:
        assert len(said(response)[0]) > 20
        assert RegistrationFile.objects.count() == 0
    else:
        assert client.get(response["Location"]).status_code == 200
    assert championship.entries.count() == 0


def test_nothing_uploaded_says_so(championship, client):
    response = client.post(at(championship, "import/"), {})

    assert response.status_code == 422
    assert said(response) == ["Choose a file first."]


def test_unknown_columns_are_named_by_a_person(championship, client):
    data = "Vorname,Familie,Jahre\nNoa,Cohen,9\nDan,Levi,8\n"

    asked = upload(client, championship, data)
    assert asked.status_code == 422
    assert 'name="heading-1" value="Vorname"' in asked.content.decode()

    named = {f"column-{at}": field for at, field in enumerate(("first", "last", "age"), start=1)}
    headings = {f"heading-{at}": words for at, words in enumerate(("Vorname", "Familie", "Jahre"), start=1)}
    response = upload(client, championship, data, has_headings="1", **named, **headings)
    page = text(client.get(response["Location"]).content.decode())

    assert "2 new players" in page


def test_guessed_letters_and_columns_are_changed_by_a_person(championship, client):
    """O45: the guess is shown, and where it is wrong a person says better."""
    data = "שם פרטי,שם משפחה,גיל,קבוצה\nנועה,כהן,9,דרור\n".encode("cp862")
    looked_at(client, championship, data)
    file = RegistrationFile.objects.get()
    page = at(championship, f"import/{file.pk}/")

    answer = client.post(page, {"read": "1", "encoding": "cp862", "column-3": "", "column-4": "school"}, follow=True)

    assert "Read as you said." in text(answer.content.decode())
    client.post(page)
    assert list(championship.entries.values_list("player__first_name", "player__school", "player__club", "age")) == [
        ("נועה", "דרור", "", None)
    ]


def test_file_that_cannot_be_read_as_a_person_says_is_read_as_before(championship, client):
    looked_at(client, championship, LIST)
    file = RegistrationFile.objects.get()
    page = at(championship, f"import/{file.pk}/")

    answer = client.post(page, {"read": "1", "encoding": "utf-16", "column-1": "rank"}, follow=True)
    file.refresh_from_db()

    assert (answer.status_code, file.encoding, file.column_map) == (200, "", {})


def test_names_of_a_file_are_text(championship, client):
    page = looked_at(client, championship, "first name,last name\n<script>alert(1)</script>,{{ 7*7 }}\n")

    assert "<script>alert" not in page.content.decode()
    client.post(at(championship, f"import/{RegistrationFile.objects.get().pk}/"), {"accept": ["2"]})
    assert "<script>alert" not in client.get(at(championship, "import/")).content.decode()


def test_file_of_another_championship_is_not_there(championship, client):
    other = factories.make_championship()
    looked_at(desk_of(other), other, LIST)

    assert client.get(at(championship, f"import/{RegistrationFile.objects.get().pk}/")).status_code == 404
