"""Settings: no migration is missing, and an installation behind https passes Django's own checks."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.core.management import call_command

from tests.sources import ROOT


@pytest.mark.django_db
def test_no_migration_is_missing(capsys):
    call_command("makemigrations", check_changes=True, dry_run=True)
    assert capsys.readouterr().out == "No changes detected\n"


def test_check_deploy_is_clean_over_https(tmp_path):
    told = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "championship.config.settings",
        "MAPAL_VAR": str(tmp_path),
        "DATABASE_URL": "",
        "PUBLIC_URL": "https://mapal.example",
        "ALLOWED_HOSTS": "mapal.example",
    }
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "INFO"]
    ran = subprocess.run(command, cwd=ROOT, env=told, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "System check identified no issues (0 silenced).\n"), ran.stderr


def test_tests_write_nothing_into_the_installation(settings):
    assert ROOT not in settings.VAR_DIR.parents
    assert str(ROOT) not in str(settings.DATABASES["default"]["NAME"])
