# SPDX-License-Identifier: Apache-2.0
"""Futures of calls. The library completes a call on the thread that waits for it, so that threads are kept for this."""

from __future__ import annotations

import collections
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from nearcall._library import lib

T = TypeVar("T")
_THREADS_MAX = 64  # with more calls in progress, an answer may be seen later than it comes
_IDLE_S = 5.0


class CallFuture(Future[T]):
    """The answer of a call that is not waited for. cancel() tells the service, and works until the answer is there."""

    def __init__(self, call: int, finish: Callable[[], T]) -> None:
        super().__init__()
        self._call: int | None = call
        self._finish = finish
        self._ending = threading.Lock()
        _waiters.run(self._complete)

    def cancel(self) -> bool:
        cancelled = super().cancel()
        with self._ending:
            if cancelled and self._call is not None:
                lib.call_cancel(self._call)
        return cancelled

    def _complete(self) -> None:
        found: T | None = None
        raised: BaseException | None = None
        try:
            found = self._finish()
        except BaseException as e:  # noqa: B902 - for whoever asks for the result
            raised = e
        with self._ending:
            call, self._call = self._call, None
        lib.call_end(call)
        if not self.set_running_or_notify_cancel():
            return
        if raised is not None:
            self.set_exception(raised)
        else:
            self.set_result(found)  # type: ignore[arg-type]


class _Waiters:
    """Daemon threads, each of which waits for one call at a time. Idle ones end."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._tasks: collections.deque[Callable[[], Any]] = collections.deque()
        self._idle = 0
        self._threads = 0

    def run(self, task: Callable[[], Any]) -> None:
        with self._changed:
            self._tasks.append(task)
            if self._idle >= len(self._tasks) or self._threads == _THREADS_MAX:
                self._changed.notify()
                return
            self._threads += 1
        threading.Thread(target=self._work, name="nearcall-future", daemon=True).start()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._idle += 1
                there = self._changed.wait_for(lambda: bool(self._tasks), _IDLE_S)
                self._idle -= 1
                if not there:
                    self._threads -= 1
                    return
                task = self._tasks.popleft()
            task()


_waiters = _Waiters()
