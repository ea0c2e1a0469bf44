# SPDX-License-Identifier: Apache-2.0
"""Calls services of Nearcall, and offers them: a package over libnearcall.

    import nearcall
    from shop import Shop           # generated from the Java interface

    with nearcall.Endpoint() as endpoint:
        shop = endpoint.lookup(Shop, "shop")
        print(shop.add(2, 3))

A process that was forked after the import cannot use it.
"""

from nearcall._endpoint import Endpoint, Exported, context
from nearcall._errors import ConnectionLost, DeadlineExceeded, JavaException, NearcallError, Outcome, StackFrame, Status
from nearcall._interface import Interface, java, method
from nearcall._jdk import Constant, JavaObject
from nearcall._serve import Caller, caller
from nearcall._stream import Stream
from nearcall._stub import call_async, release_stub, releasing
from nearcall._types import BigInteger, Byte, Char, Double, Float, Int, Java, Long, Short, Typed
from nearcall._write import Array

__all__ = [
    "Array", "BigInteger", "Byte", "Caller", "Char", "ConnectionLost", "Constant", "DeadlineExceeded", "Double", "Endpoint", "Exported",
    "Float", "Int", "Interface", "Java", "JavaException", "JavaObject", "Long", "NearcallError", "Outcome", "Short", "StackFrame",
    "Status", "Stream", "Typed", "call_async", "caller", "context", "java", "method", "release_stub", "releasing",
]
