# SPDX-License-Identifier: Apache-2.0
"""Objects that are passed by reference, both ways, and calls back, over each channel."""

from __future__ import annotations

import contextlib
import copy
import gc
import unittest
from collections.abc import Iterator

import nearcall
from kiosk import Drawer
from local import FullKiosk, LocalCase, wait_for
from nearcall import NearcallError
from shop import IntUnaryOperator, Shop, Till


class ReferencesTest(LocalCase):
    def test_calls_objects_and_brings_them_home(self) -> None:
        before = Drawer.gone
        with nearcall.releasing(self.shop.open("north")) as till:
            self.assertEqual((till.put(5), till.put(6), self.shop.total(till)), (5, 11, 11))
            self.assertEqual(Drawer.gone, before)
        wait_for(lambda: Drawer.gone == before + 1)
        till = self.shop.open("south")
        del till
        wait_for(lambda: Drawer.gone == before + 2)
        with nearcall.releasing(self.shop.open("west")) as till, self.assertRaisesRegex(NearcallError, "was released"):
            nearcall.release_stub(till)
            self.shop.total(till)
        with self.assertRaisesRegex(NearcallError, "not passed by reference"):
            self.shop.echo(self.shop)

    def test_keeps_an_own_object_for_as_long_as_anybody_refers_to_it(self) -> None:
        with self.keeping() as (shop, kept):
            before = Drawer.gone
            drawer = Drawer()
            self.assertEqual((shop.total(drawer), shop.total(drawer)), (1, 2))
            self.assertIs(shop.open("kept"), drawer)
            del drawer
            gc.collect()
            self.assertEqual(kept[0].put(5), 7)  # only the other side refers to it
            kept.clear()
            wait_for(lambda: Drawer.gone == before + 1)

    def test_keeps_an_own_object_that_refers_to_itself(self) -> None:
        with self.keeping() as (shop, kept):
            before = Drawer.gone
            cycle = Drawer()
            setattr(cycle, "itself", cycle)
            shop.total(cycle)
            del cycle
            gc.collect()
            self.assertEqual(kept[0].put(1), 2)
            kept.clear()
            wait_for(lambda: Drawer.gone == before + 1)

    def test_passes_copies_of_an_own_object_as_objects_of_their_own(self) -> None:
        with self.keeping() as (shop, kept):
            before = Drawer.gone
            original = Drawer()
            shop.total(original)
            copies = [copy.copy(original), copy.deepcopy(original)]
            self.assertEqual([shop.total(each) for each in (original, *copies)], [2, 2, 2])
            del original, copies
            kept.clear()
            wait_for(lambda: Drawer.gone == before + 3)

    @contextlib.contextmanager
    def keeping(self) -> Iterator[tuple[Shop, list[Till]]]:
        """A service that keeps the tills that it gets."""
        kept: list[Till] = []

        class Keeping(FullKiosk):
            def total(self, till: Till) -> int:
                kept.append(till)
                return till.put(1)

            def open(self, name: str) -> Till:
                return kept[0]

        with nearcall.Endpoint() as serving:
            serving.export(Keeping(), f"{self.channel}:keeping")
            yield self.endpoint.lookup(Shop, f"{self.channel}:keeping"), kept

    def test_calls_back_within_a_call(self) -> None:
        self.assertEqual(self.shop.apply(IntUnaryOperator.of(lambda n: 2 * n), 10), 1024)
        deeper = IntUnaryOperator.of(lambda n: self.shop.apply(IntUnaryOperator.of(lambda m: 2 * m), 1) + n)
        self.assertEqual(self.shop.apply(deeper, 3), 7)
        with self.assertRaisesRegex(NearcallError, "cannot close"):
            self.endpoint_closed_by_a_method()

    def endpoint_closed_by_a_method(self) -> None:
        raised: list[BaseException] = []

        def close(n: int) -> int:
            try:
                self.endpoint.close()
            except NearcallError as e:
                raised.append(e)
            return n

        self.shop.apply(IntUnaryOperator.of(close), 1)
        raise raised[0]


class ReferencesUnixTest(ReferencesTest):
    channel = "unix"


class ReferencesFifoTest(ReferencesTest):
    channel = "fifo"


if __name__ == "__main__":
    unittest.main()
