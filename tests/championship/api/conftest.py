"""Every test of the API begins with nothing counted and no board held."""

import pytest
from django.core.cache import cache

from championship.selectors import board


@pytest.fixture(autouse=True)
def _nothing_remembered():
    cache.clear()
    board.forget()
