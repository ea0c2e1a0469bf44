# SPDX-License-Identifier: Apache-2.0
"""Serves io.nearcall.samples.python.Speller until SIGTERM or Ctrl-C."""

from __future__ import annotations

import difflib
import signal
import sys
from collections.abc import Iterator

import nearcall
from interfaces import Dictionary, Report, Speller, Suggestion
from nearcall import Stream

ENDS = {signal.SIGINT, signal.SIGTERM}


class Checker(Speller):
    def __init__(self, endpoint: nearcall.Endpoint) -> None:
        self.endpoint = endpoint
        self.words = {"a", "at", "call", "carries", "coal", "one", "time", "late"}

    def suggestions(self, word: str) -> Stream[Suggestion]:
        if not word.isalpha():
            raise ValueError(f'"{word}" is no word. Use letters only.')
        return Stream(self.likeliest(word))

    def check(self, words: Stream[str], report: Report) -> int:
        unknown = [each for each in words if each not in self.words]  # elements arrive as this reads them
        for each in unknown:
            report.unknown(each, next(self.likeliest(each)))  # back to the caller, on the thread that waits
        return len(unknown)

    def learn(self, dictionary: str) -> int:
        before = len(self.words)
        self.words = self.words | set(self.endpoint.lookup(Dictionary, dictionary).words())  # of the JVM
        return len(self.words) - before

    def likeliest(self, word: str) -> Iterator[Suggestion]:
        left = sorted(self.words)
        while left:
            best = max(left, key=lambda each: difflib.SequenceMatcher(None, word, each).ratio())
            yield Suggestion(best, round(difflib.SequenceMatcher(None, word, best).ratio(), 2))
            left.remove(best)


def main() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)  # the threads of the library leave these signals to sigwait(), too
    with nearcall.Endpoint() as endpoint:
        endpoint.export(Checker(endpoint))
        print('A speller in Python serves "speller".', flush=True)
        signal.sigwait(ENDS)


if __name__ == "__main__":
    try:
        main()
    except nearcall.NearcallError as e:
        sys.exit(f"speller: {e}")
