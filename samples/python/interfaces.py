# SPDX-License-Identifier: Apache-2.0
"""The Java interfaces of io.nearcall.samples.python and the types that they reach, as a generator writes them."""

from __future__ import annotations

from dataclasses import dataclass

import nearcall
from nearcall import Stream, method


@nearcall.java(
    "io.nearcall.samples.python.Speller$Suggestion",
    "record",
    "word java.lang.String exact",
    "likeness double exact",
)
@dataclass(frozen=True)
class Suggestion:
    word: str
    likeness: float


class Report(nearcall.Interface, java="io.nearcall.samples.python.Report"):
    @method("unknown (Ljava/lang/String;Lio/nearcall/samples/python/Speller$Suggestion;)V (TL)V")
    def unknown(self, word: str, meant: Suggestion) -> None:
        raise NotImplementedError


class Speller(nearcall.Interface, java="io.nearcall.samples.python.Speller", service="speller"):
    @method("suggestions (Ljava/lang/String;)Ljava/util/stream/Stream; (T)E")
    def suggestions(self, word: str) -> Stream[Suggestion]:
        raise NotImplementedError

    @method("check (Ljava/util/Iterator;Lio/nearcall/samples/python/Report;)I (EL)I")
    def check(self, words: Stream[str], report: Report) -> int:
        raise NotImplementedError

    @method("learn (Ljava/lang/String;)I (T)I")
    def learn(self, dictionary: str) -> int:
        raise NotImplementedError


class Dictionary(nearcall.Interface, java="io.nearcall.samples.python.Dictionary", service="dictionary"):
    @method("words ()Ljava/util/List; ()L")
    def words(self) -> list[str]:
        raise NotImplementedError
