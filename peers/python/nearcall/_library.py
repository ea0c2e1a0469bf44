# SPDX-License-Identifier: Apache-2.0
"""libnearcall.so, by the declarations of nearcall.h."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from ctypes import (
    CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_float, c_int, c_int8, c_int16, c_int32, c_int64, c_size_t,
    c_uint, c_uint16, c_uint32, c_uint64, c_void_p,
)
from pathlib import Path
from typing import Any


class Error(Structure):
    _fields_ = [("status", c_int), ("outcome", c_int), ("system_error", c_int), ("message", c_char * 600)]


class Frame(Structure):
    _fields_ = [("class_name", c_char_p), ("method", c_char_p), ("file", c_char_p), ("line", c_int32)]


class Options(Structure):
    _fields_ = [
        ("directory", c_char_p), ("deadline_ns", c_int64), ("lookup_timeout_ns", c_int64), ("max_message_bytes", c_uint64),
        ("max_lanes", c_uint), ("max_calls", c_uint), ("max_connections", c_uint), ("trees", c_bool),
        ("allowed_users", POINTER(c_uint32)), ("allowed_user_count", c_size_t),
    ]


class Pair(Structure):
    _fields_ = [("key", c_char_p), ("value", c_char_p)]


class CallOptions(Structure):
    _fields_ = [("kind", c_int), ("deadline_ns", c_int64), ("metadata", POINTER(Pair)), ("metadata_count", c_size_t), ("strand", c_uint)]


HANDLER = CFUNCTYPE(c_int, c_void_p, c_void_p)
UNREFERENCED = CFUNCTYPE(None, c_void_p)
NEXT = CFUNCTYPE(c_int, c_void_p, c_void_p, POINTER(c_void_p))


class Method(Structure):
    _fields_ = [("signature", c_char_p), ("handler", HANDLER)]


class Source(Structure):
    _fields_ = [("next", NEXT), ("close", UNREFERENCED), ("context", c_void_p)]


_P, _PP, _S, _E = c_void_p, POINTER(c_void_p), c_char_p, POINTER(Error)
_SS = POINTER(c_char_p)

# These may block, take a lock, or call Python, so they run without the GIL. Result, then parameters.
_BLOCKING: dict[str, tuple[Any, list[Any]]] = {
    "options_init": (None, [POINTER(Options)]),
    "open": (c_int, [POINTER(Options), _PP, _E]),
    "close": (None, [_P]),
    "lookup": (c_int, [_P, _S, _S, _SS, c_size_t, _PP, _E]),
    "service_release": (None, [_P]),
    "call_begin": (c_int, [_P, c_size_t, POINTER(CallOptions), _PP, _E]),
    "call_send": (c_int, [_P, _E]),
    "call_await": (c_int, [_P, _E]),
    "call_invoke": (c_int, [_P, _E]),
    "call_cancel": (None, [_P]),
    "call_end": (None, [_P]),
    "fence": (c_int, [_P, c_uint, _E]),
    "put_boolean": (None, [_P, c_bool]),
    "put_byte": (None, [_P, c_int8]),
    "put_char": (None, [_P, c_uint16]),
    "put_short": (None, [_P, c_int16]),
    "put_int": (None, [_P, c_int32]),
    "put_long": (None, [_P, c_int64]),
    "put_float": (None, [_P, c_float]),
    "put_double": (None, [_P, c_double]),
    "put_string": (None, [_P, _S]),
    "put_text": (None, [_P, _S, c_size_t]),
    "put_bytes": (None, [_P, _S, c_size_t]),
    "put_value": (None, [_P, _P]),
    "put_plain": (None, [_P, _S, _P]),
    "put_reference": (None, [_P, _S, _P]),
    "get_value": (_P, [_P]),
    "get_plain": (_P, [_P, _S]),
    "get_reference": (_P, [_P]),
    "add_class": (c_int, [_P, _S, _S, _E]),
    "bind": (c_int, [_P, _S, _SS, c_size_t, _PP, _E]),
    "stream_open": (c_int, [_P, _PP, _E]),
    "stream_subscribe": (c_int, [_P, _PP, _E]),
    "stream_next": (c_int, [_P, c_int64, _PP, _E]),
    "stream_close": (None, [_P]),
    "source_new": (c_int, [POINTER(Source), _PP, _E]),
    "export": (c_int, [_P, _S, _S, POINTER(Method), c_size_t, _P, _PP, _E]),
    "exported_is_closed": (c_bool, [_P]),
    "exported_release": (None, [_P]),
    "object_new": (c_int, [_P, _S, POINTER(Method), c_size_t, _P, UNREFERENCED, _PP, _E]),
    "object_release": (None, [_P]),
    "request_start": (c_int, [_P]),
    "request_throw_value": (c_int, [_P, _P]),
    "request_bind": (c_int, [_P, _P, _S, _SS, c_size_t, _PP, _E]),
    "request_call": (c_int, [_P, _P, c_size_t, POINTER(CallOptions), _PP, _E]),
}

# These only look at memory of their own, so they keep the GIL.
_QUICK: dict[str, tuple[Any, list[Any]]] = {
    "call_arguments": (_P, [_P]),
    "call_result": (_P, [_P]),
    "call_exception": (_P, [_P]),
    "call_values": (_P, [_P]),
    "get_boolean": (c_bool, [_P]),
    "get_byte": (c_int8, [_P]),
    "get_char": (c_uint16, [_P]),
    "get_short": (c_int16, [_P]),
    "get_int": (c_int32, [_P]),
    "get_long": (c_int64, [_P]),
    "get_float": (c_float, [_P]),
    "get_double": (c_double, [_P]),
    "get_string": (_P, [_P, POINTER(c_size_t)]),
    "get_bytes": (_P, [_P, POINTER(c_size_t)]),
    "reader_status": (c_int, [_P]),
    "new_boolean": (_P, [_P, c_bool]),
    "new_byte": (_P, [_P, c_int8]),
    "new_char": (_P, [_P, c_uint16]),
    "new_short": (_P, [_P, c_int16]),
    "new_int": (_P, [_P, c_int32]),
    "new_long": (_P, [_P, c_int64]),
    "new_float": (_P, [_P, c_float]),
    "new_double": (_P, [_P, c_double]),
    "new_text": (_P, [_P, _S, c_size_t]),
    "new_primitives": (_P, [_P, c_int, _S, c_size_t]),
    "new_list": (_P, [_P]),
    "new_set": (_P, [_P]),
    "new_map": (_P, [_P]),
    "new_enum": (_P, [_P, _P, _S, _S]),
    "new_instance": (_P, [_P, _P, _S]),
    "new_throwable": (_P, [_P, _S, _S, _P]),
    "new_reference": (_P, [_P, _P]),
    "new_reference_home": (_P, [_P, _P]),
    "value_add": (c_bool, [_P, _P, _P]),
    "value_put": (c_bool, [_P, _P, _P, _P]),
    "value_set": (c_bool, [_P, _S, _P]),
    "value_kind": (c_int, [_P]),
    "value_class": (_S, [_P]),
    "value_integer": (c_int64, [_P]),
    "value_real": (c_double, [_P]),
    "value_text": (_P, [_P, POINTER(c_size_t)]),
    "value_elements": (_P, [_P, POINTER(c_size_t)]),
    "value_count": (c_size_t, [_P]),
    "value_at": (_P, [_P, c_size_t]),
    "value_key_at": (_P, [_P, c_size_t]),
    "value_field": (_P, [_P, c_size_t]),
    "value_member": (_P, [_P, _S]),
    "value_own_object": (_P, [_P]),
    "throwable_class": (_S, [_P]),
    "throwable_message": (_S, [_P]),
    "throwable_frame_count": (c_size_t, [_P]),
    "throwable_frame": (Frame, [_P, c_size_t]),
    "throwable_cause": (_P, [_P]),
    "throwable_suppressed_count": (c_size_t, [_P]),
    "throwable_suppressed": (_P, [_P, c_size_t]),
    "stream_exception": (_P, [_P]),
    "request_arguments": (_P, [_P]),
    "request_result": (_P, [_P]),
    "request_values": (_P, [_P]),
    "request_is_cancelled": (c_bool, [_P]),
    "request_remaining_ns": (c_int64, [_P]),
    "request_metadata": (_S, [_P, _S]),
    "request_uid": (c_uint32, [_P]),
    "request_pid": (c_int, [_P]),
}


def _path() -> str:
    named = os.environ.get("NEARCALL_LIBRARY")
    if named:
        return named
    here = Path(__file__).resolve().parent
    for candidate in (here / "libnearcall.so", here.parents[1] / "c" / "build" / "libnearcall.so"):
        if candidate.exists():
            return str(candidate)
    return "libnearcall.so"


class _Library:
    """The functions of nearcall.h without their prefix: lib.open() is nearcall_open()."""

    def __init__(self) -> None:
        path = _path()
        try:
            loaders = [(ctypes.CDLL(path), _BLOCKING), (ctypes.PyDLL(path), _QUICK)]
        except OSError as e:
            raise ImportError(f"{path} cannot be loaded: {e}. Build it with make -C peers/c, or name it in NEARCALL_LIBRARY.") from e
        for loader, functions in loaders:
            for name, (result, parameters) in functions.items():
                function = getattr(loader, "nearcall_" + name, None)
                if function is None:
                    raise ImportError(f"{path} has no nearcall_{name}(). The JVM's library has the same name: name that of peers/c in "
                                      "NEARCALL_LIBRARY, of the same version as this package.")
                function.restype, function.argtypes = result, parameters
                setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"nearcall_{name} is not declared")


lib = _Library()
OK, EXCEPTION, STREAM_END = 0, 14, 18
_forked = False


def _after_fork() -> None:
    global _forked
    _forked = True


os.register_at_fork(after_in_child=_after_fork)


def is_forked() -> bool:
    """Was this process forked after the import? The threads and locks of the library are not usable then."""
    return _forked


def release(function: Callable[[int], None], handle: int) -> None:
    """Gives up a handle that this process has made. A forked process leaves it to its parent."""
    if not _forked:
        function(handle)


def texts(strings: list[str]) -> Any:
    """A C array of these strings."""
    return (c_char_p * len(strings))(*[each.encode() for each in strings])


def utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def text_of(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogatepass")


def text_at(at: int | None, length: int) -> str | None:
    return None if at is None else text_of(ctypes.string_at(at, length))
