# Made by nearcall describe --format=python io.nearcall.samples.python.Speller io.nearcall.samples.python.Dictionary --name interfaces. Changes are lost when it is made again.
"""The Java interface io.nearcall.samples.python.Speller, io.nearcall.samples.python.Dictionary and the types that it reaches."""

from __future__ import annotations

import enum
from concurrent.futures import Future
from dataclasses import dataclass

import nearcall
from nearcall import method


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


class Speller(nearcall.Interface, java="io.nearcall.samples.python.Speller", service="speller"):
    @method("check (Ljava/util/Iterator;Lio/nearcall/samples/python/Report;)I (EL)I")
    def check(self, words: nearcall.Stream[str], report: Report) -> int:
        raise NotImplementedError

    @method("learn (Ljava/lang/String;)I (T)I")
    def learn(self, dictionary: str) -> int:
        raise NotImplementedError

    @method("suggestions (Ljava/lang/String;)Ljava/util/stream/Stream; (T)E")
    def suggestions(self, word: str) -> nearcall.Stream[Suggestion]:
        raise NotImplementedError


class Dictionary(nearcall.Interface, java="io.nearcall.samples.python.Dictionary", service="dictionary"):
    @method("words ()Ljava/util/List; ()L")
    def words(self) -> list[str]:
        raise NotImplementedError


class Report(nearcall.Interface, java="io.nearcall.samples.python.Report"):
    @method("unknown (Ljava/lang/String;Lio/nearcall/samples/python/Speller$Suggestion;)V (TL)V")
    def unknown(self, word: str, meant: Suggestion) -> None:
        raise NotImplementedError
