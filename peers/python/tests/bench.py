# SPDX-License-Identifier: Apache-2.0
"""bench.py [CHANNEL]: prints how long a call to a Java process takes, in us: the median of 9 rounds. Needs JAVA_CLASSES."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

import nearcall
from processes import Server, java
from shapes import Shapes

CALLS, ROUNDS = 5000, 9
channel = sys.argv[1] if len(sys.argv) > 1 else "shm"


def measure(name: str, call: Callable[[], object]) -> None:
    def a_round() -> float:
        begun = time.perf_counter()
        for _ in range(CALLS):
            call()
        return (time.perf_counter() - begun) / CALLS * 1e6

    rounds = sorted(a_round() for _ in range(ROUNDS + 1))[:ROUNDS]  # the first ones warm up, and the slowest does not count
    print(f"{channel} {name}: {statistics.median(rounds):.1f} us, {rounds[0]:.1f} to {rounds[-1]:.1f}")


with Server(java("shapes.Server", channel)), nearcall.Endpoint() as endpoint:
    shapes = endpoint.lookup(Shapes, f"{channel}:shapes")
    measure("ping", shapes.ping)
    measure("add", lambda: shapes.add(2, 3))
