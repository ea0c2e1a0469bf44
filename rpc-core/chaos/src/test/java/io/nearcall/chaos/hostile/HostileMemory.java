// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.Received;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.ProcessDescriptor;
import io.nearcall.ipc.os.UnixSocket;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.SegmentShape;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/** Peers that pass something else than the memory that was agreed on, or more of it, or too often. */
public final class HostileMemory implements Row {

    private static final int LANES = 2;
    private static final int ALIGNMENT = 16384;
    private static final int PATIENCE_MS = 100;

    private Path scratch;
    private LargePages largePages;

    @Override
    public String name() {
        return "hostile memory";
    }

    @Override
    public String description() {
        return "Clients offer memory that is not sealed, sparse, empty, shrinking, of large pages, or of a wrong"
                + " length. They offer memory with another header than agreed. They offer a socket, a FIFO, a file, a"
                + " directory, a device, another process or the server's own memory. They pass no descriptor or one too"
                + " many, and offer lanes in impossible counts and batches. Servers do the same to a client. Each offer"
                + " is refused with a reason, and each passed descriptor is closed. Calls and delays are as in the row"
                + " *hostile greeting*.";
    }

    @Override
    public String mutation() {
        return "the receiver does not check the seals, the length and the blocks of passed memory";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        scratch = campaign.scratch();
        int times = campaign.count(3, 300);
        largePages = LargePages.make();
        if (largePages == null) {
            tally.note("memory of large pages was not tried, because this kernel has none or Python is missing");
        }
        try {
            attack(times, tally);
        } finally {
            if (largePages != null) {
                largePages.close();
            }
        }
    }

    private void attack(int times, Tally tally) throws Exception {
        try (Siege siege = new Siege(scratch, tally, "shm")) {
            for (int i = 0; i < times; i++) {
                attackServer(siege, scratch);
            }
        }
        try (Trap trap = new Trap(scratch, tally)) {
            for (int i = 0; i < times / 3; i++) {
                attackClient(trap);
                trap.settle("memory");
            }
        }
    }

    /** Does to a server what the row does, once. */
    void attackServer(Siege siege, Path directory) throws Exception {
        scratch = directory;
        offerMemory(siege);
        siege.settle("memory");
    }

    private void offerMemory(Siege siege) {
        for (Map.Entry<String, Callable<Integer>> memory : hostileMemory(0).entrySet()) {
            siege.attack(memory.getKey(), () -> {
                try (Intruder intruder = Intruder.greeted(Siege.SERVICE)) {
                    int fd = memory.getValue().call();
                    intruder.offer(lanes(0, LANES), fd);
                    Descriptors.close(fd);
                    expectBreach(intruder);
                }
            });
        }
        siege.attack("memory that shrinks while it is looked at", this::shrink);
        siege.attack("no memory", () -> {
            try (Intruder intruder = Intruder.greeted(Siege.SERVICE)) {
                intruder.sendRaw(LANES_WITHOUT_ADDRESS, -1);
                expectBreach(intruder);
            }
        });
        siege.attack("a descriptor with a message that has none", () -> {
            try (Intruder intruder = Intruder.greeted(Siege.SERVICE)) {
                int fd = Memory.memfd("hostile", 4096);
                intruder.sendRaw(new byte[] {5, 0, 0, 0, 6, 0, 0, 0, 0}, fd);
                Descriptors.close(fd);
                expectBreach(intruder);
            }
        });
        siege.attack("an address in place of memory", () -> {
            try (Intruder intruder = Intruder.greeted(Siege.SERVICE)) {
                intruder.send(new ControlMessage.Lanes(0, LANES, Intruder.RING_CAPACITY, false, ".fifo-1-0"));
                expectBreach(intruder);
            }
        });
        siege.attack("the server's own memory", this::returnTheServersOwn);
        for (int count : new int[] {0, 66, 1_024, 1_025, 1 << 30, Integer.MAX_VALUE}) {
            siege.attack(count + " lanes", () -> offerAfterGoodOnes(2, count, ControlMessage.LanesRefused.class));
        }
        for (int batch : new int[] {0, 1, 1 << 22, Integer.MAX_VALUE - 1}) {
            siege.attack("batch " + batch, () -> offerAfterGoodOnes(batch, LANES, ControlMessage.Goodbye.class));
        }
        siege.attack("all lanes, again and again", () -> {
            for (int i = 0; i < 3; i++) {
                Intruder.withLanes(Siege.SERVICE, Intruder.LIMITS.lanes() + 1, i % 2 == 0)
                        .close();
            }
        });
    }

    private static final byte[] LANES_WITHOUT_ADDRESS = {
        19, 0, 0, 0, 4, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0
    };

    private static ControlMessage.Lanes lanes(int batch, int count) {
        return new ControlMessage.Lanes(batch, count, Intruder.RING_CAPACITY, false, "");
    }

    private static void expectBreach(Intruder intruder) {
        ControlMessage last = intruder.awaitEnd();
        if (!(last instanceof ControlMessage.Goodbye goodbye)
                || goodbye.reason() != ControlMessage.Farewell.PROTOCOL_BREACH
                || goodbye.text().isEmpty()) {
            throw new AssertionError(last + " instead of a goodbye with a reason");
        }
    }

    private static void offerAfterGoodOnes(int batch, int count, Class<? extends ControlMessage> answer) {
        int fd = Memory.memfd("hostile", 4096);
        try (Intruder intruder = Intruder.withLanes(Siege.SERVICE, LANES, false)) {
            intruder.offer(lanes(batch, count), fd);
            ControlMessage got = intruder.receive();
            if (!answer.isInstance(got)) {
                throw new AssertionError(got + " instead of " + answer.getSimpleName());
            }
        } finally {
            Descriptors.close(fd);
        }
    }

    /** Descriptors that fail one check each, by name. The caller closes them. */
    private Map<String, Callable<Integer>> hostileMemory(int batch) {
        long length = SegmentDescriptor.length(shape(batch));
        Map<String, Callable<Integer>> all = new LinkedHashMap<>();
        all.put("memory without seals", () -> withHeader(Memory.memfd("hostile", length), batch));
        all.put("memory that is too short", () -> sealed(withHeader(Memory.memfd("hostile", length - 4096), batch)));
        all.put("memory that is much too short", () -> sealed(Memory.memfd("hostile", 1)));
        all.put("memory that is too long", () -> sealed(withHeader(Memory.memfd("hostile", length + 4096), batch)));
        all.put("memory without a header", () -> sealed(Memory.memfd("hostile", length)));
        if (largePages != null) {
            all.put("memory of large pages", () -> largePages.open(HostileMemory::duplicate));
        }
        all.put("sparse memory", () -> sparse(length, batch));
        for (int offset = 0; offset <= SegmentDescriptor.BATCH_OFFSET; offset += Integer.BYTES) {
            int field = offset;
            all.put("memory with another header at " + offset, () -> otherHeader(batch, field));
        }
        all.put("memory of another shape", () -> wellMade(new SegmentShape(batch, LANES, Intruder.RING_CAPACITY, 64)));
        all.put("memory of another batch", () -> wellMade(shape(batch + 2)));
        all.put("a socket", HostileMemory::socket);
        all.put("a directory", () -> Fifo.open(scratch.toString(), false));
        all.put("a device", () -> Fifo.open("/dev/zero", false));
        all.put("an event", Fifo::openWakeUp);
        all.put("a process", () -> ProcessDescriptor.open(CurrentProcess.pid()));
        all.put("a file", () -> file(length));
        all.put("a FIFO", this::fifo);
        return all;
    }

    private static SegmentShape shape(int batch) {
        return new SegmentShape(batch, LANES, Intruder.RING_CAPACITY, ALIGNMENT);
    }

    /** As {@link Segment} writes it, so that memory that is refused for another reason has valid content. */
    private static int withHeader(int fd, int batch) {
        try (Segment good = Segment.create(shape(batch))) {
            long address = Memory.map(fd, 0, SegmentDescriptor.PAGE_LENGTH, true);
            Memory.buffer(address, SegmentDescriptor.PAGE_LENGTH)
                    .put(0, good.control(), 0, SegmentDescriptor.BATCH_OFFSET + Integer.BYTES);
            Memory.unmap(address, SegmentDescriptor.PAGE_LENGTH);
            return fd;
        }
    }

    private static int sealed(int fd) {
        Memory.seal(fd);
        return fd;
    }

    private static int sparse(long length, int batch) throws IOException {
        int fd = withHeader(Memory.memfd("hostile", SegmentDescriptor.PAGE_LENGTH), batch);
        setLength(fd, length);
        return sealed(fd);
    }

    private static void setLength(int fd, long length) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile("/proc/self/fd/" + fd, "rw")) {
            file.setLength(length);
        }
    }

    private static int otherHeader(int batch, int offset) {
        try (Segment segment = Segment.create(shape(batch))) {
            segment.control().putInt(offset, segment.control().getInt(offset) + 1);
            return duplicate(segment.descriptor());
        }
    }

    private static int wellMade(SegmentShape shape) {
        try (Segment segment = Segment.create(shape)) {
            return duplicate(segment.descriptor());
        }
    }

    /** By way of a socket, as descriptors travel. */
    private static int duplicate(int fd) {
        int[] pair = new int[2];
        UnixSocket.pair(pair);
        java.nio.ByteBuffer one = java.nio.ByteBuffer.allocateDirect(1);
        UnixSocket.send(pair[0], one, 0, 1, fd);
        int[] received = new int[1];
        UnixSocket.receive(pair[1], one, 0, 1, received);
        Descriptors.close(pair[0]);
        Descriptors.close(pair[1]);
        return received[0];
    }

    private static int socket() {
        int[] pair = new int[2];
        UnixSocket.pair(pair);
        Descriptors.close(pair[1]);
        return pair[0];
    }

    private int file(long length) throws IOException {
        Path path = scratch.resolve("file");
        int fd = FileSystem.openLockFile(path.toString());
        setLength(fd, length);
        Files.delete(path);
        return fd;
    }

    private int fifo() throws IOException {
        Path path = scratch.resolve("fifo");
        Fifo.make(path.toString());
        int fd = Fifo.open(path.toString(), false);
        Files.delete(path);
        return fd;
    }

    private void shrink() throws IOException {
        long length = SegmentDescriptor.length(shape(0));
        int fd = Memory.memfd("hostile", length);
        try (Intruder intruder = Intruder.greeted(Siege.SERVICE);
                RandomAccessFile file = new RandomAccessFile("/proc/self/fd/" + fd, "rw")) {
            intruder.offer(lanes(0, LANES), fd);
            for (int i = 0; i < 200; i++) {
                file.setLength(i % 2 == 0 ? 0 : length);
            }
            expectBreach(intruder);
        } finally {
            Descriptors.close(fd);
        }
    }

    /** Passes its half of one batch as the client's half of the next one. */
    private void returnTheServersOwn() throws Exception {
        try (Intruder intruder = Intruder.greeted(Siege.SERVICE)) {
            int good = wellMade(shape(0));
            intruder.offer(lanes(0, LANES), good);
            Descriptors.close(good);
            Received ready = intruder.receiveAll();
            intruder.offer(lanes(2, LANES), ready.descriptor());
            Descriptors.close(ready.descriptor());
            expectBreach(intruder);
        }
    }

    private void attackClient(Trap trap) throws IOException {
        for (Map.Entry<String, Callable<Integer>> memory : hostileMemory(0).entrySet()) {
            trap.visit(memory.getKey(), PATIENCE_MS, caller -> {
                Trap.welcome(caller);
                Received asked = caller.receiveAll();
                Descriptors.close(asked.descriptor());
                int fd = memory.getValue().call();
                caller.offer(ready((ControlMessage.Lanes) asked.message(), 0), fd);
                Descriptors.close(fd);
                caller.awaitEnd();
            });
        }
        trap.visit("the client's own memory", PATIENCE_MS, caller -> {
            Trap.welcome(caller);
            Received asked = caller.receiveAll();
            caller.offer(ready((ControlMessage.Lanes) asked.message(), 0), asked.descriptor());
            Descriptors.close(asked.descriptor());
            caller.awaitEnd();
        });
        trap.visit("memory for a batch that nobody wants", PATIENCE_MS, caller -> {
            Trap.welcome(caller);
            Received asked = caller.receiveAll();
            for (int i = 2; i < 20; i++) {
                caller.offer(ready((ControlMessage.Lanes) asked.message(), i), asked.descriptor());
            }
            Descriptors.close(asked.descriptor());
            caller.awaitEnd();
        });
        trap.visit("lanes refused", PATIENCE_MS, caller -> {
            Trap.welcome(caller);
            ControlMessage.Lanes asked = (ControlMessage.Lanes) caller.receive();
            caller.send(new ControlMessage.LanesRefused(asked.batch(), "no"));
            caller.awaitEnd();
        });
        trap.visit("lanes that the server opens", PATIENCE_MS, caller -> {
            Trap.welcome(caller);
            int fd = wellMade(shape(0));
            caller.offer(lanes(0, LANES), fd);
            Descriptors.close(fd);
            caller.awaitEnd();
        });
    }

    private static ControlMessage ready(ControlMessage.Lanes asked, int further) {
        return new ControlMessage.LanesReady(asked.batch() + further, asked.laneCount(), asked.ringCapacity(), "");
    }
}
