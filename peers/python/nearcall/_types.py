# SPDX-License-Identifier: Apache-2.0
"""Types: what an annotation of Python says of a value, and what the Java class says that declares it."""

from __future__ import annotations

import collections.abc
import functools
import types
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Union


@dataclass(frozen=True)
class Java:
    """The Java class of an annotated value: Annotated[list[str], Java("java.util.ArrayDeque")]."""

    name: str


Byte = Annotated[int, Java("java.lang.Byte")]
Short = Annotated[int, Java("java.lang.Short")]
Char = Annotated[str, Java("java.lang.Character")]
Int = Annotated[int, Java("java.lang.Integer")]
Long = Annotated[int, Java("java.lang.Long")]
Float = Annotated[float, Java("java.lang.Float")]
Double = Annotated[float, Java("java.lang.Double")]
BigInteger = Annotated[int, Java("java.math.BigInteger")]


@dataclass(frozen=True)
class Typed:
    """A value with its type, where a method declares Object: Typed(7, nearcall.Long)."""

    value: Any
    hint: Any


@dataclass(frozen=True)
class Type:
    java: str  # Class.getName(), or "" if nothing declares it
    python: Any = None  # a class, or None for any
    arguments: tuple[Type, ...] = ()

    def argument(self, index: int) -> Type:
        return self.arguments[index] if index < len(self.arguments) and self.python is not Union else ANY


ANY = Type("")
_VAGUE = ("", "java.lang.Object", "java.io.Serializable", "java.lang.Comparable", "java.lang.Number")


@functools.lru_cache(maxsize=None)
def parse(hint: Any, declared: str = "") -> Type:
    """The type of an annotation. declared: the erased Java class, if something declares it."""
    if typing.get_origin(hint) is Annotated:
        named = [each.name for each in hint.__metadata__ if isinstance(each, Java)]
        return parse(hint.__origin__, named[0] if named and declared in _VAGUE else declared)
    java = "" if declared in _VAGUE else declared
    origin = typing.get_origin(hint)
    arguments = typing.get_args(hint)
    if origin in (Union, types.UnionType):
        others = [each for each in arguments if each is not type(None)]
        return parse(others[0], declared) if len(others) == 1 else Type(java, Union, tuple(parse(each) for each in others))
    if java == "java.util.Optional":
        return Type(java, None, (parse(hint),))
    if java.startswith("["):
        return Type(java, origin or _class(hint), (parse(arguments[0] if arguments else Any, element_of(java)),))
    if origin is not None:
        return Type(java, origin, tuple(parse(each) for each in arguments if each is not Ellipsis))
    return Type(java, _class(hint))


def _class(hint: Any) -> Any:
    return hint if isinstance(hint, type) and hint not in (object, Any) else None


_PRIMITIVES = {
    "Z": "boolean", "B": "byte", "C": "char", "S": "short", "I": "int", "J": "long", "F": "float", "D": "double", "V": "void",
}


def element_of(array: str) -> str:
    """The class of the elements of an array: "[I" has int, "[Lshop.Item;" has shop.Item."""
    name = array[1:]
    return name[1:-1] if name.startswith("L") else _PRIMITIVES.get(name, name)


def declared_types(descriptor: str) -> list[str]:
    """The erased Java classes of the parameters and of the result, which is the last one."""
    names: list[str] = []
    at = 1
    while at < len(descriptor):
        start = at
        while descriptor[at] == "[":
            at += 1
        at = descriptor.index(";", at) + 1 if descriptor[at] == "L" else at + 1
        name = descriptor[start:at]
        if name != ")":
            dotted = name.replace("/", ".")
            names.append(dotted if name.startswith("[") else element_of("[" + dotted))
    return names


def classes_of(type_: Type) -> Iterator[type]:
    """The classes of Python that an annotation names."""
    if isinstance(type_.python, type):
        yield type_.python
    for each in type_.arguments:
        yield from classes_of(each)


def is_set(type_: Type) -> bool:
    return type_.python in (set, frozenset, collections.abc.Set, collections.abc.MutableSet)
