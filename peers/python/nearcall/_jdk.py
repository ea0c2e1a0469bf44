# SPDX-License-Identifier: Apache-2.0
"""Classes of the JDK whose values have counterparts in Python, as the fields of section 9 of the protocol."""

from __future__ import annotations

import datetime
import decimal
import uuid
import zoneinfo
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Fields = list[Any]  # of int, str, bytes, None
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
_LOCAL_EPOCH = datetime.datetime(1970, 1, 1)
_SECOND = datetime.timedelta(seconds=1)


@dataclass(frozen=True)
class JavaObject:
    """A value of a class of the JDK that has no counterpart in Python, or does not fit it: an Instant with 5 ns."""

    class_name: str
    fields: tuple[Any, ...]


@dataclass(frozen=True)
class Constant:
    """A constant of an enum that no class of Python stands for."""

    class_name: str
    name: str


@dataclass(frozen=True)
class Codec:
    python: type
    write: Callable[[Any], Fields]
    read: Callable[[Fields], Any]
    nanos: int = -1  # the index of the nanoseconds, of which Python has only the microseconds


def _seconds(delta: datetime.timedelta) -> Fields:
    return [delta // _SECOND, delta % _SECOND // datetime.timedelta(microseconds=1) * 1000]


def _delta(seconds: int, nanos: int) -> datetime.timedelta:
    return datetime.timedelta(seconds=seconds, microseconds=nanos // 1000)


def _aware(value: datetime.datetime | datetime.time) -> Any:
    if value.utcoffset() is None:
        raise ValueError(f"{value!r} has no time zone, and Java needs one. Set tzinfo.")
    return value


def _time(value: datetime.time | datetime.datetime) -> Fields:
    return [value.hour, value.minute, value.second, value.microsecond * 1000]


def _date(value: datetime.date) -> Fields:
    return [value.year, value.month, value.day]


def _offset(value: datetime.time | datetime.datetime) -> int:
    offset: datetime.timedelta = _aware(value).utcoffset()
    return offset // _SECOND


def _zone(seconds: int) -> datetime.timezone:
    return datetime.timezone(datetime.timedelta(seconds=seconds))


def _read_time(fields: Fields, zone: datetime.tzinfo | None = None) -> datetime.time:
    return datetime.time(fields[0], fields[1], fields[2], fields[3] // 1000, zone)


def _read_local(fields: Fields, zone: datetime.tzinfo | None = None) -> datetime.datetime:
    return datetime.datetime.combine(datetime.date(*fields[:3]), _read_time(fields[3:7], zone))


def _write_zoned(value: datetime.datetime) -> Fields:
    zone = value.tzinfo
    if not isinstance(zone, zoneinfo.ZoneInfo) or zone.key is None:
        raise ValueError(f"{value!r} has no zoneinfo.ZoneInfo, which a java.time.ZonedDateTime needs.")
    local = _seconds(value.replace(tzinfo=None) - _LOCAL_EPOCH)
    return [*local, _offset(value), zone.key]


def _read_zoned(fields: Fields) -> datetime.datetime:
    seconds, nanos, offset, name = fields
    zone = zoneinfo.ZoneInfo(name)
    value = (_LOCAL_EPOCH + _delta(seconds, nanos)).replace(tzinfo=zone)
    return value if _offset(value) == offset else value.replace(fold=1)


def _decimal_fields(value: decimal.Decimal) -> Fields:
    sign, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        raise ValueError(f"{value} is no number that a java.math.BigDecimal has.")
    unscaled = int("".join(map(str, digits))) * (-1 if sign else 1)
    return [-exponent, unscaled if -(2**63) <= unscaled < 2**63 else _bytes(unscaled)]


def _read_decimal(fields: Fields) -> decimal.Decimal:
    unscaled = _integer(fields[1]) if isinstance(fields[1], bytes) else fields[1]
    digits = tuple(int(each) for each in str(abs(unscaled)))
    return decimal.Decimal((int(unscaled < 0), digits, -fields[0]))


def _bytes(value: int) -> bytes:
    return value.to_bytes((value if value >= 0 else ~value).bit_length() // 8 + 1, "big", signed=True)


def _integer(raw: bytes) -> int:
    return int.from_bytes(raw, "big", signed=True)


def _signed(half: int) -> int:
    return half - 2**64 if half >= 2**63 else half


def _uuid_fields(value: uuid.UUID) -> Fields:
    return [_signed(value.int >> 64), _signed(value.int & (2**64 - 1))]


def _read_uuid(fields: Fields) -> uuid.UUID:
    return uuid.UUID(int=(fields[0] % 2**64 << 64) + fields[1] % 2**64)


_TEXT = Codec(str, lambda value: [value], lambda fields: fields[0])

CODECS: dict[str, Codec] = {
    "java.math.BigInteger": Codec(int, lambda value: [_bytes(value)], lambda fields: _integer(fields[0])),
    "java.math.BigDecimal": Codec(decimal.Decimal, _decimal_fields, _read_decimal),
    "java.util.UUID": Codec(uuid.UUID, _uuid_fields, _read_uuid),
    "java.net.URI": _TEXT,
    "java.util.Currency": _TEXT,
    "java.io.File": _TEXT,
    "java.util.TimeZone": _TEXT,
    "java.lang.Class": _TEXT,
    "java.time.Duration": Codec(datetime.timedelta, _seconds, lambda f: _delta(f[0], f[1]), 1),
    "java.time.Instant": Codec(
        datetime.datetime, lambda value: _seconds(_aware(value) - _EPOCH), lambda f: _EPOCH + _delta(f[0], f[1]), 1),
    "java.time.LocalDate": Codec(datetime.date, _date, lambda f: datetime.date(*f)),
    "java.time.LocalTime": Codec(datetime.time, _time, _read_time, 3),
    "java.time.LocalDateTime": Codec(datetime.datetime, lambda value: _date(value) + _time(value), _read_local, 6),
    "java.time.OffsetTime": Codec(
        datetime.time, lambda value: [*_time(value), _offset(value)], lambda f: _read_time(f, _zone(f[4])), 3),
    "java.time.OffsetDateTime": Codec(
        datetime.datetime, lambda value: [*_date(value), *_time(value), _offset(value)], lambda f: _read_local(f, _zone(f[7])), 6),
    "java.time.ZonedDateTime": Codec(datetime.datetime, _write_zoned, _read_zoned, 1),
    "java.util.Date": Codec(
        datetime.datetime,
        lambda value: [(_aware(value) - _EPOCH) // datetime.timedelta(milliseconds=1)],
        lambda f: _EPOCH + datetime.timedelta(milliseconds=f[0])),
}

# Classes that read as Python values where a method declares only Object. The others stay JavaObjects there.
PLAIN = {name for name, codec in CODECS.items() if codec is not _TEXT and name != "java.util.Date"}


def java_of(value: Any) -> str | None:
    """The class of the JDK for a Python value that nothing declares."""
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            return "java.time.LocalDateTime"
        if value.tzinfo is datetime.timezone.utc:
            return "java.time.Instant"
        return "java.time.ZonedDateTime" if isinstance(value.tzinfo, zoneinfo.ZoneInfo) else "java.time.OffsetDateTime"
    if isinstance(value, datetime.date):
        return "java.time.LocalDate"
    if isinstance(value, datetime.time):
        return "java.time.LocalTime" if value.tzinfo is None else "java.time.OffsetTime"
    if isinstance(value, datetime.timedelta):
        return "java.time.Duration"
    if isinstance(value, decimal.Decimal):
        return "java.math.BigDecimal"
    return "java.util.UUID" if isinstance(value, uuid.UUID) else None
