# SPDX-License-Identifier: Apache-2.0
"""What an endpoint shares with its services, objects and calls."""

from __future__ import annotations

import itertools
import threading
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from nearcall._errors import NearcallError, Outcome, Status, check
from nearcall._interface import Description, Interface, Method, members_of, shape_of
from nearcall._library import lib
from nearcall._types import Type, classes_of

if TYPE_CHECKING:
    from nearcall._serve import Caller

# Classes of the JDK that have ids of their own, so that the library does not want their shapes.
_KNOWN = {"java.time.DayOfWeek", "java.time.Month", "java.time.temporal.ChronoUnit", "java.util.concurrent.TimeUnit",
          "java.math.RoundingMode"}


@dataclass(frozen=True)
class Options:
    """What with context(): says of the calls within it."""

    deadline: float | None = None
    metadata: dict[str, str] = field(default_factory=dict)


NO_OPTIONS = Options()
options: ContextVar[Options] = ContextVar("nearcall.options", default=NO_OPTIONS)
caller: ContextVar[Caller | None] = ContextVar("nearcall.caller", default=None)


def current_caller() -> Caller | None:
    """The caller of the method that this thread runs. A context that was copied to another thread has none."""
    found = caller.get()
    return found if found is not None and found.thread == threading.get_ident() else None


keys = itertools.count(1)  # of targets and sources: what the library gets in place of pointers


class Home:
    """An open endpoint, and the classes that it knows."""

    def __init__(self, handle: int) -> None:
        self._handle: int | None = handle
        self.lock = threading.RLock()
        self.classes: dict[str, type] = {}
        self._seen: set[Any] = set()
        self.keys: set[int] = set()  # of services, whose handlers run until the endpoint is closed

    @property
    def handle(self) -> int:
        handle = self._handle
        if handle is None:
            raise NearcallError(Status.CLOSED, Outcome.NOT_SENT, "The endpoint is closed. Keep it open for as long as it is used.")
        return handle

    def take(self) -> int | None:
        """The handle, once: for nearcall_close()."""
        with self.lock:
            handle, self._handle = self._handle, None
            return handle

    def describe(self, cls: type) -> None:
        """Makes a class known, and those that it reaches."""
        with self.lock:
            if cls in self._seen:
                return
            self._seen.add(cls)
            if issubclass(cls, Interface) and "__nearcall__" in vars(cls):
                self._describe_interface(cls.__nearcall__)
                return
            shape = shape_of(cls)
            if shape is None:
                return
            known = self.classes.setdefault(shape.name, cls)
            if known is not cls:
                raise TypeError(f"{cls} and {known} both stand for {shape.name}.")
            if shape.lines and shape.name not in _KNOWN:
                check(lib.add_class, self.handle, shape.name.encode(), "\n".join(shape.lines).encode())
            for member in members_of(cls):
                self._describe_type(member.type)

    def _describe_interface(self, interface: Description) -> None:
        check(lib.add_class, self.handle, interface.java.encode(), b"remote interface")
        for each in interface.methods:
            self.describe_method(each)

    def describe_method(self, method: Method) -> None:
        for parameter in (*method.parameters, method.result):
            self._describe_type(parameter.type)
        for thrown in method.throws:
            self.describe(thrown)

    def _describe_type(self, type_: Type) -> None:
        for cls in classes_of(type_):
            self.describe(cls)

    def stands_for(self, cls: type) -> str | None:
        """The Java class for which a dataclass or an enum stands. It is described here if it was not yet."""
        shape = shape_of(cls)
        if shape is None:
            return None
        if cls not in self._seen:
            self.describe(cls)
        return shape.name

