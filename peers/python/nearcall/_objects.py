# SPDX-License-Identifier: Apache-2.0
"""Objects of this process that are passed by reference, and services: what a call of the other side finds.

An object that Python's code still refers to owns a nearcall_object, so that each time it is passed it is the same one for the
other side. When only the other side refers to it, __del__ gives the nearcall_object up and keeps the object in _targets. The last
reference of the other side takes it from there.
"""

from __future__ import annotations

import time
import weakref
from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any

from nearcall._errors import check, invalid
from nearcall._home import keys
from nearcall._interface import Description, Interface, interface_of
from nearcall._library import UNREFERENCED, lib, release
from nearcall._types import Type

if TYPE_CHECKING:
    from nearcall._home import Home

_SETTLING_S = 1.0


class Target:
    """What a handler works on."""

    def __init__(self, home: Home, kept: Interface | None, weak: weakref.ref[Interface] | None = None) -> None:
        self.home = home
        self.kept = kept
        self._weak = weak

    def find(self) -> Interface | None:
        return self.kept or (self._weak() if self._weak is not None else None)

    def object(self) -> Interface:
        until = time.monotonic() + _SETTLING_S
        while True:
            found = self.find()
            if found is not None:
                return found
            if time.monotonic() > until:
                raise invalid("The object is gone.")
            time.sleep(0.001)  # the garbage collector clears weak references shortly before it calls __del__


targets: dict[int, Target] = {}  # by the context that the library has


def target_of(context: int | None) -> Interface | None:
    """The object that has come home, or None for any other value."""
    found = targets.get(context) if context is not None else None
    return None if found is None else found.object()


def _unreferenced(context: int) -> None:
    target = targets.pop(context, None)
    if target is not None and target.kept is not None:
        owned: _Owned = vars(target.kept)["_nearcall_owned"]
        owned.alive -= 1
        if owned.alive == 0:
            target.kept.__unreferenced__()


_UNREFERENCED = UNREFERENCED(_unreferenced)


class _Owned:
    """The nearcall_objects that an object owns, by endpoint and interface. A copy of the object has this, too, and owns none."""

    def __init__(self, owner: int) -> None:
        self.owner = owner  # the id of the object
        self.handles: dict[tuple[Home, str], tuple[int, int]] = {}
        self.alive = 0  # nearcall_objects that anybody refers to
        self.given_up = False

    def __reduce__(self) -> Any:
        return _Owned, (0,)

    def let_go(self, owner: Interface) -> None:
        """Called by __del__: from here on the references of the other side keep the object."""
        if self.owner != id(owner):
            return
        self.given_up = True
        for key, _ in self.handles.values():
            target = targets.get(key)
            if target is not None:
                target.kept = owner
        while self.handles:
            _, (_, handle) = self.handles.popitem()
            release(lib.object_release, handle)


class _Passed:
    """A nearcall_object for one message. The message keeps this, and the references of the other side the rest."""

    def __init__(self, handle: int) -> None:
        weakref.finalize(self, release, lib.object_release, handle)


def _make(home: Home, interface: Description, target: Target, cls: type) -> tuple[int, int]:
    from nearcall._serve import method_table

    table, count = method_table(interface, cls)
    key = next(keys)
    targets[key] = target
    handle = c_void_p()
    try:
        home.describe(interface.cls)
        check(lib.object_new, home.handle, interface.java.encode(), table, count, key, _UNREFERENCED, byref(handle))
    except BaseException:
        del targets[key]
        raise
    assert handle.value is not None
    return key, handle.value


def reference_to(home: Home, values: int, passed: Interface, type_: Type, kept: list[Any]) -> int | None:
    """A reference to an object of this process, or to one of the other side, which goes home. kept: has to live until it is written."""
    from nearcall._stub import Stub, service_of

    made: int | None
    if isinstance(passed, Stub):
        service = service_of(passed)
        kept.append(service)
        made = lib.new_reference_home(values, service.handle)
        if made is None:
            raise invalid("A service that was looked up is not passed by reference. Pass an object that extends its interface.")
        return made
    wanted = type_.python if isinstance(type_.python, type) and issubclass(type_.python, Interface) else type(passed)
    interface = interface_of(wanted)
    if interface is None:
        raise invalid(f"{type(passed).__name__} extends no interface of Java.")
    with home.lock:
        owned: _Owned | None = vars(passed).get("_nearcall_owned")
        if owned is None or owned.owner != id(passed):
            owned = vars(passed)["_nearcall_owned"] = _Owned(id(passed))
        if owned.given_up:  # only the other side refers to it
            _, handle = _make(home, interface, Target(home, passed), type(passed))
            owned.alive += 1
            kept.append(_Passed(handle))
        else:
            found = owned.handles.get((home, interface.java))
            if found is None:
                target = Target(home, None, weakref.ref(passed))
                found = owned.handles[(home, interface.java)] = _make(home, interface, target, type(passed))
                owned.alive += 1
            handle = found[1]
    made = lib.new_reference(values, handle)
    return made
