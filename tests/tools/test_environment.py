"""The environment: made once, and uv asks the index that pip is told to ask."""

import pytest

from tools import environment
from tools.environment import BASE, DEV


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """An empty checkout on which environments are made by a note of what was asked for."""
    made = []
    for lock in (BASE, DEV):
        (tmp_path / lock).parent.mkdir(exist_ok=True)
        (tmp_path / lock).write_text(f"packages of {lock}")
    venv = tmp_path / ".venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").touch()
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "STAMP", venv / ".holds")
    monkeypatch.setattr(environment, "PYTHON", venv / "bin" / "python")
    monkeypatch.setattr(environment, "_make", lambda: True)
    monkeypatch.setattr(environment, "_install", lambda lock, *, has_pip: made.append(lock) or "uv")
    return tmp_path, made


def test_ensure_twice_makes_it_once(machine):
    environment.ensure(DEV)
    environment.ensure(DEV)
    assert machine[1] == [DEV]


def test_ensure_base_is_content_with_dev(machine):
    environment.ensure(DEV)
    environment.ensure(BASE)
    assert machine[1] == [DEV]


def test_ensure_dev_is_not_content_with_base(machine):
    environment.ensure(BASE)
    environment.ensure(DEV)
    assert machine[1] == [BASE, DEV]


def test_ensure_makes_it_again_for_another_lock_file(machine):
    place, made = machine
    environment.ensure(DEV)
    (place / DEV).write_text("newer packages")
    environment.ensure(DEV)
    assert made == [DEV, DEV]


def test_ensure_makes_it_again_when_its_python_is_gone(machine):
    environment.ensure(DEV)
    environment.PYTHON.unlink()
    environment.ensure(DEV)
    assert machine[1] == [DEV, DEV]


def test_uv_environment_says_what_pip_is_told(monkeypatch):
    told = [
        ("index-url", "https://index.example/here"),
        ("extra-index-url", "https://a.example/x https://b.example/y"),
        ("find-links", "/wheels"),
        ("timeout", "180"),
    ]
    monkeypatch.setattr(environment, "_pip_configuration", lambda: told)
    monkeypatch.setattr(environment.os, "environ", {"UV_INDEX": "https://mine.example/z"})
    assert environment.uv_environment() == {
        "UV_DEFAULT_INDEX": "https://index.example/here",
        "UV_FIND_LINKS": "/wheels",
        "UV_INDEX": "https://mine.example/z",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
    }


def test_uv_is_left_out_when_told_so(monkeypatch):
    monkeypatch.setenv("NO_UV", "1")
    assert environment.uv() is None
