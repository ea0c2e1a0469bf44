# SPDX-License-Identifier: Apache-2.0
"""Python passes values of every shape to Java and back, by the types of their methods."""

from __future__ import annotations

import datetime
import decimal
import unittest
import uuid
from typing import Any

import nearcall
from processes import BERLIN, Server, java, needs_java, needs_zones
from shapes import Circle, DayOfWeek, Derived, Line, Order, Refused, Shapes, Size, Square

NOW = datetime.datetime(2026, 2, 3, 4, 5, 6, 789012)
UTC = datetime.timezone.utc
LINE = Line("tea", 2**40, Size.LARGE)


@needs_java
class ShapesTest(unittest.TestCase):
    server: Server
    endpoint: nearcall.Endpoint
    shapes: Shapes

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server(java("shapes.Server", "shm"))
        cls.endpoint = nearcall.Endpoint()
        cls.shapes = cls.endpoint.lookup(Shapes)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.endpoint.close()
        cls.server.__exit__(None)

    def back(self, method: Any, value: Any) -> None:
        found = method(value)
        self.assertEqual(found, value)
        self.assertIs(type(found), type(value))

    def test_passes_records_with_members_of_many_types(self) -> None:
        self.shapes.ping()
        order = Order(2**40, [LINE], {"x": LINE}, LINE, {Size.SMALL}, [1, -2], b"raw", NOW.replace(tzinfo=UTC))
        self.back(self.shapes.order, order)
        empty = Order(0, [], {}, None, set(), [], b"", NOW.replace(tzinfo=UTC))
        self.back(self.shapes.order, empty)

    def test_passes_beans_with_members_of_their_superclass(self) -> None:
        derived = self.shapes.derived(Derived("x", -3))
        self.assertEqual((derived.name, derived.number), ("x", -3))

    def test_passes_sealed_types_as_unions(self) -> None:
        self.back(self.shapes.figure, Circle(1.5))
        self.back(self.shapes.figure, Square(2.0))

    def test_passes_collections_by_the_types_of_their_elements(self) -> None:
        self.back(self.shapes.longs, [1, 2**40])
        self.back(self.shapes.map, {1: ["a", "b"], 2: []})
        self.back(self.shapes.letters, {"x", "\u20ac"})
        self.back(self.shapes.floats, [1.5])
        self.back(self.shapes.optionals, ["x", None])
        self.back(self.shapes.arrays, [[1], []])
        self.back(self.shapes.moments, {"now": NOW.replace(tzinfo=UTC)})
        self.back(self.shapes.entry, ("a", 1))
        self.assertEqual(self.shapes.longs((1, 2)), [1, 2])  # type: ignore[arg-type]
        with self.assertRaises(OverflowError):
            self.shapes.longs([2**63])

    def test_passes_optionals(self) -> None:
        for text in ("x", None):
            self.back(self.shapes.optional, text)
        for number in (7, None):
            self.back(self.shapes.optionalInt, number)
            self.back(self.shapes.boxed, number)

    def test_passes_numbers_of_any_size(self) -> None:
        for number in (0, -1, 127, 128, -128, -129, 2**200, -2**200):
            self.back(self.shapes.bigInteger, number)
        for text in ("0", "-1.250", "1E+400", "123456789012345678901234567890.123", "-0.00"):
            found = self.shapes.bigDecimal(decimal.Decimal(text))
            self.assertEqual((found, found.as_tuple().exponent), (decimal.Decimal(text), decimal.Decimal(text).as_tuple().exponent))
        with self.assertRaises(ValueError):
            self.shapes.bigDecimal(decimal.Decimal("NaN"))

    def test_passes_dates_and_times(self) -> None:
        self.back(self.shapes.date, NOW.date())
        self.back(self.shapes.time, NOW.time())
        self.back(self.shapes.time, datetime.time())
        self.back(self.shapes.dateTime, NOW)
        self.back(self.shapes.offset, NOW.replace(tzinfo=datetime.timezone(datetime.timedelta(hours=5, minutes=30))))
        self.back(self.shapes.instant, datetime.datetime(1900, 1, 1, 0, 0, 0, 1, tzinfo=UTC))
        self.back(self.shapes.duration, datetime.timedelta(days=-400, microseconds=1))
        self.back(self.shapes.legacy, NOW.replace(microsecond=789000, tzinfo=UTC))
        self.assertEqual(self.shapes.nanos(NOW.replace(tzinfo=UTC)), 789012000)
        with self.assertRaises(ValueError):
            self.shapes.instant(NOW)

    @needs_zones
    def test_passes_the_hour_that_the_end_of_summer_time_repeats(self) -> None:
        for fold in (0, 1):
            repeated = datetime.datetime(2025, 10, 26, 2, 30, tzinfo=BERLIN, fold=fold)
            found = self.shapes.zoned(repeated)
            self.assertEqual((found, found.fold, found.tzinfo), (repeated, fold, BERLIN))

    def test_passes_other_values_of_the_jdk(self) -> None:
        self.back(self.shapes.uuid, uuid.UUID("ffffffff-0000-4000-8000-00000000ffff"))
        self.back(self.shapes.uri, "http://example.org/?q=1")
        self.back(self.shapes.day, DayOfWeek.FRIDAY)

    def test_passes_arrays(self) -> None:
        self.back(self.shapes.strings, ["a", "", None])
        self.back(self.shapes.grid, [[LINE, None], [], None])
        self.back(self.shapes.doubles, [0.5, float("inf")])
        self.back(self.shapes.flags, [True, False])
        self.back(self.shapes.chars, ["a", "\u20ac"])

    def test_waits_for_futures_without_a_thread_of_java(self) -> None:
        slow = self.shapes.later([LINE], 300)
        self.assertEqual(self.shapes.later([], 0).result(20), [])
        self.assertEqual(slow.result(20), [LINE])

    def test_passes_a_stream_both_ways_at_once(self) -> None:
        self.assertEqual(list(self.shapes.squares(nearcall.Stream(range(2000)))), [n * n for n in range(2000)])

    def test_chooses_classes_where_object_is_declared(self) -> None:
        values = [1, 2**40, 2**70, 1.5, "t", True, b"b", [1], {1}, {1: 2}, None, LINE, NOW, nearcall.Typed(1, nearcall.Long),
                  nearcall.Typed(1.5, nearcall.Float), nearcall.Array("[I", [1]), nearcall.Typed("x", nearcall.Char)]
        self.assertEqual(self.shapes.classes(values), [
            "java.lang.Integer", "java.lang.Long", "java.math.BigInteger", "java.lang.Double", "java.lang.String", "java.lang.Boolean",
            "[B", "java.util.ArrayList", "java.util.LinkedHashSet", "java.util.LinkedHashMap", "null", "shapes.Shapes$Line",
            "java.time.LocalDateTime", "java.lang.Long", "java.lang.Float", "[I", "java.lang.Character"])

    def test_reads_classes_of_the_jdk(self) -> None:
        samples = self.shapes.samples()
        thrown = samples.pop(11)
        self.assertEqual(samples, [
            {1, 2}, {Size.LARGE}, {Size.SMALL: 1}, {"a": 1}, ["x"], {}, "built", nearcall.JavaObject("java.time.Period", (0, 0, 3)),
            nearcall.JavaObject("java.time.Year", (2026,)), nearcall.JavaObject("java.util.BitSet", (nearcall.Array("[J", [5]),)),
            nearcall.JavaObject("java.util.concurrent.atomic.AtomicInteger", (9,)),
            nearcall.Constant("java.util.concurrent.TimeUnit", "DAYS"), datetime.datetime(1970, 1, 1, 0, 0, 1, 2, tzinfo=UTC),
            nearcall.JavaObject("java.time.Instant", (1, 1))])
        self.assertEqual(str(thrown), "java.lang.IllegalStateException: kept")

    def test_raises_declared_exceptions_with_cause_and_stack(self) -> None:
        with self.assertRaises(Refused) as refused:
            self.shapes.refuse("no")
        self.assertEqual(refused.exception.message, "no")
        cause = refused.exception.__cause__
        assert isinstance(cause, nearcall.JavaException)
        self.assertEqual(cause.class_name, "java.lang.IllegalArgumentException")
        self.assertEqual((refused.exception.stack[0].class_name, refused.exception.stack[0].file), ("shapes.Server", "Server.java"))
        self.assertRegex(str(refused.exception.stack[0]), r"^at shapes\.Server\.invoke\(Server\.java:\d+\)$")


if __name__ == "__main__":
    unittest.main()
