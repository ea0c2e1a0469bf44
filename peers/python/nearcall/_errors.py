# SPDX-License-Identifier: Apache-2.0
"""What is raised: what the library reports, and what a method of the other side threw."""

from __future__ import annotations

import enum
import traceback
from collections.abc import Callable
from ctypes import byref
from dataclasses import dataclass
from typing import Any, ClassVar

from nearcall._library import OK, Error, is_forked, lib, text_of, utf8

DEPTH_MAX = 32  # of causes: a peer can send an exception that causes itself


class Status(enum.Enum):
    INVALID = 1
    NO_MEMORY = 2
    SYSTEM = 3
    NOT_FOUND = 4
    REFUSED = 5
    DEADLINE = 6
    CANCELLED = 7
    LOST = 8
    CLOSED = 9
    OVERLOADED = 10
    UNREADABLE = 11
    CLASS = 12
    TOO_LARGE = 13
    EXCEPTION = 14  # the other side threw where no method of an interface was called, as in Publisher.subscribe()
    BREACH = 15
    UNSUPPORTED = 16
    NAME_IN_USE = 17


class Outcome(enum.Enum):
    """What is known of the method when a call has failed."""

    NOT_SENT = 0
    NOT_STARTED = 1
    MAY_HAVE_RUN = 2


class NearcallError(Exception):
    """What the library reports."""

    def __init__(self, status: Status, outcome: Outcome, message: str, system_error: int = 0) -> None:
        super().__init__(message)
        self.status = status
        self.outcome = outcome
        self.system_error = system_error

    @property
    def can_be_repeated(self) -> bool:
        return self.outcome is not Outcome.MAY_HAVE_RUN


class DeadlineExceeded(NearcallError, TimeoutError):
    """Status.DEADLINE."""


class ConnectionLost(NearcallError, ConnectionError):
    """Status.LOST: the process of the other side has died or closed its endpoint."""


_CLASSES: dict[Status, type[NearcallError]] = {Status.DEADLINE: DeadlineExceeded, Status.LOST: ConnectionLost}


def failure(error: Error) -> NearcallError:
    status = Status(error.status)
    message = error.message.decode("utf-8", "replace")
    return _CLASSES.get(status, NearcallError)(status, Outcome(error.outcome), message, error.system_error)


def check(function: Callable[..., int], *arguments: Any) -> None:
    """Calls a function of the library that takes an Error behind these arguments. Raises what it reports."""
    if is_forked():
        raise forked()
    error = Error()
    if function(*arguments, byref(error)) != OK:
        raise failure(error)


def forked() -> NearcallError:
    return NearcallError(Status.INVALID, Outcome.NOT_SENT, "This process was forked. Import nearcall in a process of its own, "
                         "such as one of multiprocessing's \"spawn\".")


def invalid(message: str) -> NearcallError:
    return NearcallError(Status.INVALID, Outcome.NOT_SENT, message)


def unreadable(message: str, outcome: Outcome = Outcome.MAY_HAVE_RUN) -> NearcallError:
    return NearcallError(Status.UNREADABLE, outcome, message)


@dataclass(frozen=True)
class StackFrame:
    class_name: str
    method: str
    file: str | None
    line: int  # -1: unknown, -2: a native method

    def __str__(self) -> str:
        place = "Native Method" if self.line == -2 else "Unknown Source" if self.file is None else (
            self.file if self.line < 0 else f"{self.file}:{self.line}")
        return f"at {self.class_name}.{self.method}({place})"


class JavaException(Exception):
    """An exception of Java. One that was caught has the stack of the other side. A service raises it to choose the class.

    A generated subclass stands for one class of Java. Any other class is named: JavaException("closed", java="java.io.IOException").
    """

    java_name: ClassVar[str] = "java.lang.RuntimeException"

    def __init__(self, message: str | None = None, *, java: str | None = None) -> None:
        super().__init__(message)
        self.class_name = java or self.java_name
        self.message = message
        self.stack: list[StackFrame] = []
        self.suppressed: list[JavaException] = []

    def __str__(self) -> str:
        return self.class_name if self.message is None else f"{self.class_name}: {self.message}"


_JAVA_CLASSES: list[tuple[type[BaseException], str]] = [  # the first one that fits
    (NotImplementedError, "java.lang.UnsupportedOperationException"),
    (IndexError, "java.lang.IndexOutOfBoundsException"),
    (LookupError, "java.util.NoSuchElementException"),
    (ArithmeticError, "java.lang.ArithmeticException"),
    (ValueError, "java.lang.IllegalArgumentException"),
    (TypeError, "java.lang.IllegalArgumentException"),
    (NearcallError, "java.lang.IllegalStateException"),
]


def write_exception(values: int, raised: BaseException, depth: int = 0) -> int | None:
    """A Python exception as a Java one, with its causes."""
    if isinstance(raised, JavaException):
        name, message = raised.class_name, raised.message
    elif isinstance(raised, NearcallError) and raised.status is Status.UNREADABLE:
        name, message = "java.lang.IllegalArgumentException", str(raised)
    else:
        name = next((java for python, java in _JAVA_CLASSES if isinstance(raised, python)), "java.lang.RuntimeException")
        message = _message(raised) if name != "java.lang.RuntimeException" or type(raised) is RuntimeError else _described(raised)
    cause = raised.__cause__ if depth < DEPTH_MAX else None
    written = None if cause is None else write_exception(values, cause, depth + 1)
    made: int | None = lib.new_throwable(values, utf8(name), None if message is None else utf8(message), written)
    return made


def _message(raised: BaseException) -> str:
    try:
        return str(raised)
    except Exception:
        return type(raised).__name__


def _described(raised: BaseException) -> str:
    return "".join(traceback.format_exception_only(type(raised), raised)).strip()


def read_exception(throwable: int, classes: dict[str, Any], depth: int = 0) -> JavaException:
    """classes: Python classes by the Java classes for which they stand."""
    name = text_of(lib.throwable_class(throwable))
    message = lib.throwable_message(throwable)
    of = classes.get(name)
    made = JavaException.__new__(of if isinstance(of, type) and issubclass(of, JavaException) else JavaException)
    JavaException.__init__(made, None if message is None else text_of(message), java=name)
    for i in range(lib.throwable_frame_count(throwable)):
        frame = lib.throwable_frame(throwable, i)
        file = None if frame.file is None else text_of(frame.file)
        made.stack.append(StackFrame(text_of(frame.class_name), text_of(frame.method), file, frame.line))
    if made.stack and hasattr(made, "add_note"):  # from Python 3.11 on, tracebacks have it, too
        made.add_note("\n".join(f"    {each}" for each in made.stack))
    if depth < DEPTH_MAX:
        cause = lib.throwable_cause(throwable)
        made.__cause__ = None if cause is None else read_exception(cause, classes, depth + 1)
        for i in range(lib.throwable_suppressed_count(throwable)):
            made.suppressed.append(read_exception(lib.throwable_suppressed(throwable, i), classes, DEPTH_MAX))
    return made
