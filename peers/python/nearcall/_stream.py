# SPDX-License-Identifier: Apache-2.0
"""Streams both ways: Iterator, Stream and Flow.Publisher of Java."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterable, Iterator
from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from nearcall._errors import NearcallError, Outcome, Status, check, failure, forked, invalid, read_exception, write_exception
from nearcall._home import current_caller, keys
from nearcall._library import EXCEPTION, NEXT, OK, STREAM_END, UNREFERENCED, Error, Source, is_forked, lib, release
from nearcall._read import Reader
from nearcall._types import Type
from nearcall._write import Writer

if TYPE_CHECKING:
    from nearcall._home import Home

T = TypeVar("T")


class Stream(Iterator[T], Generic[T]):
    """Elements that travel one after the other. Stream(iterable) is one of this process, which can be passed once.

    A stream of the other side is read by iteration. It is given up by close(), by "with", or when nobody refers to it.
    """

    def __init__(self, elements: Iterable[T]) -> None:
        self._local: Iterator[T] | None = iter(elements)
        self._remote: _Remote | None = None

    def __iter__(self) -> Stream[T]:
        return self

    def __next__(self) -> T:
        return self.next()

    def next(self, timeout: float | None = None) -> T:
        """The next element, within so many seconds. After DeadlineExceeded it can be called again. Raises StopIteration at the end."""
        if self._remote is not None:
            return cast(T, self._remote.next(timeout))
        if self._local is None:
            raise StopIteration
        return next(self._local)

    def close(self) -> None:
        """Gives the stream up. The other side closes its source."""
        if self._remote is not None:
            self._remote.close()
        elif self._local is not None:
            local, self._local = self._local, None
            _close(local)

    def __enter__(self) -> Stream[T]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _close(elements: Iterator[Any]) -> None:
    close = getattr(elements, "close", None)
    if close is not None:
        close()


# ------------------------------------------------------------------------------------------------- of the other side


class _Remote:
    def __init__(self, home: Home, handle: int, element: Type) -> None:
        self._home = home
        self._handle = handle
        self._element = element
        self._lock = threading.Lock()  # the library wants one thread at a time
        self._finalizer = weakref.finalize(self, release, lib.stream_close, handle)

    def next(self, timeout: float | None) -> Any:
        if is_forked():
            raise forked()
        with self._lock:
            if not self._finalizer.alive:
                raise StopIteration
            asked = current_caller()  # of the method that reads the stream: its time bounds that, too
            if asked is not None:
                if asked.is_cancelled:
                    raise NearcallError(Status.CANCELLED, Outcome.MAY_HAVE_RUN, "The caller of the method has given up.")
                left = asked.remaining
                timeout = left if timeout is None else timeout if left is None else min(timeout, left)
            error, element = Error(), c_void_p()
            timeout_ns = -1 if timeout is None else max(int(timeout * 1e9), 0)
            status = lib.stream_next(self._handle, timeout_ns, byref(element), byref(error))
            if status == OK:
                return Reader(self._home).read(element.value, self._element)
            if status == STREAM_END:
                raise StopIteration
            if status == EXCEPTION:
                raise read_exception(lib.stream_exception(self._handle), self._home.classes)
            raise failure(error)

    def close(self) -> None:
        with self._lock:
            self._finalizer()


def open_stream(home: Home, reference: int, element: Type, publisher: bool) -> Stream[Any]:
    handle = c_void_p()
    check(lib.stream_subscribe if publisher else lib.stream_open, reference, byref(handle))
    assert handle.value is not None
    opened: Stream[Any] = Stream(())
    opened._remote = _Remote(home, handle.value, element)
    return opened


# --------------------------------------------------------------------------------------------------- of this process


class _Local:
    def __init__(self, home: Home, elements: Iterator[Any], element: Type) -> None:
        self.home = home
        self.elements = elements
        self.element = element
        self.passed: list[Any] = []  # objects that travel by reference: the library keeps elements until they have arrived


_locals: dict[int, _Local] = {}  # by the context that the library has


def _next(context: int, values: int, element: Any) -> int:
    try:
        of = _locals[context]
        try:
            found = next(of.elements)
        except StopIteration:
            return STREAM_END
        writer = Writer(of.home, values)
        element[0] = writer.write(found, of.element)
        of.passed.extend(writer.objects)
        return OK
    except BaseException as e:  # noqa: B902 - nothing may fly into the library
        element[0] = write_exception(values, e)
        return EXCEPTION


def _close_local(context: int) -> None:
    of = _locals.pop(context, None)
    if of is not None:
        _close(of.elements)


_NEXT, _CLOSE = NEXT(_next), UNREFERENCED(_close_local)


def pass_stream(home: Home, elements: Iterable[Any], element: Type) -> int:
    """The nearcall_object of a stream of this process. Whoever gets it has to release it."""
    if isinstance(elements, Stream) and elements._remote is None:
        if elements._local is None:
            raise invalid("A Stream can be passed once. Make another one.")
        iterator, elements._local = elements._local, None
    else:
        iterator = iter(elements)
    key = next(keys)
    _locals[key] = _Local(home, iterator, element)
    handle = c_void_p()
    try:
        check(lib.source_new, byref(Source(_NEXT, _CLOSE, key)), byref(handle))
    except BaseException:
        del _locals[key]
        raise
    assert handle.value is not None
    return handle.value


