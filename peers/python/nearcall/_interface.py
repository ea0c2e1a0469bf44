# SPDX-License-Identifier: Apache-2.0
"""What generated code says of Java's interfaces and classes."""

from __future__ import annotations

import dataclasses
import enum
import functools
import typing
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from nearcall._errors import JavaException
from nearcall._types import Type, declared_types, parse

C = TypeVar("C", bound=type)
F = TypeVar("F", bound=Callable[..., Any])
I = TypeVar("I", bound="Interface")

# ----------------------------------------------------------------------------------------------------------- classes


@dataclass(frozen=True)
class Shape:
    """The Java class for which a class of Python stands, and the lines of its shape: see section 7 of the protocol."""

    name: str
    lines: tuple[str, ...]


def java(name: str, *lines: str) -> Callable[[C], C]:
    """Says for which Java class a dataclass, an enum.Enum or a JavaException stands.

    lines: those of its shape. Those of a dataclass are its kind, then one for each field, in the order of the fields.
    The names of an enum's constants are its values.
    """

    def decorate(cls: C) -> C:
        setattr(cls, "__nearcall_shape__", Shape(name, lines))
        if issubclass(cls, JavaException):
            cls.java_name = name
        elif dataclasses.is_dataclass(cls) and len(dataclasses.fields(cls)) != len(lines) - 1:
            raise TypeError(f"{cls.__name__} has {len(dataclasses.fields(cls))} fields, and its shape has {len(lines) - 1} members.")
        return cls

    return decorate


def shape_of(cls: type) -> Shape | None:
    """What java() has said of this class itself."""
    found: Shape | None = vars(cls).get("__nearcall_shape__")
    return found


def is_generated(cls: Any) -> bool:
    """Does a class stand for one of Java?"""
    return isinstance(cls, type) and ("__nearcall_shape__" in vars(cls) or "__nearcall__" in vars(cls))


@dataclass(frozen=True)
class Member:
    python: str
    java: bytes
    type: Type


@functools.lru_cache(maxsize=None)
def members_of(cls: type) -> tuple[Member, ...]:
    """The members of a dataclass, in the order of its shape."""
    shape = shape_of(cls)
    if shape is None or issubclass(cls, enum.Enum):
        return ()
    hints = typing.get_type_hints(cls, include_extras=True)
    fields = dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ()
    lines = [each.split(" ") for each in shape.lines[1:]]
    return tuple(Member(field.name, line[0].encode(), parse(hints[field.name], line[1])) for field, line in zip(fields, lines))


# -------------------------------------------------------------------------------------------------------- interfaces


@dataclass(frozen=True)
class Parameter:
    form: str  # its letter in the wire form
    type: Type
    declared: bytes


class Method:
    """A method of a Java interface. Its annotations are looked at when it is used first: they may name later classes."""

    def __init__(self, function: Callable[..., Any], signature: str, one_way: bool, deadline: float | None,
                 throws: Sequence[type[JavaException]]) -> None:
        self.function = function
        self.python = function.__name__
        self.signature = signature
        self.one_way = one_way
        self.deadline = deadline
        self.throws = tuple(throws)
        self.java_name, self.descriptor, forms = signature.split(" ")
        self.forms = forms.replace("(", "").replace(")", "")
        self.returns_future = self.descriptor.endswith((")Ljava/util/concurrent/CompletableFuture;",
                                                        ")Ljava/util/concurrent/CompletionStage;"))

    @functools.cached_property
    def _all(self) -> list[Parameter]:
        hints = typing.get_type_hints(self.function, include_extras=True)
        result = hints.pop("return", Any)
        declared = declared_types(self.descriptor)
        if len(hints) != len(declared) - 1 or len(self.forms) != len(declared):
            raise TypeError(f"{self.function.__qualname__} has other parameters than \"{self.signature}\".")
        if self.returns_future:
            declared[-1] = ""
            if typing.get_origin(result) is Future:
                result = typing.get_args(result)[0]
        return [Parameter(form, parse(hint, name), name.encode())
                for form, hint, name in zip(self.forms, [*hints.values(), result], declared)]

    @property
    def parameters(self) -> list[Parameter]:
        return self._all[:-1]

    @property
    def result(self) -> Parameter:
        return self._all[-1]


def method(signature: str, *, one_way: bool = False, deadline: float | None = None,
           throws: Sequence[type[JavaException]] = ()) -> Callable[[F], F]:
    """Says which method of the Java interface a method is: its name, erased descriptor and wire form, as in "add (II)I (II)I".

    deadline: seconds, or math.inf for none, for calls without another one. throws: the exceptions that arrive as these classes.
    """

    def decorate(function: F) -> F:
        setattr(function, "__nearcall_method__", Method(function, signature, one_way, deadline, throws))
        return function

    return decorate


class Description:
    """The Java interface for which a class stands."""

    def __init__(self, cls: type[Interface], java: str, service: str | None) -> None:
        self.cls = cls
        self.java = java
        self.service = service or java.rpartition(".")[2].rpartition("$")[2]
        found: dict[str, Method] = {}
        for each in reversed(cls.__mro__):
            for name, member in vars(each).items():
                declared = getattr(member, "__nearcall_method__", None)
                if declared is not None:
                    found[name] = declared
        self.methods = tuple(found.values())

    def implemented_by(self, cls: type) -> tuple[Method, ...]:
        """The methods that a class overrides."""
        return tuple(each for each in self.methods if getattr(cls, each.python) is not each.function)


class Interface:
    """A Java interface. lookup() returns an instance that calls another process. A service extends the class, as does an object
    that is passed by reference. A method that it does not override is not offered.
    """

    __nearcall__: ClassVar[Description]

    def __init_subclass__(cls, *, java: str | None = None, service: str | None = None, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if java is not None:
            cls.__nearcall__ = Description(cls, java, service)

    @classmethod
    def of(cls: type[I], function: Callable[..., Any]) -> I:
        """An object of an interface with one method, which is this function."""
        interface: type = cls
        made: I = _function_class(interface)()
        vars(made)["_nearcall_function"] = function
        return made

    def __unreferenced__(self) -> None:
        """Called when an object that was passed by reference is referred to by nobody any more, neither here nor elsewhere.

        __del__ is called before, when Python's code does not refer to it any more.
        """

    def __del__(self) -> None:
        owned = vars(self).get("_nearcall_owned")
        if owned is not None:
            owned.let_go(self)


@functools.lru_cache(maxsize=None)
def _function_class(cls: type) -> type[Any]:
    description: Description = vars(cls)["__nearcall__"]
    (only,) = description.methods

    def call(self: Any, *arguments: Any) -> Any:
        return self._nearcall_function(*arguments)

    return type(cls.__name__, (cls,), {only.python: call})


def interface_of(cls: type) -> Description | None:
    """The interface that a class is, or that its object implements: the first one."""
    for each in cls.__mro__:
        if "__nearcall__" in vars(each):
            found: Description = vars(each)["__nearcall__"]
            return found
    return None
