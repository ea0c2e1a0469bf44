# SPDX-License-Identifier: Apache-2.0
"""A service and its caller, in two endpoints of one process."""

from __future__ import annotations

import contextlib
import datetime
import gc
import time
import unittest
from collections.abc import Callable

import nearcall
from kiosk import Kiosk
from shop import Box, Gift, Shop


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not condition():
        if time.monotonic() > until:
            raise AssertionError("It does not come true.")
        gc.collect()
        time.sleep(0.01)


class FullKiosk(Kiosk):
    def wrap(self, box: Box) -> Box:
        return Box(box.content, box, box.size + 1)

    def twice(self, numbers: list[int]) -> list[int]:
        return [2 * each for each in numbers]

    def later(self, at: datetime.datetime, by: datetime.timedelta) -> datetime.datetime:
        return at + by


class LocalCase(unittest.TestCase):
    channel = "shm"
    kiosk: FullKiosk
    shop: Shop
    endpoint: nearcall.Endpoint
    stack: contextlib.ExitStack

    @classmethod
    def setUpClass(cls) -> None:
        cls.stack = contextlib.ExitStack()
        serving = cls.stack.enter_context(nearcall.Endpoint())
        cls.endpoint = cls.stack.enter_context(nearcall.Endpoint(max_lanes=4))
        cls.kiosk = FullKiosk()
        for each in (serving, cls.endpoint):
            each.describe(Gift)
        serving.export(cls.kiosk, f"{cls.channel}:kiosk")
        cls.shop = cls.endpoint.lookup(Shop, f"{cls.channel}:kiosk")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.stack.close()
