"""Fields that take what they say and nothing like it: 3 is a whole number, "3", 3.0 and true are none."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.errors import shown


class Whole(serializers.IntegerField):
    """A whole number."""

    default_error_messages = {"invalid": "Enter a whole number: text, fractions and true or false are none."}

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data


class Flag(serializers.BooleanField):
    """True or false."""

    default_error_messages = {"invalid": "Enter true or false."}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class Text(serializers.CharField):
    """A text; numbers are none."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Choice(serializers.ChoiceField):
    """One of several words; the refusal names them, and not what was sent instead."""

    default_error_messages = {"invalid_choice": "Choose one of: {known}."}

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", known=", ".join(map(str, self.choices)))
        return data


class ClientId(serializers.UUIDField):
    """A UUID as text."""

    def to_internal_value(self, data: Any) -> uuid.UUID:
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


@extend_schema_field(
    {
        "oneOf": [
            {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 10}, "maxItems": 20},
            {"type": "integer", "minimum": 0, "maximum": 100},
        ]
    }
)
class SeatsOrCount(serializers.Field[Any, Any, Any, Any]):
    """Seats, or how many there were."""

    def to_internal_value(self, data: Any) -> Any:
        one = Seats() if isinstance(data, list) else Whole(min_value=0, max_value=100)
        return one.run_validation(data)

    def to_representation(self, value: Any) -> Any:
        return value


class Seats(serializers.ListField):
    """Positions at the table, from 1."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=Whole(min_value=1, max_value=10), max_length=20, **kwargs)


class Strict(serializers.Serializer[Any]):
    """An object without fields of other names: a name mistyped would else be a value lost without a word."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = [name for name in data if name not in self.fields] if isinstance(data, Mapping) else []
        if unknown:
            raise serializers.ValidationError(
                {str(shown(name)): ["There is no field of this name."] for name in unknown}
            )
        return super().to_internal_value(data)
