# SPDX-License-Identifier: Apache-2.0
"""What the library has made is freed once, also when something is raised meanwhile."""

from __future__ import annotations

import contextlib
import gc
import threading
import unittest
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import nearcall
from kiosk import Drawer, Kiosk
from local import wait_for
from nearcall._library import lib
from shop import Colour, IntUnaryOperator, Item, Shop

# What makes a handle, which is its last parameter but one, and what frees it.
FREED_BY = {
    "call_begin": "call_end", "request_call": "call_end", "lookup": "service_release", "bind": "service_release",
    "request_bind": "service_release", "stream_open": "stream_close", "stream_subscribe": "stream_close", "object_new": "object_release",
    "source_new": "object_release", "export": "exported_release", "open": "close",
}


class Handles:
    """Counts handles as they are made and freed."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.made: Counter[str] = Counter()
        self.live: set[tuple[str, int]] = set()
        self.wrong: list[str] = []

    def making(self, function: Callable[..., int], freed_by: str) -> Callable[..., int]:
        def make(*arguments: Any) -> int:
            status = function(*arguments)
            if status == 0:
                with self.lock:
                    self.made[freed_by] += 1
                    self.live.add((freed_by, arguments[-2]._obj.value))
            return status

        return make

    def freeing(self, function: Callable[[int], None], name: str) -> Callable[[int], None]:
        def free(handle: int) -> None:
            with self.lock:
                if (name, handle) not in self.live:
                    self.wrong.append(f"{name} of {handle}")
                self.live.discard((name, handle))
            function(handle)

        return free


@contextlib.contextmanager
def counted() -> Iterator[Handles]:
    handles = Handles()
    names = {*FREED_BY, *FREED_BY.values()}
    originals = {name: getattr(lib, name) for name in names}
    for name, original in originals.items():
        freed_by = FREED_BY.get(name)
        setattr(lib, name, handles.freeing(original, name) if freed_by is None else handles.making(original, freed_by))
    try:
        yield handles
    finally:
        for name, original in originals.items():
            setattr(lib, name, original)


class Unwritable(Kiosk):
    """Its results cannot be written, or its elements."""

    def echo(self, value: Any) -> Any:
        return [value, object()]

    def range(self, from_: int, to: int) -> nearcall.Stream[Any]:
        return nearcall.Stream([1, object()])


def fail(*_: Any) -> int:
    raise ValueError("fails")


def ends(*_: Any) -> int:
    raise SystemExit


class LifetimeTest(unittest.TestCase):
    def test_frees_everything_once_whatever_is_raised(self) -> None:
        with counted() as handles:
            with nearcall.Endpoint() as serving, nearcall.Endpoint() as calling:
                serving.export(Unwritable(), "unwritable")
                self.use(calling.lookup(Shop, "unwritable"))
            gc.collect()
            wait_for(lambda: not handles.live)
        self.assertEqual(handles.wrong, [])
        for freed_by in set(FREED_BY.values()):
            self.assertGreater(handles.made[freed_by], 0, freed_by)

    def use(self, shop: Shop) -> None:
        lamp = Item("lamp", 1, Colour.RED, [])
        uses: list[Callable[[], Any]] = [
            lambda: shop.add(1, 2),
            lambda: shop.add(1, 2**40),
            lambda: shop.buy(lamp, "much"),  # type: ignore[arg-type]
            lambda: shop.buy(lamp, 0),
            lambda: shop.echo([object()]),
            lambda: shop.echo(1),
            lambda: shop.apply(IntUnaryOperator.of(fail), 1),
            lambda: shop.apply(IntUnaryOperator.of(ends), 1),
            lambda: shop.apply(Drawer(), 1),  # type: ignore[arg-type]
            lambda: shop.apply(IntUnaryOperator.of(lambda n: shop.add(n, n)), 3),
            lambda: shop.open("north").put(1),
            lambda: shop.total(shop.open("south")),
            lambda: shop.sum(nearcall.Stream([1, 2, 3])),
            lambda: shop.sum(nearcall.Stream([1, object()])),  # type: ignore[list-item]
            lambda: shop.sum(7),  # type: ignore[arg-type]
            lambda: list(shop.range(0, 9)),
            lambda: next(shop.range(0, 9)),
            lambda: shop.soon("x").result(20),
            lambda: shop.soon(7).result(20),  # type: ignore[arg-type]
            lambda: nearcall.call_async(shop.fail).result(20),
            lambda: nearcall.call_async(shop.sleep, 20000).cancel(),
            lambda: shop.note("x"),
            lambda: shop.note(7),  # type: ignore[arg-type]
            shop.collect,
            shop.interrupts,
        ]
        for use in uses:
            with contextlib.suppress(nearcall.NearcallError, nearcall.JavaException, TypeError, ValueError, OverflowError):
                use()
        with contextlib.suppress(nearcall.NearcallError), nearcall.context(deadline=0.05):
            shop.sleep(20000)


if __name__ == "__main__":
    unittest.main()
