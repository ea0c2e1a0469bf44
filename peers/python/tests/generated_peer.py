# SPDX-License-Identifier: Apache-2.0
"""generated_peer.py CHANNEL: calls the Java service "depot" by the generated module, and offers "other" to it."""

from __future__ import annotations

import datetime
import decimal
import sys
import threading
import time
from concurrent.futures import Future

import nearcall
from depot import Circle, Crate, DayOfWeek, Depot, Empty, IntBinaryOperator, Label, Part, Seal, Size, Square, Watcher

UTC = datetime.timezone.utc
LAMP = Part("lamp", 3, Size.NULL, 40, "new", None)


def part(number: int) -> Part:
    return Part(f"part {number}", number, Size.LARGE, None, None, number)


class Service(Depot):
    """The same as DepotService.java."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.lines: list[str] = []

    def pack(self, crate: Crate) -> Crate:
        return Crate(part(1), crate.parts, crate.byName, crate.tags, crate.spare, crate, crate.grid, crate.flags)

    def seal(self, seal: Seal) -> Seal:
        return Seal(seal.at + seal.age, -seal.age, seal.due + datetime.timedelta(days=1), seal.bytes_, seal.lines)

    def relabel(self, label: Label) -> Label:
        return Label(label.number + 1, label.Depot_Tag_text, label, f"{label.text}!")

    def scale(self, shape: Circle | Square, by: float) -> Circle | Square:
        return Circle(shape.radius * by) if isinstance(shape, Circle) else Square(shape.side * by)

    def count(self, names: list[str]) -> dict[Size, list[int]]:
        return {Size.SMALL: [len(each) for each in names]}

    def ids(self, ids: set[int]) -> set[int]:
        return ids | {7}

    def find(self, name: str) -> Part | None:
        return part(2) if name else None

    def ratio(self, a: int, b: int) -> float | None:
        return a / b if b else None

    def half(self, number: int | None) -> int | None:
        return None if number is None else number // 2

    def shorten(self, text: str | None) -> str | None:
        return None if text is None else text[1:]

    def price(self, price: decimal.Decimal) -> decimal.Decimal:
        return price

    def after(self, day: DayOfWeek) -> DayOfWeek:
        return day

    def reverse(self, bytes_: bytes) -> bytes:
        return bytes_[::-1]

    def next(self, letter: str) -> str:
        return chr(ord(letter) + 1)

    def put_int(self, number: int) -> str:
        return f"number {number}"

    def put_String_List(self, text: str, parts: list[Part]) -> str:
        return f"{text} {len(parts)}"

    def delete(self, register: str) -> str:
        return f"deleted {register}"

    def take(self, name: str) -> Part:
        if not name:
            raise Empty("nothing left")
        return part(3)

    def order(self, name: str) -> Future[Part]:
        future: Future[Part] = Future()
        future.set_result(part(4))
        return future

    def settle(self) -> Future[None]:
        future: Future[None] = Future()
        future.set_result(None)
        return future

    def log(self, line: str) -> None:
        with self.lock:
            self.lines.append(line)

    def logged(self) -> list[str]:
        with self.lock:
            return list(self.lines)

    def parts(self, count: int) -> nearcall.Stream[Part]:
        return nearcall.Stream(part(i) for i in range(count))

    def numbers(self, count: int) -> nearcall.Stream[int]:
        return nearcall.Stream(range(count))

    def total(self, parts: nearcall.Stream[Part]) -> int:
        return sum(each.count for each in parts)

    def watch(self, watcher: Watcher, times: int) -> int:
        for i in range(times):
            watcher.seen(part(i))
        return times

    def same(self, watcher: Watcher) -> Watcher:
        return watcher

    def apply(self, operator: IntBinaryOperator, a: int, b: int) -> int:
        return operator.applyAsInt(a, b)

    def rest(self) -> None:
        while not nearcall.caller().is_cancelled:
            time.sleep(0.01)


class Notes(Watcher):
    def __init__(self) -> None:
        self.parts: list[Part] = []

    def seen(self, part: Part) -> None:
        self.parts.append(part)


def should_pass_records_and_beans(depot: Depot) -> None:
    inner = Crate(LAMP, [LAMP, LAMP], {"a": LAMP}, {"x", "y"}, [None, LAMP], None, [[1, 2], []], [True, False])
    crate = depot.pack(inner)
    assert crate.part == part(1) and crate.inner == inner, crate
    assert (crate.parts, crate.byName, crate.tags, crate.spare) == (inner.parts, inner.byName, inner.tags, inner.spare), crate
    assert (crate.grid, crate.flags) == (inner.grid, inner.flags), crate
    at = datetime.datetime(1969, 12, 31, 23, 59, 55, 7, UTC)
    seal = depot.seal(Seal(at, datetime.timedelta(seconds=-1.5), datetime.date(2024, 2, 28), b"\1\xff", ["a", None]))
    assert seal.at == at - datetime.timedelta(seconds=1.5) and seal.age == datetime.timedelta(seconds=1.5), seal
    assert (seal.due, seal.bytes_, seal.lines) == (datetime.date(2024, 2, 29), b"\1\xff", ["a", None]), seal
    label = depot.relabel(Label(4, "back", None, "front"))
    assert (label.text, label.number, label.Depot_Tag_text) == ("front!", 5, "back"), label
    assert label.next is not None and label.next.text == "front" and label.next.next is None, label


def should_call_methods_with_values_of_each_kind(depot: Depot) -> None:
    assert depot.scale(Circle(2.0), 1.5) == Circle(3.0)
    assert depot.count(["ab", "c"]) == {Size.SMALL: [2, 1]}
    assert depot.ids({1}) == {1, 7}
    assert depot.find("") is None and depot.find("x") == part(2)
    assert depot.ratio(1, 0) is None and depot.ratio(1, 4) == 0.25
    assert depot.half(9) == 4 and depot.half(None) is None
    assert depot.shorten("abc") == "bc" and depot.shorten(None) is None
    assert depot.price(decimal.Decimal("1.25")) == decimal.Decimal("1.25")
    assert depot.after(DayOfWeek.FRIDAY) is DayOfWeek.FRIDAY
    assert depot.next("a") == "b" and depot.reverse(b"abc") == b"cba"
    assert depot.put_int(3) == "number 3" and depot.put_String_List("x", [LAMP]) == "x 1"
    assert depot.delete("it") == "deleted it"


def should_raise_what_java_declares_and_keep_its_deadline(depot: Depot) -> None:
    assert depot.take("x") == part(3)
    try:
        depot.take("")
        raise AssertionError("nothing was raised")
    except Empty as e:
        assert e.message == "nothing left", e
    try:
        depot.rest()
        raise AssertionError("it was not too late")
    except nearcall.DeadlineExceeded:
        pass


def should_have_futures_and_one_way_calls(depot: Depot) -> None:
    order, settled = depot.order("x"), depot.settle()
    assert order.result() == part(4) and settled.result() is None
    depot.log("one")
    depot.log("two")
    assert depot.logged() == ["one", "two"], depot.logged()


def should_read_and_pass_streams(depot: Depot) -> None:
    assert list(depot.parts(3)) == [part(0), part(1), part(2)]
    assert sum(depot.numbers(100)) == 4950
    assert list(depot.news(20)) == [part(i) for i in range(20)]
    assert depot.total(nearcall.Stream([LAMP, part(2)])) == 5


def should_be_called_back_and_know_own_objects(depot: Depot) -> None:
    notes = Notes()
    assert depot.watch(notes, 3) == 3 and notes.parts == [part(0), part(1), part(2)]
    assert depot.same(notes) is notes
    assert depot.apply(IntBinaryOperator.of(lambda left, right: 10 * left + right), 4, 2) == 42


def main() -> None:
    with nearcall.Endpoint() as endpoint:
        depot = endpoint.lookup(Depot, f"{sys.argv[1]}:depot")
        for test in (should_pass_records_and_beans, should_call_methods_with_values_of_each_kind,
                     should_raise_what_java_declares_and_keep_its_deadline, should_have_futures_and_one_way_calls,
                     should_read_and_pass_streams, should_be_called_back_and_know_own_objects):
            test(depot)
            print(f"ok {test.__name__}", flush=True)
        with endpoint.export(Service(), "other"):
            sys.stdin.read()


main()
