# SPDX-License-Identifier: Apache-2.0
"""Processes on the other side: those in Java, and those in Python. JAVA_CLASSES is the class path of Nearcall."""

from __future__ import annotations

import atexit
import functools
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import zoneinfo
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLASSES = os.environ.get("JAVA_CLASSES", "")
IDLE = shlex.split(os.environ.get("IDLE", ""))
BERLIN = zoneinfo.ZoneInfo("Europe/Berlin") if "Europe/Berlin" in zoneinfo.available_timezones() else None
needs_zones = unittest.skipUnless(BERLIN, "This machine has no time zones. Install tzdata.")
needs_java = unittest.skipUnless(CLASSES, "JAVA_CLASSES is not set: see ../c/tests/README.md")


@functools.lru_cache(maxsize=None)
def compiled() -> str:
    """The class path with shop.Server, shop.Client and shapes.Server."""
    directory = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, directory, True)
    sources = [*(HERE.parents[1] / "c/tests/java/shop").glob("*.java"), *(HERE / "java/shapes").glob("*.java")]
    subprocess.run([*IDLE, "javac", "-d", directory, "-cp", CLASSES, *map(str, sources)], check=True)
    return f"{CLASSES}:{directory}"


def java(main: str, *arguments: str) -> list[str]:
    return [*IDLE, "java", "-Xshare:auto", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1", "-cp", compiled(), main, *arguments]


def python(script: str, *arguments: str) -> list[str]:
    return [*IDLE, sys.executable, "-X", "faulthandler", str(HERE / script), *arguments]


class Server:
    """A process that says READY and ends with its input. Its output is printed if a test fails within it."""

    def __init__(self, command: list[str]) -> None:
        self._output = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=self._output, stderr=subprocess.STDOUT)
        until = time.monotonic() + 60
        while "READY" not in self.output():
            if self.process.poll() is not None or time.monotonic() > until:
                self.close()
                raise AssertionError(f"{command} has not said READY: {self.output()}")
            time.sleep(0.05)

    def output(self) -> str:
        self._output.seek(0)
        return self._output.read()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            print(self.output(), file=sys.stderr)
        self.close()
        self._output.close()

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
