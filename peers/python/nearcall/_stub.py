# SPDX-License-Identifier: Apache-2.0
"""Objects of the other side, and calls of their methods."""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from ctypes import byref, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from nearcall import _home
from nearcall._errors import check, failure, invalid, read_exception
from nearcall._future import CallFuture
from nearcall._home import Options
from nearcall._interface import Description, Interface, Method, Parameter
from nearcall._library import EXCEPTION, OK, CallOptions, Error, Pair, lib, release, texts, utf8
from nearcall._wire import PUT, result_of
from nearcall._write import Writer

if TYPE_CHECKING:
    from nearcall._home import Home

P = ParamSpec("P")
T = TypeVar("T")
I = TypeVar("I", bound=Interface)
SYNC, FUTURE, POST = 0, 1, 2


class _Thread(threading.local):
    """The serial queue of a thread, and the services with calls in it that a synchronous call must not overtake."""

    numbers = itertools.count()

    def __init__(self) -> None:
        self.strand = next(self.numbers) % 65536
        self.behind: set[int] = set()


_thread = _Thread()


@dataclass(frozen=True)
class _Plan:
    """How the arguments of a method are written."""

    index: int
    puts: tuple[tuple[Callable[..., None], Parameter], ...]
    has_values: bool


@functools.lru_cache(maxsize=None)
def _plans(interface: Description) -> dict[Method, _Plan]:
    return {method: _Plan(index, tuple((PUT[each.form], each) for each in method.parameters),
                          any(each.form in "XLRE" for each in method.parameters))
            for index, method in enumerate(interface.methods)}


class Service:
    """A nearcall_service."""

    def __init__(self, home: Home, handle: int, interface: Description) -> None:
        self.home = home
        self.handle = handle
        self._plans = _plans(interface)
        weakref.finalize(self, release, lib.service_release, handle)

    def call(self, method: Method, arguments: tuple[Any, ...]) -> Any:
        if method.one_way:
            call = self._begin(method, POST, arguments)
            try:
                check(lib.call_send, call)
            finally:
                lib.call_end(call)
            _thread.behind.add(self.handle)
            return None
        if method.returns_future:
            _thread.behind.add(self.handle)
            return self.start(method, arguments)
        return self._wait(method, arguments)

    def _wait(self, method: Method, arguments: tuple[Any, ...]) -> Any:
        if self.handle in _thread.behind:
            check(lib.fence, self.handle, _thread.strand)
            _thread.behind.discard(self.handle)
        call = self._begin(method, SYNC, arguments)
        try:
            error = Error()
            return self._result(call, method, lib.call_invoke(call, byref(error)), error)
        finally:
            lib.call_end(call)

    def _result(self, call: int, method: Method, status: int, error: Error) -> Any:
        if status == OK:
            return result_of(self.home, lib.call_result(call), method.result, method.java_name)
        if status == EXCEPTION:
            raise read_exception(lib.call_exception(call), self.home.classes)
        raise failure(error)

    def start(self, method: Method, arguments: tuple[Any, ...]) -> CallFuture[Any]:
        """A call that is not waited for."""
        call = self._begin(method, FUTURE, arguments)
        try:
            check(lib.call_send, call)
        except BaseException:
            lib.call_end(call)
            raise

        def finish() -> Any:
            error = Error()
            return self._result(call, method, lib.call_await(call, byref(error)), error)

        return CallFuture(call, finish)

    def _begin(self, method: Method, kind: int, arguments: tuple[Any, ...]) -> int:
        """A call whose arguments are written. It has to be ended."""
        plan = self._plans[method]
        if len(arguments) != len(plan.puts):
            raise TypeError(f"{method.python}() takes {len(plan.puts)} arguments, and {len(arguments)} were given.")
        around = _home.current_caller()
        chosen = _call_options(kind, method, _home.options.get())
        call = c_void_p()
        if around is None:
            check(lib.call_begin, self.handle, plan.index, chosen, byref(call))
        else:
            check(lib.request_call, around.handle, self.handle, plan.index, chosen, byref(call))
        handle = call.value
        assert handle is not None
        try:
            to = lib.call_arguments(handle)
            writer = Writer(self.home, lib.call_values(handle)) if plan.has_values else None
            for (put, parameter), value in zip(plan.puts, arguments):
                put(to, value, parameter, writer)
        except BaseException:
            lib.call_end(handle)
            raise
        return handle


def _call_options(kind: int, method: Method, options: Options) -> CallOptions | None:
    deadline = options.deadline if options.deadline is not None else method.deadline
    if kind == SYNC and deadline is None and not options.metadata:
        return None
    pairs = [Pair(utf8(key), utf8(value)) for key, value in options.metadata.items()]
    deadline_ns = 0 if deadline is None else -1 if deadline == math.inf else max(int(deadline * 1e9), 1)
    return CallOptions(kind, deadline_ns, (Pair * len(pairs))(*pairs), len(pairs), _thread.strand)


class Stub:
    """What an object of the other side has besides its interface."""

    _nearcall_service: Service | None  # None: it was released


def _calling(method: Method) -> Callable[..., Any]:
    names = method.function.__code__.co_varnames[1:method.function.__code__.co_argcount]

    @functools.wraps(method.function)
    def call(self: Stub, *arguments: Any, **named: Any) -> Any:
        if named:
            arguments = (*arguments, *[named.pop(each) for each in names[len(arguments):] if each in named])
            if named:
                raise TypeError(f"{method.python}() has no parameters {', '.join(named)}.")
        return service_of(self).call(method, arguments)

    return call


@functools.lru_cache(maxsize=None)
def _stub_class(interface: Description) -> type[Any]:
    members = {each.python: _calling(each) for each in interface.methods}
    return type(interface.cls.__name__, (Stub, interface.cls), members)


def stub_of(home: Home, handle: int, interface: Description) -> Any:
    cls = _stub_class(interface)
    made = object.__new__(cls)
    made._nearcall_service = Service(home, handle, interface)
    return made


def bind(home: Home, reference: int, interface: Description) -> Any:
    """A stub of an object that has arrived by reference."""
    signatures = texts([each.signature for each in interface.methods])
    around, service = _home.current_caller(), c_void_p()
    home.describe(interface.cls)
    rest = (interface.java.encode(), signatures, len(signatures), byref(service))
    if around is None:
        check(lib.bind, reference, *rest)
    else:
        check(lib.request_bind, around.handle, reference, *rest)
    assert service.value is not None
    return stub_of(home, service.value, interface)


def service_of(stub: object) -> Service:
    if not isinstance(stub, Stub):
        raise TypeError(f"{stub!r} is no object of the other side.")
    found = stub._nearcall_service
    if found is None:
        raise invalid("The object was released. Look it up again.")
    return found


def call_async(method: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> Future[T]:
    """Calls any method without waiting: call_async(shop.add, 2, 3). Such calls of a thread may overtake its other ones."""
    stub = getattr(method, "__self__", None)
    declared: Method = getattr(method, "__nearcall_method__")
    if named:
        raise TypeError("call_async() takes arguments by position only.")
    return service_of(stub).start(declared, arguments)


def release_stub(stub: Interface) -> None:
    """Gives up an object of the other side now, and not when nobody refers to the stub any more."""
    if isinstance(stub, Stub):
        stub._nearcall_service = None  # calls in progress have it still


@contextlib.contextmanager
def releasing(stub: I) -> Iterator[I]:
    """with releasing(shop.open("north")) as till: gives the object up at the end."""
    try:
        yield stub
    finally:
        release_stub(stub)
