# SPDX-License-Identifier: Apache-2.0
"""Python values become Java objects."""

from __future__ import annotations

import array
import enum
import math
import operator
import struct
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from nearcall._errors import invalid, write_exception
from nearcall._interface import Interface, is_generated, members_of
from nearcall._jdk import CODECS, Constant, JavaObject, java_of
from nearcall._library import lib, utf8
from nearcall._types import ANY, Type, Typed, element_of, is_set, parse

if TYPE_CHECKING:
    from nearcall._home import Home

RANGES = {"byte": 2**7, "short": 2**15, "int": 2**31, "long": 2**63}
FLOAT_MAX = 3.4028234663852886e38
_BOXES = {
    "java.lang.Boolean": "boolean", "java.lang.Byte": "byte", "java.lang.Character": "char", "java.lang.Short": "short",
    "java.lang.Integer": "int", "java.lang.Long": "long", "java.lang.Float": "float", "java.lang.Double": "double",
}
# Of arrays of primitives: their kind in nearcall.h, and the code of array.array.
PRIMITIVES = {"[Z": (10, "b"), "[B": (11, "b"), "[C": (12, "H"), "[S": (13, "h"), "[I": (14, "i"), "[J": (15, "q"), "[F": (16, "f"),
              "[D": (17, "d")}
_OCTETS = Type("[B", bytes)
_SETS = {"java.util.Set", "java.util.SortedSet", "java.util.NavigableSet"}
_LISTS = {"java.util.List", "java.util.Collection", "java.lang.Iterable"}


class Array(list[Any]):
    """An array of Java, where a method declares only Object. java_name: its class, such as "[I"."""

    def __init__(self, java_name: str, elements: Iterable[Any]) -> None:
        super().__init__(elements)
        self.java_name = java_name


def integer(value: Any, of: str) -> int:
    """An int that fits byte, short, int or long."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{value!r} is no int, and Java wants {of}.")
    number, limit = operator.index(value), RANGES[of]
    if not -limit <= number < limit:
        raise OverflowError(f"{value} does not fit Java's {of}.")
    return number


def real(value: Any, of: str) -> float:
    """A float or an int that fits float or double."""
    if not isinstance(value, (float, int)) or isinstance(value, bool):
        raise TypeError(f"{value!r} is no float, and Java wants {of}.")
    number = float(value)
    if of == "float" and math.isfinite(number) and abs(number) > FLOAT_MAX:
        raise OverflowError(f"{value} does not fit Java's float.")
    return number


def boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is no bool, and Java wants boolean.")
    return value


def character(value: Any) -> int:
    if not isinstance(value, str) or len(value) != 1 or ord(value) > 0xFFFF:
        raise TypeError(f"{value!r} is no str of one UTF-16 unit, and Java wants char.")
    return ord(value)


def text(value: Any) -> bytes:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no str, and Java wants java.lang.String.")
    return utf8(value)


def octets(value: Any) -> bytes:
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise TypeError(f"{value!r} is no bytes, and Java wants byte[].")
    return bytes(value)


class Writer:
    """Makes the values of one message, in its memory. What occurs twice becomes one Java object."""

    def __init__(self, home: Home, values: int) -> None:
        self.home = home
        self.values = values
        self._made: dict[tuple[int, str], tuple[int, Any]] = {}  # with the object, so that its id stays its own
        self.objects: list[Any] = []  # passed by reference: they have to live until the message is written

    def write(self, value: Any, type_: Type) -> int | None:
        """The value as a Java object. None is null."""
        if isinstance(value, Typed):
            return self.write(value.value, parse(value.hint))
        if type_.java.startswith("java.util.Optional"):
            return self._optional(value, type_)
        if value is None:
            return None
        box = _BOXES.get(type_.java)
        if box is not None:
            return self._box(value, box)
        if type_.java == "java.lang.String":
            return self._text(value)
        codec = CODECS.get(type_.java)
        if codec is not None and not isinstance(value, JavaObject):
            if not isinstance(value, codec.python):
                raise TypeError(f"{value!r} is no {codec.python.__name__}, and Java wants {type_.java}.")
            return self._jdk(type_.java, codec.write(value))
        return self._shared(value, type_)

    def _shared(self, value: Any, type_: Type) -> int | None:
        key = (id(value), type_.java)
        found = self._made.get(key)
        if found is not None:
            return found[0]
        if type_.java.startswith("["):
            return self._array(value, type_, key)
        expected = type_.python
        if expected is not None and is_generated(expected) and not isinstance(value, expected):
            raise TypeError(f"{value!r} is no {expected.__name__}, and Java wants {type_.java or expected.__name__}.")
        writer = self._writer_of(value)
        return writer(value, type_, key)

    def _writer_of(self, value: Any) -> Callable[[Any, Type, tuple[int, str]], int | None]:
        for cls in type(value).__mro__:
            found = _WRITERS.get(cls)
            if found is not None:
                return found.__get__(self)  # type: ignore[no-any-return]
        return self._object

    def _keep(self, key: tuple[int, str], made: int | None, value: Any, what: str) -> int:
        if made is None:
            raise invalid(f"{what} cannot be made. The class has to be one of the JDK that the library knows, or described.")
        self._made[key] = (made, value)
        return made

    # ------------------------------------------------------------------------------------------------------ simple values

    def _box(self, value: Any, of: str) -> int | None:
        made: int | None
        if of == "boolean":
            made = lib.new_boolean(self.values, boolean(value))
        elif of == "char":
            made = lib.new_char(self.values, character(value))
        elif of in RANGES:
            made = getattr(lib, "new_" + of)(self.values, integer(value, of))
        else:
            made = getattr(lib, "new_" + of)(self.values, real(value, of))
        return made

    def _text(self, value: Any) -> int | None:
        raw = text(value)
        made: int | None = lib.new_text(self.values, raw, len(raw))
        return made

    def _plain_int(self, value: int, type_: Type, key: tuple[int, str]) -> int | None:
        if -(2**31) <= value < 2**31:
            return self._box(value, "int")
        if -(2**63) <= value < 2**63:
            return self._box(value, "long")
        return self._jdk("java.math.BigInteger", CODECS["java.math.BigInteger"].write(value))

    def _field(self, value: Any) -> int | None:
        """A field of a class of the JDK."""
        if isinstance(value, bool):
            return self._box(value, "boolean")
        if isinstance(value, int):
            return self._box(value, "long")
        return self.write(value, ANY)

    def _jdk(self, java: str, fields: Iterable[Any]) -> int:
        made = lib.new_instance(self.home.handle, self.values, java.encode())
        if made is None:
            raise invalid(f"A {java} cannot be made. It is no class of the JDK that the library knows.")
        for each in fields:
            lib.value_add(self.values, made, self._field(each))
        return int(made)

    def _optional(self, value: Any, type_: Type) -> int:
        if type_.java == "java.util.Optional":
            made = self._jdk(type_.java, ())
            lib.value_add(self.values, made, None if value is None else self.write(value, type_.argument(0)))
            return made
        of = "java.lang." + {"Int": "Integer"}.get(type_.java[18:], type_.java[18:])
        made = self._jdk(type_.java, [value is not None])
        if value is not None:
            lib.value_add(self.values, made, self._box(value, _BOXES[of]))
        return made

    # --------------------------------------------------------------------------------------------------------- containers

    def _array(self, value: Any, type_: Type, key: tuple[int, str]) -> int:
        primitive = PRIMITIVES.get(type_.java)
        if primitive is not None:
            return self._keep(key, self._primitives(value, type_.java, *primitive), value, type_.java)
        if not isinstance(value, Iterable) or isinstance(value, (str, bytes, dict)):
            raise TypeError(f"{value!r} is no list, and Java wants {type_.java}.")
        elements = type_.argument(0)
        made = self._keep(key, lib.new_instance(self.home.handle, self.values, type_.java.encode()), value, f"An array {type_.java}")
        for each in value:
            lib.value_add(self.values, made, self.write(each, elements))
        return made

    def _primitives(self, value: Any, java: str, kind: int, code: str) -> int | None:
        raw: bytes
        if java == "[B":
            raw = octets(value)
        elif java == "[C":
            raw = array.array(code, [character(each) for each in value]).tobytes()
        elif java == "[Z":
            raw = bytes(boolean(each) for each in value)
        elif java in ("[F", "[D"):
            raw = array.array(code, [real(each, "float" if java == "[F" else "double") for each in value]).tobytes()
        else:
            raw = array.array(code, value).tobytes()
        made: int | None = lib.new_primitives(self.values, kind, raw, len(raw) // struct.calcsize(code))
        return made

    def _collection(self, value: Iterable[Any], type_: Type, key: tuple[int, str]) -> int:
        java = type_.java
        if java in _SETS or (not java and (is_set(type_) or isinstance(value, (set, frozenset)))):
            made = lib.new_set(self.values)
        elif not java or java in _LISTS:
            made = lib.new_list(self.values)
        elif java.startswith("java.util."):
            made = lib.new_instance(self.home.handle, self.values, java.encode())
        else:
            raise TypeError(f"{value!r} is a collection, and Java wants {java}.")
        made = self._keep(key, made, value, f"A {java}")
        elements = type_.argument(0)
        for each in value:
            if not lib.value_add(self.values, made, self.write(each, elements)):
                raise TypeError(f"{value!r} is a collection, and Java wants {java}.")
        return made

    def _map(self, value: dict[Any, Any], type_: Type, key: tuple[int, str]) -> int:
        interface = type_.java in ("", "java.util.Map", "java.util.SequencedMap")
        found = lib.new_map(self.values) if interface else lib.new_instance(self.home.handle, self.values, type_.java.encode())
        made = self._keep(key, found, value, f"A {type_.java}")
        keys, elements = type_.argument(0), type_.argument(1)
        for name, each in value.items():
            if not lib.value_put(self.values, made, self.write(name, keys), self.write(each, elements)):
                raise TypeError(f"{value!r} is a dict, and Java wants {type_.java}.")
        return made

    def _entry(self, value: tuple[Any, ...], type_: Type, key: tuple[int, str]) -> int:
        if type_.java != "java.util.Map$Entry":
            return self._collection(value, type_, key)
        first, second = value
        made = self._jdk("java.util.AbstractMap$SimpleImmutableEntry", ())
        lib.value_add(self.values, made, self.write(first, type_.argument(0)))
        lib.value_add(self.values, made, self.write(second, type_.argument(1)))
        return made

    def _given_array(self, value: Array, type_: Type, key: tuple[int, str]) -> int:
        return self._array(value, Type(value.java_name, list, (parse(Any, element_of(value.java_name)),)), key)

    # --------------------------------------------------------------------------------------------- objects of applications

    def _constant(self, value: Any, type_: Type, key: tuple[int, str]) -> int | None:
        if isinstance(value, Constant):
            java: str | None = value.class_name
        else:
            java = self.home.stands_for(type(value))
        if java is None:
            return self._object(value, type_, key)
        name = value.name if isinstance(value, Constant) else value.value
        made = lib.new_enum(self.home.handle, self.values, java.encode(), str(name).encode())
        return self._keep(key, made, value, f"{java}.{name}")

    def _jdk_object(self, value: JavaObject, type_: Type, key: tuple[int, str]) -> int:
        return self._keep(key, self._jdk(value.class_name, value.fields), value, value.class_name)

    def _reference(self, value: Interface, type_: Type, key: tuple[int, str]) -> int:
        from nearcall._objects import reference_to

        self.objects.append(value)
        return self._keep(key, reference_to(self.home, self.values, value, type_, self.objects), value, "A reference")

    def _exception(self, value: BaseException, type_: Type, key: tuple[int, str]) -> int:
        return self._keep(key, write_exception(self.values, value), value, "An exception")

    def _object(self, value: Any, type_: Type, key: tuple[int, str]) -> int | None:
        cls: type = type(value)
        java = self.home.stands_for(cls)
        if java is None:
            jdk = java_of(value)
            if jdk is None:
                raise TypeError(f"{value!r} has a class that stands for no class of Java. Use the generated one.")
            return self._jdk(jdk, CODECS[jdk].write(value))
        made = self._keep(key, lib.new_instance(self.home.handle, self.values, java.encode()), value, f"A {java}")
        for member in members_of(cls):
            lib.value_set(made, member.java, self._member(getattr(value, member.python), member.type))
        return made

    def _member(self, value: Any, type_: Type) -> int | None:
        """A member, which may be a primitive."""
        if type_.java in RANGES or type_.java in ("boolean", "char", "float", "double"):
            return self._box(value, type_.java)
        return self.write(value, type_)


_WRITERS: dict[type, Any] = {
    bool: lambda self, value, type_, key: self._box(value, "boolean"),
    int: Writer._plain_int,
    float: lambda self, value, type_, key: self._box(value, "double"),
    str: lambda self, value, type_, key: self._text(value),
    bytes: lambda self, value, type_, key: self._array(value, _OCTETS, key),
    bytearray: lambda self, value, type_, key: self._array(value, _OCTETS, key),
    Array: Writer._given_array,
    list: Writer._collection,
    tuple: Writer._entry,
    set: Writer._collection,
    frozenset: Writer._collection,
    dict: Writer._map,
    enum.Enum: Writer._constant,
    Constant: Writer._constant,
    JavaObject: Writer._jdk_object,
    Interface: Writer._reference,
    BaseException: Writer._exception,
}
