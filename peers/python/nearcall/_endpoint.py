# SPDX-License-Identifier: Apache-2.0
"""Endpoints: the start of everything."""

from __future__ import annotations

import atexit
import contextlib
import os
import weakref
from collections.abc import Iterable, Iterator
from ctypes import byref, c_uint32, c_void_p
from typing import TypeVar

from nearcall import _home
from nearcall._errors import check, forked, invalid
from nearcall._home import Home, Options, keys
from nearcall._interface import Interface, interface_of
from nearcall._library import Options as LibraryOptions
from nearcall._library import is_forked, lib, release, texts
from nearcall._objects import Target, targets
from nearcall._serve import method_table
from nearcall._stub import stub_of

I = TypeVar("I", bound=Interface)
_open: set[Endpoint] = set()


class Exported:
    """A service that is offered, until close() or the end of its endpoint."""

    def __init__(self, handle: int, others: set[Exported]) -> None:
        self._handle = handle
        self._release = weakref.finalize(self, release, lib.exported_release, handle)
        self._others = others
        others.add(self)

    @property
    def is_closed(self) -> bool:
        """Is it not offered any more? Another process may have taken its name."""
        return not self._release.alive or bool(lib.exported_is_closed(self._handle))

    def close(self) -> None:
        """Withdraws the service. Calls in progress go on."""
        self._others.discard(self)
        self._release()

    def __enter__(self) -> Exported:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Endpoint:
    """Looks services up and offers them. It stays open until close(), the end of "with", or the end of the process.

    Times are in seconds, and None is no limit. trees asks the other side to write no references within values. See nearcall.h.
    """

    def __init__(self, *, directory: str | os.PathLike[str] | None = None, deadline: float | None = 30.0, lookup_timeout: float = 10.0,
                 max_message_bytes: int | None = None, max_lanes: int | None = None, max_calls: int | None = None,
                 max_connections: int | None = None, trees: bool = False, allowed_users: Iterable[int] = ()) -> None:
        if is_forked():
            raise forked()
        options = LibraryOptions()
        lib.options_init(byref(options))
        options.directory = None if directory is None else os.fsencode(directory)
        options.deadline_ns = -1 if deadline is None else max(int(deadline * 1e9), 1)
        options.lookup_timeout_ns = int(lookup_timeout * 1e9)
        for name, value in (("max_message_bytes", max_message_bytes), ("max_lanes", max_lanes), ("max_calls", max_calls),
                            ("max_connections", max_connections)):
            if value is not None:
                setattr(options, name, value)
        options.trees = trees
        users = list(allowed_users)
        options.allowed_users = (c_uint32 * len(users))(*users)
        options.allowed_user_count = len(users)
        handle = c_void_p()
        check(lib.open, byref(options), byref(handle))
        assert handle.value is not None
        self._home = Home(handle.value)
        self._exports: set[Exported] = set()
        _open.add(self)

    def describe(self, *classes: type) -> None:
        """Makes classes of the application known that no annotation of an interface names."""
        for each in classes:
            self._home.describe(each)

    def lookup(self, interface: type[I], address: str | None = None) -> I:
        """An object that calls the service. address: its name, or CHANNEL:NAME. Waits for the service up to lookup_timeout."""
        description = interface.__nearcall__
        self._home.describe(description.cls)
        signatures = texts([each.signature for each in description.methods])
        service = c_void_p()
        check(lib.lookup, self._home.handle, (address or description.service).encode(), description.java.encode(), signatures,
              len(signatures), byref(service))
        assert service.value is not None
        found: I = stub_of(self._home, service.value, description)
        return found

    def export(self, service: Interface, address: str | None = None) -> Exported:
        """Offers an object under a name, or CHANNEL:NAME. Its methods run on threads of the library, several at once."""
        cls: type = type(service)
        description = interface_of(cls)
        if description is None:
            raise invalid(f"{type(service).__name__} extends no interface of Java.")
        self._home.describe(description.cls)
        table, count = method_table(description, cls)
        key = next(keys)
        targets[key] = Target(self._home, service)
        self._home.keys.add(key)
        exported = c_void_p()
        try:
            check(lib.export, self._home.handle, (address or description.service).encode(), description.java.encode(), table, count, key,
                  byref(exported))
        except BaseException:
            targets.pop(key, None)
            raise
        assert exported.value is not None
        return Exported(exported.value, self._exports)

    def close(self) -> None:
        """Withdraws the services and ends all connections. Waits until no method runs any more, so no method may call it."""
        asked = _home.current_caller()
        if asked is not None and asked.home is self._home:
            raise invalid("A method cannot close its endpoint, because close() waits for the method.")
        handle = self._home.take()
        _open.discard(self)
        if handle is not None and not is_forked():
            for exported in list(self._exports):
                exported.close()
            lib.close(handle)
            for key in self._home.keys:
                targets.pop(key, None)

    def __enter__(self) -> Endpoint:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@atexit.register
def _close_all() -> None:
    """Threads of the library must not call Python when it has gone."""
    for each in list(_open):
        each.close()


@contextlib.contextmanager
def context(*, deadline: float | None = None, metadata: dict[str, str] | None = None) -> Iterator[None]:
    """with context(deadline=0.5, metadata={"tenant": "acme"}): says how long calls within it wait, in seconds, and what they tell.

    It adds to the context around it. A method that is called does not inherit it.
    """
    around = _home.options.get()
    chosen = Options(around.deadline if deadline is None else deadline, {**around.metadata, **(metadata or {})})
    token = _home.options.set(chosen)
    try:
        yield
    finally:
        _home.options.reset(token)
