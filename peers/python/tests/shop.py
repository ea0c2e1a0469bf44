# Made by nearcall describe --format=python shop.Shop --allow shop.Shop$Gift. Changes are lost when it is made again.
"""The Java interface shop.Shop and the types that it reaches."""

from __future__ import annotations

import datetime
import enum
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

import nearcall
from nearcall import method


@nearcall.java(
    "shop.Shop$Box",
    "class extends java.lang.Object",
    "content java.lang.Object",
    "inner shop.Shop$Box",
    "size int exact",
)
@dataclass(eq=False)
class Box:
    content: Any = None
    inner: Box | None = None
    size: int = 0


@nearcall.java(
    "shop.Shop$Colour",
    "enum",
    "GREEN",
    "RED",
)
class Colour(enum.Enum):
    RED = "RED"
    GREEN = "GREEN"


@nearcall.java(
    "shop.Shop$Gift",
    "final class extends java.lang.Object",
    "wrapping java.lang.String exact",
)
@dataclass(eq=False)
class Gift:
    wrapping: str | None = None


@nearcall.java(
    "shop.Shop$Item",
    "record",
    "name java.lang.String exact",
    "count int exact",
    "colour shop.Shop$Colour exact",
    "tags java.util.List",
)
@dataclass(frozen=True)
class Item:
    name: str | None
    count: int
    colour: Colour | None
    tags: list[str] | None


@nearcall.java(
    "shop.Shop$Receipt",
    "record",
    "item shop.Shop$Item exact",
    "total double exact",
    "parts [Lshop.Shop$Item; exact",
)
@dataclass(frozen=True)
class Receipt:
    item: Item
    total: float
    parts: list[Item | None]


@nearcall.java("shop.Shop$SoldOut")
class SoldOut(nearcall.JavaException):
    pass


class Shop(nearcall.Interface, java="shop.Shop", service="shop"):
    @method("add (II)I (II)I")
    def add(self, a: int, b: int) -> int:
        raise NotImplementedError

    @method("apply (Ljava/util/function/IntUnaryOperator;I)I (RI)I")
    def apply(self, operator: IntUnaryOperator, times: int) -> int:
        raise NotImplementedError

    @method("broken ()Ljava/util/Iterator; ()E")
    def broken(self) -> nearcall.Stream[str]:
        raise NotImplementedError

    @method("buy (Lshop/Shop$Item;D)Lshop/Shop$Receipt; (LD)L", throws=[SoldOut])
    def buy(self, item: Item, price: float) -> Receipt:
        raise NotImplementedError

    @method("collect ()V ()V")
    def collect(self) -> None:
        raise NotImplementedError

    @method("context ()Ljava/lang/String; ()T")
    def context(self) -> str:
        raise NotImplementedError

    @method("describe (ZBCSIJFD)Ljava/lang/String; (ZBCSIJFD)T")
    def describe(self, z: bool, b: int, c: str, s: int, i: int, l: int, f: float, d: float) -> str:
        raise NotImplementedError

    @method("die ()V ()V")
    def die(self) -> None:
        raise NotImplementedError

    @method("echo (Ljava/lang/Object;)Ljava/lang/Object; (L)L")
    def echo(self, value: Any) -> Any:
        raise NotImplementedError

    @method("fail ()V ()V")
    def fail(self) -> None:
        raise NotImplementedError

    @method("greet (Ljava/lang/String;)Ljava/lang/String; (T)T")
    def greet(self, name: str | None) -> str | None:
        raise NotImplementedError

    @method("interrupts ()I ()I")
    def interrupts(self) -> int:
        raise NotImplementedError

    @method("later (Ljava/time/Instant;Ljava/time/Duration;)Ljava/time/Instant; (XX)X")
    def later(self, at: datetime.datetime, by: datetime.timedelta) -> datetime.datetime:
        raise NotImplementedError

    @method("note (Ljava/lang/String;)V (T)V", one_way=True)
    def note(self, text: str) -> None:
        raise NotImplementedError

    @method("notes ()Ljava/util/List; ()L")
    def notes(self) -> list[str]:
        raise NotImplementedError

    @method("open (Ljava/lang/String;)Lshop/Till; (T)L")
    def open(self, name: str | None) -> Till:
        raise NotImplementedError

    @method("process ()I ()I")
    def process(self) -> int:
        raise NotImplementedError

    @method("range (II)Ljava/util/stream/Stream; (II)E")
    def range(self, from_: int, to: int) -> nearcall.Stream[nearcall.Int]:
        raise NotImplementedError

    @method("reverse ([B)[B (A)A")
    def reverse(self, bytes_: bytes) -> bytes:
        raise NotImplementedError

    @method("sleep (J)V (J)V")
    def sleep(self, millis: int) -> None:
        raise NotImplementedError

    @method("soon (Ljava/lang/String;)Ljava/util/concurrent/CompletableFuture; (T)L")
    def soon(self, text: str) -> Future[str]:
        raise NotImplementedError

    @method("sum (Ljava/util/Iterator;)J (E)J")
    def sum(self, numbers: nearcall.Stream[nearcall.Int]) -> int:
        raise NotImplementedError

    @method("surprise ()Ljava/lang/Object; ()L")
    def surprise(self) -> Any:
        raise NotImplementedError

    @method("ticks (I)Ljava/util/concurrent/Flow$Publisher; (I)E")
    def ticks(self, count: int) -> nearcall.Stream[nearcall.Int]:
        raise NotImplementedError

    @method("total (Lshop/Till;)I (L)I")
    def total(self, till: Till) -> int:
        raise NotImplementedError

    @method("twice ([I)[I (X)X")
    def twice(self, numbers: list[int]) -> list[int]:
        raise NotImplementedError

    @method("wrap (Lshop/Shop$Box;)Lshop/Shop$Box; (L)L")
    def wrap(self, box: Box) -> Box:
        raise NotImplementedError


class IntUnaryOperator(nearcall.Interface, java="java.util.function.IntUnaryOperator"):
    @method("applyAsInt (I)I (I)I")
    def applyAsInt(self, arg0: int) -> int:
        raise NotImplementedError


class Till(nearcall.Interface, java="shop.Till"):
    @method("put (I)I (I)I")
    def put(self, amount: int) -> int:
        raise NotImplementedError
