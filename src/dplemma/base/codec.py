"""Typed data as JSON objects, read back strictly: one key a field, every value of the field's type.

Main definitions: `JsonRecord`, `json_value`, `read_field`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from types import NoneType
from typing import Any, ClassVar, Self, get_args, get_origin, get_type_hints

_Reader = Callable[[Any], Any]  # from JSON data; a TypeError says that it has another type


class JsonRecord:
    """A dataclass whose JSON object has the keys of its fields, in their order; `class_` is the key `class`.

    A field with `metadata={"json": False}` stays out. What has a default may be missing unless the class is `whole`.
    """

    whole: ClassVar[bool] = False

    def to_json(self) -> dict[str, Any]:
        return {name.removesuffix("_"): json_value(getattr(self, name)) for name in _readers(type(self))}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """`ValueError` names the first key that is missing, unknown or of another type."""
        if not isinstance(data, dict):
            raise ValueError("it must be a JSON object")
        names = {name.removesuffix("_"): name for name in _readers(cls)}
        missing = names.keys() - data.keys()
        needed = missing if cls.whole else {key for key in missing if names[key] in _needed(cls)}
        for problem, keys in (("missing", needed), ("unknown", data.keys() - names.keys())):
            if keys:
                raise ValueError(f"the field {min(keys)!r} is {problem}")
        return cls(**{name: read_field(cls, name, data[key]) for key, name in names.items() if key in data})


def read_field(cls: type, name: str, value: Any) -> Any:
    """The value of one field from JSON data."""
    key = name.removesuffix("_")
    try:
        return _readers(cls)[name](value)
    except TypeError:
        raise ValueError(f"the field {key!r} cannot be {json.dumps(value)[:40]}") from None
    except ValueError as problem:
        raise ValueError(f"the field {key!r}: {problem}") from None


def json_value(value: Any) -> Any:
    """The value of a field as JSON data."""
    if isinstance(value, JsonRecord):
        return value.to_json()
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value


@cache
def _readers(cls: type) -> dict[str, _Reader]:
    """How each field of a class is read."""
    hints = get_type_hints(cls)
    return {field.name: _reader(hints[field.name]) for field in fields(cls) if field.metadata.get("json", True)}


@cache
def _needed(cls: type) -> frozenset[str]:
    """The fields without a default."""
    return frozenset(f.name for f in fields(cls) if f.default is MISSING and f.default_factory is MISSING)


def _reader(wanted: Any) -> _Reader:
    kind, inner = get_origin(wanted), get_args(wanted)
    if NoneType in inner:
        (other,) = (_reader(one) for one in inner if one is not NoneType)
        return lambda value: None if value is None else other(value)
    if kind in (tuple, list):
        return _each(list, _reader(inner[0]), kind)
    if kind is Mapping:
        item = _reader(inner[1])
        return _each(dict, lambda pair: (pair[0], item(pair[1])), dict)
    if issubclass(wanted, JsonRecord):
        return lambda value: wanted.from_json(_only(dict)(value))
    return _only(int, float) if wanted is float else _only(wanted)


def _only(*kinds: type) -> _Reader:
    def read(value: Any) -> Any:
        if isinstance(value, kinds) and (not isinstance(value, bool) or bool in kinds):
            return value
        raise TypeError

    return read


def _each(kind: type, item: _Reader, build: Callable[[Any], Any]) -> _Reader:
    def read(value: Any) -> Any:
        if not isinstance(value, kind):
            raise TypeError
        return build(map(item, value.items() if isinstance(value, dict) else value))

    return read
