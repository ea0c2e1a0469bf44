# SPDX-License-Identifier: Apache-2.0
"""What runs when a method of this process is called."""

from __future__ import annotations

import functools
import threading
from concurrent.futures import Future, wait
from ctypes import Array
from typing import TYPE_CHECKING, Any

from nearcall import _home
from nearcall._errors import NearcallError, Outcome, Status, write_exception
from nearcall._home import NO_OPTIONS
from nearcall._interface import Description
from nearcall._interface import Method as JavaMethod
from nearcall._library import HANDLER, OK, Method, lib, text_of
from nearcall._objects import Target, targets
from nearcall._read import Reader
from nearcall._wire import GET, PUT, convert
from nearcall._write import Writer

if TYPE_CHECKING:
    from nearcall._home import Home

_LOOK_S = 0.1  # how often it is looked whether a caller still waits


class Caller:
    """What a method knows of its call, until it returns: nearcall.caller()."""

    def __init__(self, home: Home, handle: int) -> None:
        self.home = home
        self.thread = threading.get_ident()
        self._handle: int | None = handle

    @property
    def handle(self) -> int:
        if self._handle is None:
            raise NearcallError(Status.INVALID, Outcome.NOT_SENT, "The method has returned, so its caller is not known any more.")
        return self._handle

    def end(self) -> None:
        self._handle = None

    @property
    def is_cancelled(self) -> bool:
        return bool(lib.request_is_cancelled(self.handle))

    @property
    def remaining(self) -> float | None:
        """The seconds that the caller still waits, or None without a limit."""
        left_ns: int = lib.request_remaining_ns(self.handle)
        return None if left_ns < 0 else left_ns / 1e9

    def metadata(self, key: str) -> str | None:
        """The caller states it, so it proves nothing."""
        found = lib.request_metadata(self.handle, key.encode())
        return None if found is None else text_of(found)

    @property
    def uid(self) -> int:
        return int(lib.request_uid(self.handle))

    @property
    def pid(self) -> int:
        """0 for a process of another pid namespace."""
        return int(lib.request_pid(self.handle))


def caller() -> Caller:
    """The caller of the method that runs. Raises NearcallError outside of one."""
    found = _home.current_caller()
    if found is None:
        raise NearcallError(Status.INVALID, Outcome.NOT_SENT, "No method runs on this thread.")
    return found


def _run(method: JavaMethod, request: int, context: int) -> int:
    reader = lib.request_arguments(request)
    raw = [GET[each.form](reader, each) for each in method.parameters]
    status: int = lib.request_start(request)
    if status != OK:
        return status
    target = targets[context]
    asked = Caller(target.home, request)
    asking, chosen = _home.caller.set(asked), _home.options.set(NO_OPTIONS)
    try:
        _answer(method, request, target, raw)
    finally:
        _home.options.reset(chosen)
        _home.caller.reset(asking)
        asked.end()
    return OK


def _answer(method: JavaMethod, request: int, target: Target, raw: list[Any]) -> None:
    reader = Reader(target.home)
    arguments = [convert(each, parameter, reader) for each, parameter in zip(raw, method.parameters)]
    result = getattr(target.object(), method.python)(*arguments)
    if method.returns_future and isinstance(result, Future):
        result = _await(result, caller())
    if method.result.form != "V":
        writer = Writer(target.home, lib.request_values(request))
        PUT[method.result.form](lib.request_result(request), result, method.result, writer)


def _await(future: Future[Any], asked: Caller) -> Any:
    """Waits for the future of a method. It is cancelled if the caller gives up."""
    while not wait([future], _LOOK_S).done:
        if asked.is_cancelled or asked.remaining == 0:
            future.cancel()
            raise NearcallError(Status.CANCELLED, Outcome.MAY_HAVE_RUN, "The caller has given up.")
    return future.result()


@functools.lru_cache(maxsize=None)
def _handler(method: JavaMethod) -> Any:
    """A C function for a method. It is kept for good: the library may call it as long as an endpoint is open."""

    def handle(request: int, context: int) -> int:
        try:
            return _run(method, request, context)
        except BaseException as e:  # noqa: B902 - nothing may fly into the library
            return int(lib.request_throw_value(request, write_exception(lib.request_values(request), e)))

    return HANDLER(handle)


def method_table(interface: Description, cls: type) -> tuple[Array[Method], int]:
    """The methods of an interface that a class has, and their number. The library copies them."""
    methods = interface.implemented_by(cls)
    table = (Method * max(len(methods), 1))()
    for entry, each in zip(table, methods):
        entry.signature = each.signature.encode()
        entry.handler = _handler(each)
    return table, len(methods)

