"""Reading a JSON body so that what it says is what was meant: no key twice, no NaN, no flood."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from typing import IO, Any, NoReturn

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from engine.errors import shown

MOST_BYTES = 64 * 1024
"""The longest report, with every hand of a table of ten, is a tenth of this."""


class StrictJSONParser(BaseParser):
    """JSON as its standard has it, in UTF-8. Raises ParseError, which says what is wrong and where."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        body = stream.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise ParseError(f"The body is longer than {MOST_BYTES} bytes.", code="too_large")
        try:
            return json.loads(
                body.decode("utf-8-sig"),
                object_pairs_hook=_each_once,
                parse_constant=_refuse,
                parse_float=_finite,
            )
        except UnicodeDecodeError as error:
            raise ParseError(f"The body is not UTF-8: byte {error.start} cannot be read.") from None
        except RecursionError:
            raise ParseError("The body is nested too deeply.") from None
        except ValueError as error:
            raise ParseError(f"The body is not JSON: {error}.") from None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the field {shown(twice)!r} is there twice")
    return values


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"the number {shown(text)} is too large")
    return number


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number")
