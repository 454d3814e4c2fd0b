"""The server's access log without the secrets that stand in addresses (design.md §11)."""

from __future__ import annotations

import logging
import re

_TOKEN = re.compile(r"(?:(?<=/r/)|(?<=/join/))[A-Za-z0-9_-]{20,64}(?=/?(?:[?#]|$))")


class WithoutTokens(logging.Filter):
    """Write ``/r/...`` and ``/join/...`` for addresses with a token: who reads a log must not enter by it."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(_TOKEN.sub("...", arg) if isinstance(arg, str) else arg for arg in record.args)
        return True


def keep_tokens_out() -> None:
    """Have the server's access log pass the filter, whatever it was started with."""
    logging.getLogger("uvicorn.access").addFilter(WithoutTokens())
