"""Limits that a real hall never meets (design.md §10: axes does not cover passes)."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from championship import paces


class ByPass(BaseThrottle):
    """Reports and looks ahead, counted by pass and minute, together with those of the referee's pages."""

    scope = "reports"
    most = paces.MOST_REPORTS

    def allow_request(self, request: Request, view: Any) -> bool:
        return paces.is_within(self.scope, view.caller.key, self.most)

    def wait(self) -> float:
        return paces.wait()


class CallsByPass(ByPass):
    """Calls to the head referee: one every three seconds is more than a hall of tables in trouble makes."""

    scope = "calls"
    most = 20
