# SPDX-License-Identifier: Apache-2.0
"""Python calls Python, between two endpoints of one process, over each channel."""

from __future__ import annotations

import asyncio
import datetime
import decimal
import math
import os
import threading
import unittest
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import nearcall
from kiosk import Kiosk
from local import LocalCase, wait_for
from nearcall import JavaException, NearcallError, Outcome, Status
from processes import BERLIN, needs_zones
from shop import Box, Colour, IntUnaryOperator, Item, Shop, SoldOut

LAMP = Item("lamp", 3, Colour.GREEN, ["new"])


class LocalTest(LocalCase):
    def test_passes_primitives_texts_and_bytes(self) -> None:
        self.assertEqual(self.shop.add(2, 3), 5)
        self.assertEqual(self.shop.add(a=2, b=3), 5)
        text = self.shop.describe(True, -1, "\u20ac", -300, -2**31, 2**63 - 1, 1.5, -2.25)
        self.assertEqual(text, "true -1 8364 -300 -2147483648 9223372036854775807 1.5 -2.25")
        for name in ("Ann", "Zo\u00eb \u2713 \U0001f600", "", "a\0b", "\ud800"):
            self.assertEqual(self.shop.greet(name), "Hello " + name)
        self.assertIsNone(self.shop.greet(None))  # type: ignore[arg-type]
        for length in (0, 1, 16360, 70000, 3000000):
            octets = os.urandom(length)
            self.assertEqual(self.shop.reverse(octets), octets[::-1])

    def test_refuses_what_does_not_fit_before_it_calls(self) -> None:
        wrong: list[tuple[type[Exception], Callable[[], Any]]] = [
            (OverflowError, lambda: self.shop.add(2**31, 0)),
            (TypeError, lambda: self.shop.add("2", 0)),  # type: ignore[arg-type]
            (TypeError, lambda: self.shop.add(True, 0)),
            (TypeError, lambda: self.shop.add(None, 0)),  # type: ignore[arg-type]
            (TypeError, lambda: self.shop.add(1)),  # type: ignore[call-arg]
            (OverflowError, lambda: self.shop.describe(True, 128, "a", 0, 0, 0, 0, 0)),
            (OverflowError, lambda: self.shop.describe(True, 0, "a", 0, 0, 0, 1e39, 0)),
            (TypeError, lambda: self.shop.describe(True, 0, "\U0001f600", 0, 0, 0, 0, 0)),
            (OverflowError, lambda: self.shop.twice([2**31])),
            (OverflowError, lambda: self.shop.buy(Item("lamp", 2**31, Colour.RED, []), 1)),
            (TypeError, lambda: self.shop.buy(Colour.RED, 1)),  # type: ignore[arg-type]
            (TypeError, lambda: self.shop.echo(object())),
            (ValueError, lambda: self.shop.later(datetime.datetime.now(), datetime.timedelta())),
        ]
        for expected, call in wrong:
            with self.assertRaises(expected):
                call()
        self.assertEqual(self.shop.add(1, 1), 2)

    def test_passes_records_enums_and_beans(self) -> None:
        receipt = self.shop.buy(LAMP, 2.5)
        self.assertEqual((receipt.item, receipt.total, receipt.parts), (LAMP, 7.5, [LAMP]))
        self.assertIs(receipt.parts[0], receipt.item)
        box = Box(content=[Colour.RED], size=4)
        box.inner = box
        outer = self.shop.wrap(box)
        assert outer.inner is not None
        self.assertEqual((outer.size, outer.content), (5, [Colour.RED]))
        self.assertIs(outer.inner.inner, outer.inner)
        self.assertEqual(self.shop.surprise().wrapping, "silk")
        self.assertEqual(self.shop.twice([1, -2, 1 << 20]), [2, -4, 1 << 21])

    def test_passes_values_of_many_classes(self) -> None:
        now = datetime.datetime(2026, 2, 3, 4, 5, 6, 789012)
        values: list[Any] = [
            True, 7, 2**40, -2**100, 1.5, "text", b"octets", [1, None, [2]], {1, "a"}, {"a": [1.5], 7: None}, {},
            decimal.Decimal("-1.25E+30"), decimal.Decimal("0.00"), uuid.uuid4(), now.date(), now.time(), now,
            now.replace(tzinfo=datetime.timezone.utc),
            now.replace(tzinfo=datetime.timezone(datetime.timedelta(hours=-3))), datetime.timedelta(days=-1, microseconds=3),
            datetime.datetime(1, 1, 1, tzinfo=datetime.timezone.utc), datetime.time(1, 2, tzinfo=datetime.timezone.utc),
            LAMP, Colour.RED, nearcall.Constant("java.time.DayOfWeek", "FRIDAY"),
            nearcall.JavaObject("java.time.Instant", (-1, 5)), nearcall.JavaObject("java.time.Year", (2026,)),
            nearcall.Array("[I", [1, 2]), nearcall.Array("[Ljava.lang.String;", ["a", None]), nearcall.Array("[C", ["x"]),
            nearcall.Array("[Lshop.Shop$Item;", [LAMP, None]), nearcall.Array("[Z", [True]), nearcall.Array("[D", [0.5]),
        ]
        for value in values:
            back = self.shop.echo(value)
            self.assertEqual(back, value)
            self.assertIs(type(back), type(value))
            if isinstance(value, nearcall.Array):
                self.assertEqual(back.java_name, value.java_name)
        self.assertEqual(self.shop.echo(values), values)
        self.assertEqual(self.shop.echo(nearcall.Typed(7, nearcall.BigInteger)), 7)

    @needs_zones
    def test_keeps_the_name_of_a_time_zone(self) -> None:
        moment = datetime.datetime(2026, 2, 3, 4, 5, 6, 789012, BERLIN)
        self.assertEqual((self.shop.echo(moment), self.shop.echo(moment).tzinfo), (moment, BERLIN))

    def test_keeps_what_occurs_twice_and_what_contains_itself(self) -> None:
        shared = [1]
        back = self.shop.echo([shared, shared])
        self.assertIs(back[0], back[1])
        endless: list[Any] = []
        endless.append(endless)
        found = self.shop.echo({"a": endless})["a"]
        self.assertIs(found[0], found)
        deep: list[Any] = []
        for _ in range(5000):
            deep = [deep]
        with self.assertRaises((NearcallError, RecursionError)):
            self.shop.echo(deep)

    def test_raises_what_a_method_raises(self) -> None:
        with self.assertRaises(SoldOut) as sold_out:
            self.shop.buy(LAMP, 0)
        self.assertEqual((sold_out.exception.message, sold_out.exception.class_name), ("lamp", "shop.Shop$SoldOut"))
        with self.assertRaises(JavaException) as failed:
            self.shop.fail()
        self.assertEqual(str(failed.exception), "java.lang.IllegalStateException: closed")
        cause = failed.exception.__cause__
        assert isinstance(cause, JavaException)
        self.assertEqual((cause.class_name, cause.message), ("java.lang.IllegalArgumentException", "till"))
        cases = [(KeyError("k"), "java.util.NoSuchElementException: 'k'"), (SystemExit(3), "java.lang.RuntimeException: SystemExit: 3"),
                 (OSError(2, "x"), "java.lang.RuntimeException: FileNotFoundError: [Errno 2] x"),
                 (RuntimeError("r"), "java.lang.RuntimeException: r"), (OverflowError("o"), "java.lang.ArithmeticException: o")]
        for raised, expected in cases:
            def throw(_: int, raised: BaseException = raised) -> int:
                raise raised

            with self.assertRaises(JavaException) as thrown:
                self.shop.apply(IntUnaryOperator.of(throw), 1)
            self.assertEqual(thrown.exception.message, expected)

    def test_says_what_failed_and_whether_it_can_be_repeated(self) -> None:
        before = self.kiosk.cancelled
        with self.assertRaises(nearcall.DeadlineExceeded) as late, nearcall.context(deadline=0.05):
            self.shop.sleep(60000)
        self.assertEqual((late.exception.outcome, late.exception.can_be_repeated), (Outcome.MAY_HAVE_RUN, False))
        wait_for(lambda: self.kiosk.cancelled == before + 1)
        with self.assertRaises(NearcallError) as absent:
            self.shop.ticks(3)
        self.assertEqual((absent.exception.status, absent.exception.can_be_repeated), (Status.NOT_FOUND, True))
        with nearcall.Endpoint() as other, self.assertRaises(NearcallError) as taken:
            other.export(Kiosk(), "kiosk")
        self.assertEqual(taken.exception.status, Status.NAME_IN_USE)

    def test_withdraws_a_service(self) -> None:
        with nearcall.Endpoint(lookup_timeout=0.2) as serving:
            with serving.export(Kiosk(), f"{self.channel}:withdrawn") as exported:
                kept = serving.lookup(Shop, f"{self.channel}:withdrawn")
                self.assertEqual((kept.add(1, 2), exported.is_closed), (3, False))
            self.assertTrue(exported.is_closed)
            with self.assertRaises(NearcallError) as gone:
                serving.lookup(Shop, f"{self.channel}:withdrawn")
            self.assertTrue(gone.exception.can_be_repeated)
        with self.assertRaises(NearcallError) as closed:
            serving.lookup(Shop)
        self.assertEqual(closed.exception.status, Status.CLOSED)
        with self.assertRaises(NearcallError) as late:
            kept.add(1, 2)
        self.assertTrue(late.exception.can_be_repeated)

    def test_tells_metadata_and_time_that_is_left(self) -> None:
        with nearcall.context(metadata={"tenant": "m\u00fcller"}), nearcall.context(deadline=5):
            self.assertEqual(self.shop.context(), f"m\u00fcller true {os.getpid()}")
        self.assertEqual(self.shop.context(), f"null null {os.getpid()}")
        with nearcall.context(deadline=5), nearcall.context(deadline=math.inf):
            self.assertEqual(self.shop.context(), f"null null {os.getpid()}")
        with self.assertRaises(NearcallError):
            nearcall.caller()

    def test_answers_futures_and_cancels_them(self) -> None:
        futures = [self.shop.soon(f"soon {i}") for i in range(200)]
        self.assertEqual([each.result(20) for each in futures], [f"soon {i}!" for i in range(200)])
        sums = [nearcall.call_async(self.shop.add, i, 1) for i in range(20)]
        self.assertEqual([each.result(20) for each in sums], list(range(1, 21)))
        before = self.kiosk.cancelled
        nap = nearcall.call_async(self.shop.sleep, 60000)
        self.assertFalse(nap.done())
        self.assertTrue(nap.cancel())
        wait_for(lambda: self.kiosk.cancelled == before + 1)
        self.assertTrue(nap.cancelled())
        with self.assertRaises(JavaException):
            nearcall.call_async(self.shop.fail).result(20)

        async def awaited() -> str:
            return await asyncio.wrap_future(self.shop.soon("later"))

        self.assertEqual(asyncio.run(awaited()), "later!")

    def test_cancels_the_future_of_a_method_whose_caller_gives_up(self) -> None:
        made: list[Future[str]] = []

        class Slow(Kiosk):
            def soon(self, text: str) -> Future[str]:
                made.append(Future())
                return made[-1]

        with nearcall.Endpoint() as serving:
            serving.export(Slow(), f"{self.channel}:slow")
            slow = self.endpoint.lookup(Shop, f"{self.channel}:slow")
            asked = slow.soon("x")
            wait_for(lambda: bool(made))
            asked.cancel()
            wait_for(made[0].cancelled)
            later = slow.soon("y")
            wait_for(lambda: len(made) == 2)
            made[1].set_result("y!")
            self.assertEqual(later.result(20), "y!")
            slow.soon("z")
            wait_for(lambda: len(made) == 3)
        self.assertTrue(made[2].cancelled())  # close() has not waited for it

    def test_keeps_the_order_of_one_way_calls_and_of_the_call_behind_them(self) -> None:
        self.kiosk.noted.clear()
        for i in range(200):
            self.shop.note(f"note {i}")
        self.assertEqual(self.shop.notes(), [f"note {i}" for i in range(200)])

    def test_reads_and_passes_streams(self) -> None:
        self.assertEqual(list(self.shop.range(0, 3000)), list(range(3000)))
        self.assertEqual(list(self.shop.range(3, 3)), [])
        read: list[int] = []
        with self.assertRaises(JavaException) as failed:
            for each in self.shop.range(4990, 6000):
                read.append(each)
        self.assertEqual((failed.exception.message, len(read)), ("5000", 10))
        self.assertEqual(self.shop.sum(nearcall.Stream(range(20000))), 19999 * 10000)
        closed = threading.Event()

        def endless() -> Iterator[int]:
            try:
                while True:
                    yield 1
            finally:
                closed.set()

        with self.shop.range(0, 1000) as unfinished:
            self.assertEqual(unfinished.next(timeout=5), 0)
        self.assertEqual(list(unfinished), [])
        source = nearcall.Stream(endless())
        with self.assertRaises((nearcall.DeadlineExceeded, JavaException)), nearcall.context(deadline=0.2):
            self.shop.sum(source)
        self.assertTrue(closed.wait(20))
        with self.assertRaisesRegex(NearcallError, "passed once"):
            self.shop.sum(source)

    def test_refuses_a_publisher_of_its_own(self) -> None:
        class Follower(nearcall.Interface, java="shop.Follower"):
            @nearcall.method("follow (Ljava/util/concurrent/Flow$Publisher;)V (E)V")
            def follow(self, numbers: nearcall.Stream[int]) -> None:
                raise NotImplementedError

        class Nobody(Follower):
            def follow(self, numbers: nearcall.Stream[int]) -> None:
                pass

        with nearcall.Endpoint() as serving:
            serving.export(Nobody(), f"{self.channel}:follower")
            follower = self.endpoint.lookup(Follower, f"{self.channel}:follower")
            follower.follow(None)  # type: ignore[arg-type]
            with self.assertRaises(NearcallError) as refused:
                follower.follow(nearcall.Stream([1]))
            self.assertEqual((refused.exception.status, refused.exception.outcome), (Status.UNSUPPORTED, Outcome.NOT_SENT))

    def test_is_called_by_many_threads(self) -> None:
        wrong: list[int] = []

        def often() -> None:
            wrong.extend(i for i in range(200) if self.shop.add(i, i) != 2 * i)

        threads = [threading.Thread(target=often) for _ in range(8)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        self.assertEqual(wrong, [])


class LocalUnixTest(LocalTest):
    channel = "unix"


class LocalFifoTest(LocalTest):
    channel = "fifo"


if __name__ == "__main__":
    unittest.main()
