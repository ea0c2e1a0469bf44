# SPDX-License-Identifier: Apache-2.0
"""Arguments and results, by the letters of the wire form: how each is written, and how it is read."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref, c_size_t, string_at
from typing import TYPE_CHECKING, Any

from nearcall._errors import NearcallError, Outcome, Status
from nearcall._interface import Parameter
from nearcall._library import OK, lib, text_of
from nearcall._read import Reader
from nearcall._stream import open_stream, pass_stream
from nearcall._write import Writer, boolean, character, integer, octets, real, text

if TYPE_CHECKING:
    from nearcall._home import Home

STREAM = b"StreamSource"
PUBLISHER = b"java.util.concurrent.Flow$Publisher"


def _put_boolean(to: int, value: Any, parameter: Parameter, writer: Writer) -> None:
    lib.put_boolean(to, boolean(value))


def _put_character(to: int, value: Any, parameter: Parameter, writer: Writer) -> None:
    lib.put_char(to, character(value))


def _put_number(function: Callable[[int, Any], None], of: str, checked: Callable[[Any, str], Any]) -> Callable[..., None]:
    def put(to: int, value: Any, parameter: Parameter, writer: Writer) -> None:
        function(to, checked(value, of))

    return put


def _put_text(to: int, value: Any, parameter: Parameter, writer: Writer) -> None:
    if value is None:
        lib.put_string(to, None)
    else:
        raw = text(value)
        lib.put_text(to, raw, len(raw))


def _put_bytes(to: int, value: Any, parameter: Parameter, writer: Writer) -> None:
    raw = None if value is None else octets(value)
    lib.put_bytes(to, raw, 0 if raw is None else len(raw))


def _put_value(to: int, value: Any, parameter: Parameter, writer: Writer) -> None:
    lib.put_value(to, writer.write(value, parameter.type))


def _put_plain(to: int, value: Any, parameter: Parameter, writer: Writer) -> None:
    lib.put_plain(to, parameter.declared, writer.write(value, parameter.type))


def _put_reference(to: int, value: Any, parameter: Parameter, writer: Writer) -> None:
    lib.put_reference(to, parameter.declared, writer.write(value, parameter.type))


def _put_stream(to: int, value: Any, parameter: Parameter, writer: Writer) -> None:
    if value is None:
        lib.put_reference(to, STREAM, None)
        return
    if parameter.declared == PUBLISHER:
        raise NearcallError(Status.UNSUPPORTED, Outcome.NOT_SENT, "A Flow.Publisher of this side is not passed by the library. Declare "
                            "an Iterator or a Stream.")
    handle = pass_stream(writer.home, value, parameter.type.argument(0))
    try:
        lib.put_reference(to, STREAM, lib.new_reference(writer.values, handle))
    finally:
        lib.object_release(handle)  # from here on the reference of the other side keeps it


PUT: dict[str, Callable[[int, Any, Parameter, Writer], None]] = {
    "Z": _put_boolean,
    "B": _put_number(lib.put_byte, "byte", integer),
    "C": _put_character,
    "S": _put_number(lib.put_short, "short", integer),
    "I": _put_number(lib.put_int, "int", integer),
    "J": _put_number(lib.put_long, "long", integer),
    "F": _put_number(lib.put_float, "float", real),
    "D": _put_number(lib.put_double, "double", real),
    "T": _put_text,
    "A": _put_bytes,
    "X": _put_plain,
    "L": _put_value,
    "R": _put_reference,
    "E": _put_stream,
}


def _get_text(reader: int, parameter: Parameter) -> Any:
    length = c_size_t()
    at = lib.get_string(reader, byref(length))
    return None if at is None else text_of(string_at(at, length.value))


def _get_bytes(reader: int, parameter: Parameter) -> Any:
    length = c_size_t()
    at = lib.get_bytes(reader, byref(length))
    return None if at is None else string_at(at, length.value)


def _primitive(function: Callable[[int], Any]) -> Callable[[int, Parameter], Any]:
    return lambda reader, parameter: function(reader)


# What the reader has: a Python value, or the address of a value of the library.
GET: dict[str, Callable[[int, Parameter], Any]] = {
    "Z": _primitive(lib.get_boolean),
    "B": _primitive(lib.get_byte),
    "C": lambda reader, parameter: chr(lib.get_char(reader)),
    "S": _primitive(lib.get_short),
    "I": _primitive(lib.get_int),
    "J": _primitive(lib.get_long),
    "F": _primitive(lib.get_float),
    "D": _primitive(lib.get_double),
    "T": _get_text,
    "A": _get_bytes,
    "X": lambda reader, parameter: lib.get_plain(reader, parameter.declared),
    "L": lambda reader, parameter: lib.get_value(reader),
    "R": lambda reader, parameter: lib.get_reference(reader),
    "E": lambda reader, parameter: lib.get_reference(reader),
}


def convert(raw: Any, parameter: Parameter, reader: Reader) -> Any:
    """What GET has got, as a Python value."""
    if parameter.form in "XLR":
        return reader.read(raw, parameter.type)
    if parameter.form == "E" and raw is not None:
        return open_stream(reader.home, raw, parameter.type.argument(0), parameter.declared == PUBLISHER)
    return raw


def result_of(home: Home, reader: int, result: Parameter, method: str) -> Any:
    """Reads a result to its end."""
    if result.form == "V":
        return None
    raw = GET[result.form](reader, result)
    status = lib.reader_status(reader)
    if status != OK:
        raise NearcallError(Status(status), Outcome.MAY_HAVE_RUN, f"The result of {method} cannot be read: {Status(status).name}. "
                            "Classes in it that no annotation names need Endpoint.describe().")
    return convert(raw, result, Reader(home))

