"""Fixtures for every test, and the rule that with ``REQUIRE_ALL=1`` a skip is a failure."""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest

REQUIRE_ALL = os.environ.get("REQUIRE_ALL") == "1"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, Any, Any]:
    return _failed_if_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    return _failed_if_skipped((yield))


def _failed_if_skipped(report: Any) -> Any:
    """Under REQUIRE_ALL nothing may be missing: turn a skip (not an expected failure) into a failure."""
    if REQUIRE_ALL and report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, and REQUIRE_ALL=1 allows no skip: {report.longrepr}"
    return report
