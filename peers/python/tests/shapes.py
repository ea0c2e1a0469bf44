# Made by nearcall describe --format=python shapes.Shapes. Changes are lost when it is made again.
"""The Java interface shapes.Shapes and the types that it reaches."""

from __future__ import annotations

import datetime
import decimal
import enum
import uuid
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Annotated, Any

import nearcall
from nearcall import method


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


@nearcall.java(
    "shapes.Shapes$Circle",
    "record",
    "radius double exact",
)
@dataclass(frozen=True)
class Circle:
    radius: float


@nearcall.java(
    "shapes.Shapes$Derived",
    "class extends shapes.Shapes$Base",
    "shapes.Shapes$Base.name java.lang.String exact",
    "number short exact",
)
@dataclass(eq=False)
class Derived:
    name: str | None = None
    number: int = 0


@nearcall.java(
    "shapes.Shapes$Line",
    "record",
    "sku java.lang.String exact",
    "quantity long exact",
    "size shapes.Shapes$Size exact",
)
@dataclass(frozen=True)
class Line:
    sku: str
    quantity: int
    size: Size


@nearcall.java(
    "shapes.Shapes$Order",
    "record",
    "id java.lang.Long exact",
    "lines java.util.List",
    "byName java.util.Map",
    "gift java.util.Optional exact",
    "sizes java.util.Set",
    "counts [I exact",
    "raw [B exact",
    "at java.time.Instant exact",
)
@dataclass(frozen=True)
class Order:
    id: int | None
    lines: list[Line]
    byName: dict[str, Line]
    gift: Line | None
    sizes: set[Size]
    counts: list[int]
    raw: bytes
    at: datetime.datetime


@nearcall.java(
    "shapes.Shapes$Size",
    "enum",
    "LARGE",
    "SMALL",
)
class Size(enum.Enum):
    SMALL = "SMALL"
    LARGE = "LARGE"


@nearcall.java(
    "shapes.Shapes$Square",
    "record",
    "side double exact",
)
@dataclass(frozen=True)
class Square:
    side: float


@nearcall.java("shapes.Shapes$Refused")
class Refused(nearcall.JavaException):
    pass


class Shapes(nearcall.Interface, java="shapes.Shapes", service="shapes"):
    @method("add (II)I (II)I")
    def add(self, a: int, b: int) -> int:
        raise NotImplementedError

    @method("arrays (Ljava/util/List;)Ljava/util/List; (L)L")
    def arrays(self, arrays: list[Annotated[list[int], nearcall.Java("[I")]]) -> list[Annotated[list[int], nearcall.Java("[I")]]:
        raise NotImplementedError

    @method("bigDecimal (Ljava/math/BigDecimal;)Ljava/math/BigDecimal; (L)L")
    def bigDecimal(self, number: decimal.Decimal) -> decimal.Decimal:
        raise NotImplementedError

    @method("bigInteger (Ljava/math/BigInteger;)Ljava/math/BigInteger; (L)L")
    def bigInteger(self, number: int) -> int:
        raise NotImplementedError

    @method("boxed (Ljava/lang/Integer;)Ljava/lang/Integer; (X)X")
    def boxed(self, number: int | None) -> int | None:
        raise NotImplementedError

    @method("chars ([C)[C (X)X")
    def chars(self, chars: list[str]) -> list[str]:
        raise NotImplementedError

    @method("classes (Ljava/util/List;)Ljava/util/List; (L)L")
    def classes(self, values: list[Any]) -> list[str]:
        raise NotImplementedError

    @method("date (Ljava/time/LocalDate;)Ljava/time/LocalDate; (X)X")
    def date(self, date: datetime.date) -> datetime.date:
        raise NotImplementedError

    @method("dateTime (Ljava/time/LocalDateTime;)Ljava/time/LocalDateTime; (X)X")
    def dateTime(self, dateTime: datetime.datetime) -> datetime.datetime:
        raise NotImplementedError

    @method("day (Ljava/time/DayOfWeek;)Ljava/time/DayOfWeek; (X)X")
    def day(self, day: DayOfWeek) -> DayOfWeek:
        raise NotImplementedError

    @method("derived (Lshapes/Shapes$Derived;)Lshapes/Shapes$Derived; (L)L")
    def derived(self, derived: Derived) -> Derived:
        raise NotImplementedError

    @method("doubles ([D)[D (X)X")
    def doubles(self, doubles: list[float]) -> list[float]:
        raise NotImplementedError

    @method("duration (Ljava/time/Duration;)Ljava/time/Duration; (X)X")
    def duration(self, duration: datetime.timedelta) -> datetime.timedelta:
        raise NotImplementedError

    @method("entry (Ljava/util/Map$Entry;)Ljava/util/Map$Entry; (L)L")
    def entry(self, entry: tuple[str, nearcall.Int]) -> tuple[str, nearcall.Int]:
        raise NotImplementedError

    @method("figure (Lshapes/Shapes$Figure;)Lshapes/Shapes$Figure; (L)L")
    def figure(self, figure: Circle | Square) -> Circle | Square:
        raise NotImplementedError

    @method("flags ([Z)[Z (X)X")
    def flags(self, flags: list[bool]) -> list[bool]:
        raise NotImplementedError

    @method("floats (Ljava/util/Collection;)Ljava/util/Collection; (L)L")
    def floats(self, floats: list[nearcall.Float]) -> list[nearcall.Float]:
        raise NotImplementedError

    @method("grid ([[Lshapes/Shapes$Line;)[[Lshapes/Shapes$Line; (L)L")
    def grid(self, grid: list[list[Line]]) -> list[list[Line]]:
        raise NotImplementedError

    @method("instant (Ljava/time/Instant;)Ljava/time/Instant; (X)X")
    def instant(self, instant: datetime.datetime) -> datetime.datetime:
        raise NotImplementedError

    @method("later (Ljava/util/List;J)Ljava/util/concurrent/CompletableFuture; (LJ)L")
    def later(self, lines: list[Line], millis: int) -> Future[list[Line]]:
        raise NotImplementedError

    @method("legacy (Ljava/util/Date;)Ljava/util/Date; (L)L")
    def legacy(self, date: datetime.datetime) -> datetime.datetime:
        raise NotImplementedError

    @method("letters (Ljava/util/Set;)Ljava/util/Set; (L)L")
    def letters(self, letters: set[nearcall.Char]) -> set[nearcall.Char]:
        raise NotImplementedError

    @method("longs (Ljava/util/List;)Ljava/util/List; (L)L")
    def longs(self, longs: list[nearcall.Long]) -> list[nearcall.Long]:
        raise NotImplementedError

    @method("map (Ljava/util/Map;)Ljava/util/Map; (L)L")
    def map(self, map: dict[nearcall.Int, list[str]]) -> dict[nearcall.Int, list[str]]:
        raise NotImplementedError

    @method("moments (Ljava/util/Map;)Ljava/util/Map; (L)L")
    def moments(self, moments: dict[str, Annotated[datetime.datetime, nearcall.Java("java.time.Instant")]]) -> dict[str, Annotated[datetime.datetime, nearcall.Java("java.time.Instant")]]:
        raise NotImplementedError

    @method("nanos (Ljava/time/Instant;)J (X)J")
    def nanos(self, instant: datetime.datetime) -> int:
        raise NotImplementedError

    @method("offset (Ljava/time/OffsetDateTime;)Ljava/time/OffsetDateTime; (X)X")
    def offset(self, dateTime: datetime.datetime) -> datetime.datetime:
        raise NotImplementedError

    @method("optional (Ljava/util/Optional;)Ljava/util/Optional; (X)X")
    def optional(self, text: str | None) -> str | None:
        raise NotImplementedError

    @method("optionalInt (Ljava/util/OptionalInt;)Ljava/util/OptionalInt; (X)X")
    def optionalInt(self, number: int | None) -> int | None:
        raise NotImplementedError

    @method("optionals (Ljava/util/List;)Ljava/util/List; (L)L")
    def optionals(self, texts: list[Annotated[str | None, nearcall.Java("java.util.Optional")]]) -> list[Annotated[str | None, nearcall.Java("java.util.Optional")]]:
        raise NotImplementedError

    @method("order (Lshapes/Shapes$Order;)Lshapes/Shapes$Order; (L)L")
    def order(self, order: Order) -> Order:
        raise NotImplementedError

    @method("ping ()V ()V")
    def ping(self) -> None:
        raise NotImplementedError

    @method("refuse (Ljava/lang/String;)V (T)V", throws=[Refused])
    def refuse(self, message: str) -> None:
        raise NotImplementedError

    @method("samples ()Ljava/util/List; ()L")
    def samples(self) -> list[Any]:
        raise NotImplementedError

    @method("squares (Ljava/util/stream/IntStream;)Ljava/util/stream/IntStream; (E)E")
    def squares(self, numbers: nearcall.Stream[nearcall.Int]) -> nearcall.Stream[nearcall.Int]:
        raise NotImplementedError

    @method("strings ([Ljava/lang/String;)[Ljava/lang/String; (X)X")
    def strings(self, strings: list[str]) -> list[str]:
        raise NotImplementedError

    @method("time (Ljava/time/LocalTime;)Ljava/time/LocalTime; (X)X")
    def time(self, time: datetime.time) -> datetime.time:
        raise NotImplementedError

    @method("uri (Ljava/net/URI;)Ljava/net/URI; (X)X")
    def uri(self, uri: str) -> str:
        raise NotImplementedError

    @method("uuid (Ljava/util/UUID;)Ljava/util/UUID; (X)X")
    def uuid(self, uuid_: uuid.UUID) -> uuid.UUID:
        raise NotImplementedError

    @method("zoned (Ljava/time/ZonedDateTime;)Ljava/time/ZonedDateTime; (X)X")
    def zoned(self, dateTime: datetime.datetime) -> datetime.datetime:
        raise NotImplementedError
