# SPDX-License-Identifier: Apache-2.0
"""Java objects become Python values."""

from __future__ import annotations

import array
import enum
from collections.abc import Callable
from ctypes import byref, c_size_t, string_at
from typing import TYPE_CHECKING, Any

from nearcall._errors import NearcallError, read_exception, unreadable
from nearcall._interface import Interface, is_generated, members_of
from nearcall._jdk import CODECS, PLAIN, Codec, Constant, JavaObject
from nearcall._library import lib, text_at, text_of
from nearcall._types import ANY, Type, is_set
from nearcall._write import PRIMITIVES, Array

if TYPE_CHECKING:
    from nearcall._home import Home

_NAMES = {kind: (name, code) for name, (kind, code) in PRIMITIVES.items()}
# Those that have a name of their own. A Set without one, such as Set.of(), reads as a list where only Object is declared.
_SETS = {"java.util.HashSet", "java.util.LinkedHashSet", "java.util.TreeSet", "java.util.EnumSet",
         "java.util.concurrent.ConcurrentSkipListSet", "java.util.concurrent.CopyOnWriteArraySet"}
_EXACT = {int, float, bool, str, bytes} | {codec.python for codec in CODECS.values()}
_DEFAULTS = {"boolean": False, "char": "\0", "byte": 0, "short": 0, "int": 0, "long": 0, "float": 0.0, "double": 0.0}
_CONTAINERS = {list, set, frozenset, dict}


class Reader:
    """Reads the values of one message. What occurs twice becomes one object of Python."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self._made: dict[tuple[int, Any], Any] = {}

    def read(self, value: int | None, type_: Type) -> Any:
        """Raises NearcallError with UNREADABLE if the value is none of that type."""
        try:
            return self._value(value, type_)
        except NearcallError:
            raise
        except RecursionError as e:
            raise unreadable("A Java value is too deep, or contains itself.") from e
        except (ValueError, OverflowError, ArithmeticError, LookupError, TypeError) as e:
            raise unreadable(f"A Java value does not fit Python: {e}") from e

    def _value(self, value: int | None, type_: Type) -> Any:
        if value is None:
            return None
        kind = lib.value_kind(value)
        if kind < _FIRST_SHARED:
            found = _READERS[kind](self, value, type_)
        else:
            key = (value, type_.python)
            if key in self._made:
                return self._made[key]
            found = self._made[key] = _READERS[kind](self, value, type_)
        expected = type_.python
        if expected is not None and found is not None:
            checked = expected in _CONTAINERS or is_generated(expected)
            if (expected in _EXACT and type(found) is not expected) or (checked and not isinstance(found, expected)):
                raise self._mismatch(value, expected)
        return found

    def _mismatch(self, value: int, expected: type) -> NearcallError:
        name = text_of(lib.value_class(value)) or f"of kind {lib.value_kind(value)}"
        return unreadable(f"A Java value is {name}, and the annotation says {expected.__name__}.")

    # ------------------------------------------------------------------------------------------------------ simple values

    def _boolean(self, value: int, type_: Type) -> bool:
        return bool(lib.value_integer(value))

    def _integer(self, value: int, type_: Type) -> int:
        return int(lib.value_integer(value))

    def _character(self, value: int, type_: Type) -> str:
        return chr(lib.value_integer(value))

    def _real(self, value: int, type_: Type) -> float:
        return float(lib.value_real(value))

    def _text(self, value: int, type_: Type) -> str:
        length = c_size_t()
        return text_at(lib.value_text(value, byref(length)), length.value) or ""

    def _primitives(self, value: int, type_: Type) -> Any:
        name, code = _NAMES[lib.value_kind(value)]
        count = c_size_t()
        at = lib.value_elements(value, byref(count))
        numbers = array.array(code)
        raw = string_at(at, count.value * numbers.itemsize) if count.value else b""
        if name == "[B":
            return raw
        numbers.frombytes(raw)
        elements: list[Any] = numbers.tolist()
        if name == "[C":
            elements = [chr(each) for each in elements]
        elif name == "[Z":
            elements = [bool(each) for each in elements]
        return elements if type_.python is not None else Array(name, elements)

    # --------------------------------------------------------------------------------------------------------- containers

    def _array(self, value: int, type_: Type) -> Any:
        made: list[Any] = [] if type_.python is not None else Array(text_of(lib.value_class(value)), ())
        self._made[(value, type_.python)] = made
        return self._fill(made, value, type_)

    def _fill(self, made: list[Any], value: int, type_: Type) -> list[Any]:
        elements = type_.argument(0)
        for i in range(lib.value_count(value)):
            made.append(self._value(lib.value_at(value, i), elements))
        return made

    def _collection(self, value: int, type_: Type) -> Any:
        if is_set(type_) or (type_.python is None and text_of(lib.value_class(value)) in _SETS):
            found = self._fill([], value, type_)
            return frozenset(found) if type_.python is frozenset else set(found)
        made: list[Any] = []
        self._made[(value, type_.python)] = made
        return self._fill(made, value, type_)

    def _map(self, value: int, type_: Type) -> dict[Any, Any]:
        made: dict[Any, Any] = {}
        self._made[(value, type_.python)] = made
        keys, elements = type_.argument(0), type_.argument(1)
        for i in range(lib.value_count(value)):
            made[self._value(lib.value_key_at(value, i), keys)] = self._value(lib.value_at(value, i), elements)
        return made

    # -------------------------------------------------------------------------------------------------------------- objects

    def _constant(self, value: int, type_: Type) -> Any:
        java, name = text_of(lib.value_class(value)), self._text(value, type_)
        cls = self.home.classes.get(java)
        return cls(name) if cls is not None and issubclass(cls, enum.Enum) else Constant(java, name)

    def _object(self, value: int, type_: Type) -> Any:
        java = text_of(lib.value_class(value))
        cls = self.home.classes.get(java)
        if cls is None:
            raise unreadable(f"No class of Python stands for {java}. Describe one with Endpoint.describe().")
        members = members_of(cls)
        if cls.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            return cls(*[self._member(lib.value_member(value, each.java), each.type) for each in members])
        made: Any = object.__new__(cls)
        self._made[(value, type_.python)] = made  # it may contain itself
        for each in members:
            setattr(made, each.python, self._member(lib.value_member(value, each.java), each.type))
        return made

    def _member(self, value: int | None, type_: Type) -> Any:
        """A member, which the other side's version of the class may lack. A primitive has Java's default then."""
        return _DEFAULTS.get(type_.java) if value is None else self._value(value, type_)

    def _jdk(self, value: int, type_: Type) -> Any:
        java = text_of(lib.value_class(value))
        fields = [lib.value_field(value, i) for i in range(lib.value_count(value))]
        if java == "java.util.Optional":
            return self._value(fields[0], type_.argument(0) if type_.java == java else type_)
        if java.startswith("java.util.Optional"):
            return self._value(fields[1], ANY) if lib.value_integer(fields[0]) else None
        if type_.python is tuple and len(fields) == 2:
            return self._value(fields[0], type_.argument(0)), self._value(fields[1], type_.argument(1))
        codec = CODECS.get(java)
        plain = [self._value(each, ANY) for each in fields]
        if codec is not None and (java in PLAIN or type_.python is codec.python):
            if type_.python is not None or self._fits(codec, plain):
                return codec.read(plain)
        return JavaObject(java, tuple(plain))

    def _fits(self, codec: Codec, fields: list[Any]) -> bool:
        if codec.nanos >= 0 and fields[codec.nanos] % 1000 != 0:
            return False
        try:
            codec.read(fields)
        except (ValueError, OverflowError, ArithmeticError, LookupError):
            return False
        return True

    def _exception(self, value: int, type_: Type) -> Any:
        return read_exception(value, self.home.classes)

    def _reference(self, value: int, type_: Type) -> Any:
        from nearcall._objects import target_of
        from nearcall._stub import bind

        own = target_of(lib.value_own_object(value))
        if own is not None:
            return own
        expected = type_.python
        if not (isinstance(expected, type) and issubclass(expected, Interface)):
            raise unreadable("A reference to an object of the other side needs an annotation that says its interface.")
        return bind(self.home, value, expected.__nearcall__)


_READERS: list[Callable[[Reader, int, Type], Any]] = [
    lambda reader, value, type_: None,
    Reader._boolean, Reader._integer, Reader._character, Reader._integer, Reader._integer, Reader._integer, Reader._real, Reader._real,
    Reader._text,
    *[Reader._primitives] * 8,
    Reader._array, Reader._collection, Reader._map, Reader._constant, Reader._object, Reader._jdk, Reader._exception, Reader._reference,
]
_FIRST_SHARED = 10  # of the kinds in nearcall.h: arrays, and what follows
