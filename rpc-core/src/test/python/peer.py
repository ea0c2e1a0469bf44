# SPDX-License-Identifier: Apache-2.0
"""NEARCALL_DIR=DIRECTORY peer.py SERVICE calls a Java service over `unix:`.
Written from docs/internals/protocol.md alone; the numbers are sections of that document."""
import os, secrets, select, socket, struct, sys

PACKAGE = "io.nearcall.PythonPeerTest$"
ITEM, RECEIPT, GIFT, SLASHED = PACKAGE + "Item", PACKAGE + "Receipt", PACKAGE + "Gift", PACKAGE.replace(".", "/")
SHAPES = {ITEM: "record\nname java.lang.String exact\ncount int exact\ntags java.util.List"}  # 7
SHAPES[RECEIPT] = f"record\nitem {ITEM} exact\ntotal double exact\n\n{ITEM}\n{SHAPES[ITEM]}"
SHAPES[GIFT] = "final class extends java.lang.Object\nwrapping java.lang.String exact"
METHODS = ["add (IJ)J (IJ)J", "greet (Ljava/lang/String;)Ljava/lang/String; (T)T",
           f"buy (L{SLASHED}Item;D)L{SLASHED}Receipt; (LD)L",
           "sort (Ljava/util/List;)Ljava/util/List; (L)L", "surprise ()Ljava/lang/Object; ()L"]

def varint(n):  # 8
    return bytes([n]) if n < 0x80 else bytes([n & 0x7F | 0x80]) + varint(n >> 7)

def string(words):  # 8
    utf16 = words.encode("utf-16-le")
    wide = any(utf16[1::2])
    return varint((len(utf16) // 2 + 1) << 1 | wide) + (utf16 if wide else words.encode("latin-1"))

def strings(texts):  # 7, form X
    return b"\1" + varint(len(texts)) + b"".join(map(string, texts))

def text(words):  # 2
    return struct.pack("<H", len(words.encode())) + words.encode()

class Reader:
    def __init__(self, data, ids=()):
        self.data, self.at, self.ids = data, 0, dict(ids)

    def take(self, form):
        values = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return values if len(values) > 1 else values[0]

    def text(self):  # 2
        return self.take(f"{self.take('H')}s").decode()

    def varint(self):  # 8
        byte = self.take("B")
        return byte if byte < 0x80 else byte & 0x7F | self.varint() << 7

    def zigzag(self):
        return (n := self.varint()) >> 1 ^ -(n & 1)

    def string(self):
        head = self.varint()
        chars = self.take(f"{max(0, (head >> 1) - 1) << (head & 1)}s")
        return chars.decode("utf-16-le" if head & 1 else "latin-1") if head else None

    def value(self):  # 8, with class
        kind = self.varint() - 1
        plain = {-1: lambda: None, 4: self.zigzag, 5: self.zigzag, 7: lambda: self.take("d"), 8: self.string}
        return plain[kind]() if kind in plain else self.contents(kind)

    def contents(self, kind):
        if self.varint() == 0:  # else 1: trees were asked for
            return None
        if kind in (19, 20, 22, 28, 37, 40, 44, 47):  # 9: what reads as a list
            return [self.value() for _ in range(self.varint())]
        shape = next(SHAPES[name] for name, known in self.ids.items() if known == kind).split("\n\n")[0]
        return {name: self.member(*kind) for name, *kind in map(str.split, shape.split("\n")[1:])}

    def member(self, kind, exact=""):
        read = {"int": lambda: self.take("i"), "double": lambda: self.take("d"), "java.lang.String": self.string}
        return read[kind]() if kind in read else self.contents(self.ids[kind]) if exact else self.value()

    def thrown(self):  # 8
        for _ in range(self.varint()):
            name, message, _ = self.string(), self.string(), self.string()
            [([self.string() for _ in range(6)], self.zigzag()) for _ in range(self.varint())]  # the stack
            self.varint(), [self.varint() for _ in range(self.varint())]
            self.take(f"{self.varint()}s") or self.string()
        return f"{name}: {message}"

class Connection:
    def __init__(self, directory, service):
        self.control, self.calls, self.ids = socket.socket(socket.AF_UNIX), 0, {}
        self.control.connect(f"{directory}/{service}.sock")
        identity, limits = os.urandom(16), struct.pack("<IIQ", 1, 1, 1 << 20)  # one lane, trees, messages of 1 MiB
        self.send(1, b"NCAL" + struct.pack("<Ii", 1, os.getpid()) + identity + limits + text(service) + text("unix"))
        assert self.receive()[0] == 2, "no welcome"
        place, secret = f".unix-{os.getpid()}-{secrets.token_hex(8)}", secrets.token_bytes(32)  # 16
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(f"{directory}/{place}")
            listener.listen()
            self.send(4, struct.pack("<IIII", 0, 1, 65536, 0) + text(f"{place}/{secret.hex()}"))
            kind, body = self.receive()
            assert kind == 5 and body.take("III") == (0, 1, 65536) and body.text() == "connected", "no lane"
            self.lane = listener.accept()[0]
        assert self.exactly(self.lane, 20) == secret[:16] + struct.pack("<i", 0), "a stranger"
        self.lane.sendall(secret[16:])

    def exactly(self, source, count):
        data = b""
        while len(data) < count:
            data += source.recv(count - len(data)) or sys.exit("the connection has ended")
        return data

    def send(self, kind, body):  # 2
        self.control.sendall(struct.pack("<IB", len(body) + 1, kind) + body)

    def receive(self):
        size, kind = struct.unpack("<IB", self.exactly(self.control, 5))
        return kind, Reader(self.exactly(self.control, size - 1))

    def agree_on_class(self):  # 7: the service asks in the middle of an answer
        kind, body = self.receive()
        name = body.text()
        if kind == 8 and name in SHAPES:  # CLASS_OFFER: its fingerprint need not be looked at
            self.send(14, text(name) + text(SHAPES[name]))
        else:  # CLASS_VERSION
            self.ids[name] = body.take("I")
            agreed = kind == 15 and body.text() == SHAPES[name]
            self.send(9 if agreed else 10, text(name) + (struct.pack("<I", self.ids[name]) if agreed else text("?")))

    def call(self, target, method, arguments, read=Reader.value):  # 4, 5, 16
        self.calls += 1
        body = struct.pack("<QII", self.calls, target, method) + arguments
        self.lane.sendall(struct.pack("<II", self.calls, len(body) | 1 << 24) + body)
        answer, more = b"", 0x80
        while more:
            while self.control in select.select([self.control, self.lane], [], [])[0]:
                self.agree_on_class()
            _, head = struct.unpack("<II", self.exactly(self.lane, 8))
            answer += self.exactly(self.lane, head & 0xFFFFFF)
            kind, more = head >> 24 & 0x1F, head >> 24 & 0x80
        reader = Reader(answer[8:], self.ids)
        return read(reader) if kind == 3 else reader.thrown() if kind == 4 else f"failure {reader.take('i')}"

    def bind(self, service, interface, names):  # 7
        array = lambda read: lambda answer: [read(answer) for _ in range(answer.varint() and answer.varint())]
        numbers = self.call(0, 1, string(service) + string(interface) + strings(METHODS), array(lambda r: r.take("i")))
        answers = self.call(0, 0, strings(names) + strings([SHAPES[name] for name in names]), array(Reader.string))
        self.ids.update(zip(names, map(int, answers)))
        return numbers

peer = Connection(os.environ["NEARCALL_DIR"], sys.argv[1])
shop, add, greet, buy, sort, surprise = peer.bind(sys.argv[1], PACKAGE + "Shop", [ITEM, RECEIPT])
print(peer.call(shop, add, struct.pack("<iq", 2, -5), lambda answer: answer.take("q")))
print(peer.call(shop, greet, string("Zo\u00eb \u2713"), Reader.string))
tags = varint(20) + b"\1" + varint(2) + varint(9) + string("red") + varint(9) + string("new")  # an ArrayList
lamp = varint(peer.ids[ITEM] + 1) + b"\1" + string("lamp") + struct.pack("<i", 3) + tags
print(peer.call(shop, buy, lamp + struct.pack("<d", 2.5)), peer.call(shop, buy, lamp + struct.pack("<d", 0)), sep="\n")
print(peer.call(shop, sort, b"\x14\1\3" + b"".join(varint(5) + varint(n << 1) for n in (30, 10, 20))))
print(len(peer.call(shop, surprise, b"")["wrapping"]))
peer.send(11, b"\0" + text("") + struct.pack("<H", 0))  # GOODBYE
