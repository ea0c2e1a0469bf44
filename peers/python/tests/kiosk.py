# SPDX-License-Identifier: Apache-2.0
"""kiosk.py: serves shop.Shop as "kiosk", for shop.Client of ../../c/tests/java. Says READY, and ends with its input."""

from __future__ import annotations

import enum
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

import nearcall
from shop import Colour, Gift, IntUnaryOperator, Item, Receipt, Shop, SoldOut, Till


class Drawer(Till):
    gone = 0

    def __init__(self) -> None:
        self.sum = 0

    def put(self, amount: int) -> int:
        self.sum += amount
        return self.sum

    def __unreferenced__(self) -> None:
        Drawer.gone += 1


class Kiosk(Shop):
    """Without "later" and "twice", which its callers find missing."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.noted: list[str] = []
        self.cancelled = 0

    def add(self, a: int, b: int) -> int:
        return (a + b + 2**31) % 2**32 - 2**31

    def describe(self, z: bool, b: int, c: str, s: int, i: int, l: int, f: float, d: float) -> str:
        return f"{str(z).lower()} {b} {ord(c)} {s} {i} {l} {f} {d}"

    def greet(self, name: str | None) -> Any:
        return None if name is None else f"Hello {name}"

    def buy(self, item: Item, price: float) -> Receipt:
        if price == 0:
            raise SoldOut(item.name)
        return Receipt(item, item.count * price, [item])

    def echo(self, value: Any) -> Any:
        return value

    def reverse(self, bytes_: bytes) -> bytes:
        return bytes_[::-1]

    def surprise(self) -> Gift:
        return Gift("silk")

    def fail(self) -> None:
        raise nearcall.JavaException("closed", java="java.lang.IllegalStateException") from ValueError("till")

    def sleep(self, millis: int) -> None:
        for _ in range(0, millis, 10):
            if nearcall.caller().is_cancelled:
                self.cancelled += 1
                raise nearcall.JavaException(java="java.lang.InterruptedException")
            time.sleep(0.01)

    def interrupts(self) -> int:
        return self.cancelled

    def soon(self, text: str) -> Future[str]:
        future: Future[str] = Future()
        future.set_result(text + "!")
        return future

    def note(self, text: str) -> None:
        with self.lock:
            self.noted.append(text)

    def notes(self) -> list[str]:
        with self.lock:
            return list(self.noted)

    def context(self) -> str:
        caller = nearcall.caller()
        remaining = caller.remaining
        in_time = "null" if remaining is None else str(remaining <= 5).lower()
        return f"{caller.metadata('tenant') or 'null'} {in_time} {caller.pid}"

    def process(self) -> int:
        return os.getpid()

    def die(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def open(self, name: str) -> Till:
        return Drawer()

    def total(self, till: Till) -> int:
        return till.sum if isinstance(till, Drawer) else -1

    def apply(self, operator: IntUnaryOperator, times: int) -> int:
        value = 1
        try:
            for _ in range(times):
                value = operator.applyAsInt(value)
        except nearcall.JavaException as e:
            raise nearcall.JavaException(str(e), java="java.lang.IllegalStateException") from e
        return value

    def collect(self) -> None:
        raise nearcall.JavaException("gone" if Drawer.gone else "kept", java="java.lang.IllegalStateException")

    def range(self, from_: int, to: int) -> nearcall.Stream[int]:
        def numbers() -> Iterator[int]:
            for number in range(from_, to):
                if number == 5000:
                    raise nearcall.JavaException("5000", java="java.lang.IllegalStateException")
                yield number

        return nearcall.Stream(numbers())

    def sum(self, numbers: nearcall.Stream[int]) -> int:
        try:
            return sum(numbers)
        except nearcall.JavaException as e:
            raise nearcall.JavaException(str(e), java="java.lang.IllegalStateException") from e


@nearcall.java("shop.Shop$Item", "record", "colour shop.Shop$Colour exact", "count short exact", "name java.lang.String exact")
@dataclass(frozen=True)
class OlderItem:
    """An older version of Item: it has no tags, and a count of another type."""

    colour: Colour
    count: int
    name: str


class Older(nearcall.Interface, java="shop.Shop"):
    @nearcall.method("echo (Ljava/lang/Object;)Ljava/lang/Object; (L)L")
    def echo(self, value: Any) -> OlderItem | Colour | list[Any]:
        raise NotImplementedError


class OlderKiosk(Older):
    def echo(self, value: Any) -> Any:
        assert isinstance(value, (OlderItem, enum.Enum, list))
        return value


def main() -> None:
    signal.alarm(120)
    with nearcall.Endpoint() as endpoint, nearcall.Endpoint() as older:
        endpoint.describe(Gift)
        endpoint.export(Kiosk(), "kiosk")
        older.export(OlderKiosk(), "older")
        print("READY", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
