"""JSON that came from outside, read strictly: whatever is not as asked for is refused with the place it stands at."""

from __future__ import annotations

import json

from engine.errors import BadInput


def parse(raw: bytes) -> object:
    """Return the JSON value in *raw* (UTF-8, with or without a byte order mark); BadInput if it is none.

    An object that has a name twice is refused: readers differ on which of the two counts. So is half a surrogate
    pair, which no text in UTF-8 can hold.
    """
    try:
        text = raw.decode("utf-8-sig")
        parsed: object = json.loads(text, object_pairs_hook=_no_name_twice)
        if "\\ud" in text.lower():
            json.dumps(parsed, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise BadInput("a text holds half a surrogate pair", path="") from error
    except RecursionError as error:
        raise BadInput("this JSON is nested too deeply", path="") from error
    except ValueError as error:  # bad JSON, bad UTF-8, or a number of thousands of digits
        raise BadInput(f"this is not JSON: {error}", path="") from error
    return parsed


def _no_name_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = dict(pairs)
    if len(names) < len(pairs):
        raise ValueError(f"a name stands twice in the object with {sorted(names)}")
    return names


class Payload:
    """A JSON object being read; ``path`` says where it stands in the whole, such as ``groups[3]``."""

    __slots__ = ("_data", "path")

    def __init__(self, data: object, path: str = "") -> None:
        self.path = path
        if not isinstance(data, dict):
            raise BadInput(f"{path or 'the input'} is {_kind(data)}, not an object", path=path)
        self._data: dict[str, object] = data

    def wrong(self, key: str, message: str) -> BadInput:
        """Return the error that says *message* of the value called *key*."""
        path = self._path(key)
        return BadInput(f"{path}: {message}", path=path)

    def only(self, *keys: str) -> Payload:
        """Return this object; BadInput if it has a name that is not among *keys*, as when one is misspelt."""
        for key in self._data:
            if key not in keys:
                raise self.wrong(key, f"not known here; there are {', '.join(keys)}")
        return self

    def has(self, key: str) -> bool:
        """Whether the object has this name."""
        return key in self._data

    def value(self, key: str, *default: object) -> object:
        """Return the value called *key* as it is, or the *default* if there is one and the name is missing."""
        return default[0] if default and key not in self._data else self._get(key)

    def part(self, key: str) -> Payload:
        """Return the object called *key*."""
        return Payload(self._get(key), self._path(key))

    def text(self, key: str, default: str | None = None) -> str:
        """Return the text called *key*, or *default* if there is one and the name is missing."""
        if default is not None and key not in self._data:
            return default
        return self._text(key, self._get(key))

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the list of texts called *key*; none if the name is missing."""
        if key not in self._data:
            return ()
        return tuple(self._text(f"{key}[{i}]", value) for i, value in enumerate(self._list(key)))

    def texts_by_name(self) -> dict[str, str]:
        """Return the object as texts by name."""
        return {key: self._text(key, value) for key, value in self._data.items()}

    def whole(self, key: str, default: int | None = None) -> int:
        """Return the whole number called *key*, or *default* if there is one and the name is missing."""
        if default is not None and key not in self._data:
            return default
        return self._whole(key, self._get(key))

    def wholes(self, key: str) -> tuple[int, ...]:
        """Return the list of whole numbers called *key*."""
        return tuple(self._whole(f"{key}[{i}]", value) for i, value in enumerate(self._list(key)))

    def tables(self, key: str) -> tuple[tuple[int, ...], ...]:
        """Return the list of lists of whole numbers called *key*."""
        rows = []
        for i, row in enumerate(self._list(key)):
            if not isinstance(row, list):
                raise self.wrong(f"{key}[{i}]", f"is {_kind(row)}, not a list")
            rows.append(tuple(self._whole(f"{key}[{i}][{k}]", value) for k, value in enumerate(row)))
        return tuple(rows)

    def objects(self, key: str) -> tuple[Payload, ...]:
        """Return the objects in the list called *key*; none if the name is missing."""
        if key not in self._data:
            return ()
        return tuple(Payload(value, self._path(f"{key}[{i}]")) for i, value in enumerate(self._list(key)))

    def _list(self, key: str) -> list[object]:
        value = self._get(key)
        if not isinstance(value, list):
            raise self.wrong(key, f"is {_kind(value)}, not a list")
        return value

    def _text(self, key: str, value: object) -> str:
        if not isinstance(value, str):
            raise self.wrong(key, f"is {_kind(value)}, not a text")
        return value

    def _whole(self, key: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong(key, f"is {_kind(value)}, not a whole number")
        return value

    def _get(self, key: str) -> object:
        if key not in self._data:
            raise self.wrong(key, "is missing")
        return self._data[key]

    def _path(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key


def _kind(value: object) -> str:
    """Return what *value* is in JSON's words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return f"the number {value!r}" if abs(value) < 1e15 else "a large number"
    if isinstance(value, str):
        return "a text"
    return "a list" if isinstance(value, list) else "an object"
