# Made by nearcall describe --format=python depot.Depot. Changes are lost when it is made again.
"""The Java interface depot.Depot and the types that it reaches."""

from __future__ import annotations

import datetime
import decimal
import enum
from concurrent.futures import Future
from dataclasses import dataclass

import nearcall
from nearcall import method


@nearcall.java(
    "depot.Depot$Circle",
    "record",
    "radius double exact",
)
@dataclass(frozen=True)
class Circle:
    radius: float


@nearcall.java(
    "depot.Depot$Crate",
    "record",
    "part depot.Depot$Part exact",
    "parts java.util.List",
    "byName java.util.Map",
    "tags java.util.Set",
    "spare [Ldepot.Depot$Part; exact",
    "inner depot.Depot$Crate exact",
    "grid [[I exact",
    "flags [Z exact",
)
@dataclass(frozen=True)
class Crate:
    part: Part
    parts: list[Part]
    byName: dict[str, Part]
    tags: set[str]
    spare: list[Part | None]
    inner: Crate | None
    grid: list[list[int]]
    flags: list[bool]


@nearcall.java(
    "depot.Depot$Label",
    "class extends depot.Depot$Tag",
    "depot.Depot$Tag.number int exact",
    "depot.Depot$Tag.text java.lang.String exact",
    "next depot.Depot$Label",
    "text java.lang.String exact",
)
@dataclass(eq=False)
class Label:
    number: int = 0
    Depot_Tag_text: str | None = None
    next: Label | None = None
    text: str | None = None


@nearcall.java(
    "depot.Depot$Part",
    "record",
    "name java.lang.String exact",
    "count int exact",
    "size depot.Depot$Size exact",
    "weight java.lang.Long exact",
    "note java.util.Optional exact",
    "shelf java.util.OptionalInt exact",
)
@dataclass(frozen=True)
class Part:
    name: str
    count: int
    size: Size | None
    weight: int | None
    note: str | None
    shelf: int | None


@nearcall.java(
    "depot.Depot$Seal",
    "record",
    "at java.time.Instant exact",
    "age java.time.Duration exact",
    "due java.time.LocalDate exact",
    "bytes [B exact",
    "lines java.util.List",
)
@dataclass(frozen=True)
class Seal:
    at: datetime.datetime
    age: datetime.timedelta
    due: datetime.date
    bytes_: bytes
    lines: list[str | None] | None


@nearcall.java(
    "depot.Depot$Size",
    "enum",
    "LARGE",
    "NULL",
    "SMALL",
)
class Size(enum.Enum):
    SMALL = "SMALL"
    LARGE = "LARGE"
    NULL = "NULL"


@nearcall.java(
    "depot.Depot$Square",
    "record",
    "side double exact",
)
@dataclass(frozen=True)
class Square:
    side: float


@nearcall.java(
    "java.time.DayOfWeek",
    "enum",
    "FRIDAY",
    "MONDAY",
    "SATURDAY",
    "SUNDAY",
    "THURSDAY",
    "TUESDAY",
    "WEDNESDAY",
)
class DayOfWeek(enum.Enum):
    MONDAY = "MONDAY"
    TUESDAY = "TUESDAY"
    WEDNESDAY = "WEDNESDAY"
    THURSDAY = "THURSDAY"
    FRIDAY = "FRIDAY"
    SATURDAY = "SATURDAY"
    SUNDAY = "SUNDAY"


@nearcall.java("depot.Depot$Empty")
class Empty(nearcall.JavaException):
    pass


class Depot(nearcall.Interface, java="depot.Depot", service="depot"):
    @method("after (Ljava/time/DayOfWeek;)Ljava/time/DayOfWeek; (X)X", deadline=20)
    def after(self, day: DayOfWeek) -> DayOfWeek:
        raise NotImplementedError

    @method("apply (Ljava/util/function/IntBinaryOperator;II)I (RII)I", deadline=20)
    def apply(self, operator: IntBinaryOperator, a: int, b: int) -> int:
        raise NotImplementedError

    @method("count (Ljava/util/Collection;)Ljava/util/Map; (L)L", deadline=20)
    def count(self, names: list[str]) -> dict[Size, list[nearcall.Int]]:
        raise NotImplementedError

    @method("delete (Ljava/lang/String;)Ljava/lang/String; (T)T", deadline=20)
    def delete(self, register: str) -> str:
        raise NotImplementedError

    @method("find (Ljava/lang/String;)Ljava/util/Optional; (T)X", deadline=20)
    def find(self, name: str) -> Part | None:
        raise NotImplementedError

    @method("half (Ljava/lang/Integer;)Ljava/lang/Integer; (X)X", deadline=20)
    def half(self, number: int | None) -> int | None:
        raise NotImplementedError

    @method("ids (Ljava/util/Set;)Ljava/util/Set; (L)L", deadline=20)
    def ids(self, ids: set[nearcall.Long]) -> set[nearcall.Long]:
        raise NotImplementedError

    @method("log (Ljava/lang/String;)V (T)V", one_way=True, deadline=20)
    def log(self, line: str) -> None:
        raise NotImplementedError

    @method("logged ()Ljava/util/List; ()L", deadline=20)
    def logged(self) -> list[str]:
        raise NotImplementedError

    @method("news (I)Ljava/util/concurrent/Flow$Publisher; (I)E", deadline=20)
    def news(self, count: int) -> nearcall.Stream[Part]:
        raise NotImplementedError

    @method("next (C)C (C)C", deadline=20)
    def next(self, letter: str) -> str:
        raise NotImplementedError

    @method("numbers (I)Ljava/util/stream/IntStream; (I)E", deadline=20)
    def numbers(self, count: int) -> nearcall.Stream[nearcall.Int]:
        raise NotImplementedError

    @method("order (Ljava/lang/String;)Ljava/util/concurrent/CompletableFuture; (T)L", deadline=20)
    def order(self, name: str) -> Future[Part]:
        raise NotImplementedError

    @method("pack (Ldepot/Depot$Crate;)Ldepot/Depot$Crate; (L)L", deadline=20)
    def pack(self, crate: Crate) -> Crate:
        raise NotImplementedError

    @method("parts (I)Ljava/util/stream/Stream; (I)E", deadline=20)
    def parts(self, count: int) -> nearcall.Stream[Part]:
        raise NotImplementedError

    @method("price (Ljava/math/BigDecimal;)Ljava/math/BigDecimal; (L)L", deadline=20)
    def price(self, price: decimal.Decimal) -> decimal.Decimal:
        raise NotImplementedError

    @method("put (I)Ljava/lang/String; (I)T", deadline=20)
    def put_int(self, number: int) -> str:
        raise NotImplementedError

    @method("put (Ljava/lang/String;Ljava/util/List;)Ljava/lang/String; (TL)T", deadline=20)
    def put_String_List(self, text: str, parts: list[Part]) -> str:
        raise NotImplementedError

    @method("ratio (II)Ljava/util/OptionalDouble; (II)X", deadline=20)
    def ratio(self, a: int, b: int) -> float | None:
        raise NotImplementedError

    @method("relabel (Ldepot/Depot$Label;)Ldepot/Depot$Label; (L)L", deadline=20)
    def relabel(self, label: Label) -> Label:
        raise NotImplementedError

    @method("rest ()V ()V", deadline=0.1)
    def rest(self) -> None:
        raise NotImplementedError

    @method("reverse ([B)[B (A)A", deadline=20)
    def reverse(self, bytes_: bytes) -> bytes:
        raise NotImplementedError

    @method("same (Ldepot/Depot$Watcher;)Ldepot/Depot$Watcher; (L)L", deadline=20)
    def same(self, watcher: Watcher) -> Watcher:
        raise NotImplementedError

    @method("scale (Ldepot/Depot$Shape;D)Ldepot/Depot$Shape; (LD)L", deadline=20)
    def scale(self, shape: Circle | Square, by: float) -> Circle | Square:
        raise NotImplementedError

    @method("seal (Ldepot/Depot$Seal;)Ldepot/Depot$Seal; (L)L", deadline=20)
    def seal(self, seal: Seal) -> Seal:
        raise NotImplementedError

    @method("settle ()Ljava/util/concurrent/CompletableFuture; ()L", deadline=20)
    def settle(self) -> Future[None]:
        raise NotImplementedError

    @method("shorten (Ljava/lang/String;)Ljava/lang/String; (T)T", deadline=20)
    def shorten(self, text: str | None) -> str | None:
        raise NotImplementedError

    @method("take (Ljava/lang/String;)Ldepot/Depot$Part; (T)L", deadline=20, throws=[Empty])
    def take(self, name: str) -> Part:
        raise NotImplementedError

    @method("total (Ljava/util/Iterator;)J (E)J", deadline=20)
    def total(self, parts: nearcall.Stream[Part]) -> int:
        raise NotImplementedError

    @method("watch (Ldepot/Depot$Watcher;I)I (LI)I", deadline=20)
    def watch(self, watcher: Watcher, times: int) -> int:
        raise NotImplementedError


class Watcher(nearcall.Interface, java="depot.Depot$Watcher"):
    @method("seen (Ldepot/Depot$Part;)V (L)V")
    def seen(self, part: Part) -> None:
        raise NotImplementedError


class IntBinaryOperator(nearcall.Interface, java="java.util.function.IntBinaryOperator"):
    @method("applyAsInt (II)I (II)I")
    def applyAsInt(self, arg0: int, arg1: int) -> int:
        raise NotImplementedError
