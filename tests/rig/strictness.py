"""With ``REQUIRE_ALL=1`` a skip is a failure: a machine that is meant to have everything must show everything."""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, Any, Any]:
    return _failed_if_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    return _failed_if_skipped((yield))


def _failed_if_skipped(report: Any) -> Any:
    """Turn a skip into a failure; an expected failure is reported as skipped too, and stays."""
    is_skip = report.outcome == "skipped" and not hasattr(report, "wasxfail")
    if is_skip and os.environ.get("REQUIRE_ALL") == "1":
        report.outcome = "failed"
        report.longrepr = f"skipped, and REQUIRE_ALL=1 allows no skip: {report.longrepr}"
    return report
