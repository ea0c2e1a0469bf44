# SPDX-License-Identifier: Apache-2.0
"""Python calls the Java service "shop" of ../../c/tests/java, over each channel, to the death of the Java process."""

from __future__ import annotations

import datetime
import os
import signal
import threading
import time
import unittest
from dataclasses import dataclass
from typing import Any

import nearcall
from nearcall import JavaException, NearcallError, Outcome, Status
from processes import Server, java, needs_java
from shop import Box, Colour, Gift, IntUnaryOperator, Item, Shop, SoldOut, Till

LAMP = Item("lamp", 3, Colour.GREEN, ["new"])


@nearcall.java("shop.Shop$Item", "record", "size int exact", "count long exact", "name java.lang.String exact")
@dataclass(frozen=True)
class NewerItem:
    """Another version of Item: it lacks two members, one has another type, and one is new."""

    size: int
    count: int
    name: str


class NewerShop(nearcall.Interface, java="shop.Shop"):
    @nearcall.method("echo (Ljava/lang/Object;)Ljava/lang/Object; (L)L")
    def echo(self, value: Any) -> NewerItem:
        raise NotImplementedError

    @nearcall.method("buy (Lshop/Shop$Item;D)Lshop/Shop$Receipt; (LD)L")
    def buy(self, item: NewerItem, price: float) -> Any:
        raise NotImplementedError


@needs_java
class JavaTest(unittest.TestCase):
    channel = "shm"
    server: Server
    endpoint: nearcall.Endpoint
    shop: Shop

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server(java("shop.Server", cls.channel))
        cls.endpoint = nearcall.Endpoint()
        cls.endpoint.describe(Gift)
        cls.shop = cls.endpoint.lookup(Shop, f"{cls.channel}:shop")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.endpoint.close()
        cls.server.__exit__(None)

    def collected(self, condition: Any) -> None:
        for _ in range(200):
            self.shop.collect()  # the service's stubs
            if condition():
                return
            time.sleep(0.05)
        self.fail("It was not released.")

    def test_passes_primitives_texts_and_bytes(self) -> None:
        self.assertEqual([self.shop.add(i, -2 * i) for i in range(2000)], [-i for i in range(2000)])
        text = self.shop.describe(True, -1, "\u20ac", -300, -2**31, 2**63 - 1, 1.5, -2.25)
        self.assertEqual(text, "true -1 \u20ac -300 -2147483648 9223372036854775807 1.5 -2.25")
        self.assertEqual(self.shop.greet("Zo\u00eb \u2713 \U0001f600"), "Hello Zo\u00eb \u2713 \U0001f600")
        self.assertIsNone(self.shop.greet(None))  # type: ignore[arg-type]
        for length in (0, 1, 16360, 70000, 5000000):
            octets = os.urandom(length)
            self.assertEqual(self.shop.reverse(octets), octets[::-1])

    def test_passes_records_enums_arrays_and_beans(self) -> None:
        receipt = self.shop.buy(LAMP, 2.5)
        self.assertEqual((receipt.item, receipt.total, receipt.parts), (LAMP, 7.5, [LAMP, None]))
        self.assertIs(receipt.parts[0], receipt.item)
        box = Box(size=4)
        box.inner = box
        outer = self.shop.wrap(box)
        assert outer.inner is not None
        self.assertEqual(outer.size, 5)
        self.assertIs(outer.inner.inner, outer.inner)
        values = [{"list": [nearcall.Constant("java.time.DayOfWeek", "FRIDAY"), None, -2**63, True], 7: LAMP}, {1, 2}, b"x", 1.5]
        self.assertEqual(self.shop.echo(values), values)
        self.assertEqual(self.shop.twice([1, -2, 1 << 20]), [2, -4, 1 << 21])
        at = datetime.datetime(1970, 1, 1, 0, 16, 40, tzinfo=datetime.timezone.utc)
        self.assertEqual(self.shop.later(at, datetime.timedelta(seconds=-1)), at - datetime.timedelta(seconds=1))
        self.assertEqual(len(self.shop.surprise().wrapping), 25000)

    def test_exchanges_the_members_that_both_versions_of_a_class_have(self) -> None:
        with nearcall.Endpoint() as newer:
            shop = newer.lookup(NewerShop, f"{self.channel}:shop")
            self.assertEqual(shop.echo(NewerItem(9, 3, "lamp")), NewerItem(0, 3, "lamp"))
            with self.assertRaises(NearcallError) as refused:
                shop.buy(NewerItem(9, 2**40, "lamp"), 2.5)
            self.assertEqual((refused.exception.status, refused.exception.outcome), (Status.CLASS, Outcome.NOT_STARTED))

    def test_raises_what_a_method_throws_with_its_stack(self) -> None:
        with self.assertRaises(JavaException) as failed:
            self.shop.fail()
        self.assertEqual((failed.exception.class_name, failed.exception.message), ("java.lang.IllegalStateException", "closed"))
        cause = failed.exception.__cause__
        assert isinstance(cause, JavaException)
        self.assertEqual((cause.class_name, cause.message), ("java.lang.IllegalArgumentException", "till"))
        frame = failed.exception.stack[0]
        self.assertEqual((frame.class_name, frame.method, frame.file, frame.line > 0), ("shop.Server", "fail", "Server.java", True))
        with self.assertRaises(SoldOut) as sold_out:
            self.shop.buy(LAMP, 0)
        self.assertEqual(sold_out.exception.message, "lamp")

    def test_ends_a_call_at_its_deadline_and_when_it_is_cancelled(self) -> None:
        with self.assertRaises(nearcall.DeadlineExceeded) as late, nearcall.context(deadline=0.1):
            self.shop.sleep(60000)
        self.assertEqual(late.exception.outcome, Outcome.MAY_HAVE_RUN)
        self.collected(lambda: self.shop.interrupts() == 1)
        nap = nearcall.call_async(self.shop.sleep, 60000)
        time.sleep(0.3)
        self.assertTrue(nap.cancel())
        self.collected(lambda: self.shop.interrupts() == 2)

    def test_tells_the_method_its_deadline_and_metadata(self) -> None:
        with nearcall.context(deadline=5, metadata={"tenant": "m\u00fcller"}):
            self.assertEqual(self.shop.context(), "m\u00fcller true")
        with self.assertRaises(NearcallError) as wrong, nearcall.context(metadata={"a b": ""}):
            self.shop.context()
        self.assertEqual(wrong.exception.status, Status.INVALID)

    def test_answers_futures(self) -> None:
        futures = [self.shop.soon(f"soon {i}") for i in range(200)]
        self.assertEqual([each.result(20) for each in futures], [f"soon {i}!" for i in range(200)])

    def test_keeps_the_order_of_one_way_calls_and_of_the_call_behind_them(self) -> None:
        for i in range(500):
            self.shop.note(f"note {i}")
        self.assertEqual(self.shop.notes(), [f"note {i}" for i in range(500)])

    def test_calls_an_object_that_was_returned_and_sends_it_home(self) -> None:
        with nearcall.releasing(self.shop.open("north")) as till:
            self.assertEqual([till.put(5) for _ in range(3)], [5, 10, 15])
            self.assertEqual(self.shop.total(till), 15)
        with self.assertRaises(NearcallError) as released:
            till.put(1)
        self.assertEqual(released.exception.outcome, Outcome.NOT_SENT)

    def test_is_called_back_and_told_when_nobody_refers_to_its_object(self) -> None:
        gone: list[bool] = []

        class Doubling(IntUnaryOperator):
            def applyAsInt(self, operand: int) -> int:
                return 2 * operand

            def __unreferenced__(self) -> None:
                gone.append(True)

        doubling = Doubling()
        for _ in range(3):
            self.assertEqual(self.shop.apply(doubling, 10), 1024)
        del doubling
        self.collected(lambda: bool(gone))

        class Drawer(Till):
            def put(self, amount: int) -> int:
                raise ValueError(f"amount={amount}")

        with self.assertRaises(JavaException) as refused:
            self.shop.total(Drawer())
        self.assertEqual(str(refused.exception), "java.lang.IllegalArgumentException: amount=0")

    def test_reads_and_passes_streams(self) -> None:
        self.assertEqual(list(self.shop.range(0, 20000)), list(range(20000)))
        broken = self.shop.broken()
        self.assertEqual([next(broken) for _ in range(3)], ["piece 0", "piece 1", "piece 2"])
        with self.assertRaises(JavaException) as failed:
            next(broken)
        self.assertEqual(failed.exception.message, "broken")
        self.assertEqual(list(self.shop.ticks(100)), list(range(100)))
        closed = threading.Event()

        def numbers() -> Any:
            try:
                yield from range(30000)
            finally:
                closed.set()

        self.assertEqual(self.shop.sum(nearcall.Stream(numbers())), 29999 * 15000)
        self.collected(closed.is_set)

    def test_zz_knows_the_outcome_of_calls_when_the_peer_is_killed(self) -> None:
        pid = self.shop.process()
        outcomes: list[NearcallError] = []

        def lost(*arguments: Any) -> None:
            try:
                arguments[0](*arguments[1:])
            except NearcallError as e:
                outcomes.append(e)

        taken = threading.Thread(target=lost, args=(self.shop.sleep, 60000))
        taken.start()
        time.sleep(0.3)
        os.kill(pid, signal.SIGSTOP)
        time.sleep(0.1)
        unread = threading.Thread(target=lost, args=(self.shop.add, 1, 1))
        unread.start()
        time.sleep(0.2)
        os.kill(pid, signal.SIGKILL)
        unread.join()
        taken.join()
        self.assertTrue(all(isinstance(each, nearcall.ConnectionLost) for each in outcomes))
        # Only shared memory shows, after the death, that the call was not taken.
        expected = Outcome.NOT_STARTED if self.channel == "shm" else Outcome.MAY_HAVE_RUN
        self.assertCountEqual([each.outcome for each in outcomes], [Outcome.MAY_HAVE_RUN, expected])
        with self.assertRaises(nearcall.ConnectionLost) as late:
            self.shop.add(1, 1)
        self.assertEqual(late.exception.outcome, Outcome.NOT_SENT)


class JavaUnixTest(JavaTest):
    channel = "unix"


class JavaFifoTest(JavaTest):
    channel = "fifo"


if __name__ == "__main__":
    unittest.main()
