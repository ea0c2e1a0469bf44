# SPDX-License-Identifier: Apache-2.0
"""Java calls a Python process, and Python does, until that is killed. shop.Client of ../../c/tests/java has the tests in Java."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
import unittest

import nearcall
from nearcall import Outcome
from processes import HERE, Server, java, needs_java, python
from shop import Shop


class ServingTest(unittest.TestCase):
    def check_client(self, channel: str) -> None:
        with Server(python("kiosk.py")):
            client = subprocess.run(java("shop.Client", channel, "always-begins"), capture_output=True, text=True, timeout=120)
            self.assertEqual(client.returncode, 0, client.stdout + client.stderr)
            self.assertIn("ok should_end_calls_when_it_dies", client.stdout)

    @needs_java
    def test_serves_java_over_shm(self) -> None:
        self.check_client("shm")

    @needs_java
    def test_serves_java_over_unix(self) -> None:
        self.check_client("unix")

    @needs_java
    def test_serves_java_over_fifo(self) -> None:
        self.check_client("fifo")

    def test_is_called_by_python_until_it_is_killed(self) -> None:
        with Server(python("kiosk.py")) as server, nearcall.Endpoint() as endpoint:
            kiosk = endpoint.lookup(Shop, "kiosk")
            self.assertEqual(kiosk.process(), server.process.pid)
            timer = threading.Timer(0.3, os.kill, (server.process.pid, signal.SIGKILL))
            timer.start()
            with self.assertRaises(nearcall.ConnectionLost) as lost:
                kiosk.sleep(60000)
            self.assertEqual(lost.exception.outcome, Outcome.MAY_HAVE_RUN)
            timer.join()

    def test_ends_though_calls_are_in_progress_and_nothing_was_closed(self) -> None:
        script = ("import nearcall, kiosk, shop\n"
                  "serving, calling = nearcall.Endpoint(), nearcall.Endpoint()\n"
                  "exported = serving.export(kiosk.Kiosk(), 'left')\n"
                  "found = calling.lookup(shop.Shop, 'left')\n"
                  "till, stream = found.open('x'), found.range(0, 9)\n"
                  "assert (till.put(1), next(stream)) == (1, 0)\n"
                  "nap = nearcall.call_async(found.sleep, 60000)\n")
        begun = time.monotonic()
        ended = subprocess.run([*python("../tests/kiosk.py")[:-1], "-c", script], cwd=HERE, capture_output=True, text=True, timeout=60)
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "", ""))
        self.assertLess(time.monotonic() - begun, 40)

    def test_says_that_it_cannot_be_used_in_a_forked_process(self) -> None:
        script = ("import os, nearcall, kiosk, shop, sys\n"
                  "serving, calling = nearcall.Endpoint(), nearcall.Endpoint()\n"
                  "serving.export(kiosk.Kiosk(), 'forked')\n"
                  "found = calling.lookup(shop.Shop, 'forked')\n"
                  "stream = found.range(0, 9)\n"
                  "child = os.fork()\n"
                  "if child == 0:\n"
                  "    for use in (nearcall.Endpoint, found.process, stream.next):\n"
                  "        try:\n"
                  "            use()\n"
                  "        except nearcall.NearcallError as e:\n"
                  "            print('forked' in str(e), flush=True)\n"
                  "    sys.exit(5)\n"
                  "assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 5\n"
                  "assert found.add(1, 2) == 3\n")
        ended = subprocess.run([*python("../tests/kiosk.py")[:-1], "-W", "ignore", "-c", script], cwd=HERE, capture_output=True, text=True,
                               timeout=60)
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "True\n" * 3, ""))


if __name__ == "__main__":
    unittest.main()
