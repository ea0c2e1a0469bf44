// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.Memory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/** Peers that offer lanes over FIFOs, with names and content that no peer uses. */
public final class HostileFifos implements Row {

    private static final int TIMES = 40;
    private static final int PATIENCE_MS = 100;
    private static final int OBJECT_OF_THE_SERVICE = 1;
    private static final int MAX_PAYLOAD = 4072;
    private static final int ANOTHER_USER = 4711;
    private static final long ANSWER_NS = 2_000_000_000;
    private static final long FLOOD_NS = 500_000_000;
    private static final String UNTOUCHED = "of the owner's";

    private Path directory;
    private SplittableRandom random;
    private boolean foreignOwners;

    @Override
    public String name() {
        return "hostile FIFOs";
    }

    @Override
    public String description() {
        return "Clients offer lanes over FIFOs by invalid names, by names with slashes, or by an empty name. Other"
                + " names are those of a file, a directory, a symbolic link, a socket, a FIFO without a reader or another"
                + " user's FIFO. They write corrupt headers, half frames, noise, frames of every kind, floods"
                + " and endless messages, or make their own FIFO too small. Servers do the same to a client. The named"
                + " files stay as they are. Calls are those of a well-behaved client over FIFOs. Delays are as in the"
                + " row *hostile greeting*.";
    }

    @Override
    public String mutation() {
        return "an opened file is not checked to be a FIFO of the peer's user";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        random = campaign.random(this);
        directory = Path.of(System.getProperty("io.nearcall.dir"));
        foreignOwners = CurrentProcess.uid() == 0;
        if (!foreignOwners) {
            tally.note("no FIFOs of another user, because only root can give one away");
        }
        int times = campaign.count(1, 60);
        try (Siege siege = new Siege(campaign.scratch(), tally, "fifo")) {
            for (int i = 0; i < times; i++) {
                attackByNames(siege);
                siege.settle("names of FIFOs");
                attackByFrames(siege);
                siege.settle("frames in FIFOs");
            }
        }
        try (Trap trap = new Trap(campaign.scratch(), tally)) {
            for (int i = 0; i < times; i++) {
                attackClient(trap);
                trap.settle("FIFOs");
            }
        }
    }

    /** Creates the file that the name refers to. */
    @FunctionalInterface
    private interface Decoy {
        void make(Path file) throws IOException;
    }

    private void attackByNames(Siege siege) {
        String name = RawFifos.newName(random);
        for (String address : List.of(
                "/etc/passwd",
                "../" + name,
                name + "/..",
                name + "/",
                name.toUpperCase(),
                name + "0",
                name + "\n",
                name + "\0",
                Siege.SERVICE + ".sock",
                "x".repeat(2_000))) {
            siege.attack("a name that no batch has", () -> offer(address, ControlMessage.Goodbye.class));
        }
        siege.attack("a descriptor in place of a name", () -> {
            try (Intruder intruder = Intruder.greeted(Siege.SERVICE, "fifo")) {
                int fd = Memory.memfd("hostile", 4096);
                intruder.offer(lanes(""), fd);
                Descriptors.close(fd);
                expect(intruder.awaitEnd(), ControlMessage.Goodbye.class);
            }
        });
        siege.attack("a name of nothing", () -> offer(name, ControlMessage.LanesRefused.class));
        decoy(siege, "a regular file", file -> Files.writeString(file, UNTOUCHED), ControlMessage.Goodbye.class);
        decoy(siege, "a directory", Files::createDirectory, ControlMessage.Goodbye.class);
        decoy(siege, "a FIFO that nobody reads", HostileFifos::makeFifo, ControlMessage.LanesRefused.class);
        decoy(siege, "a device", file -> Files.createSymbolicLink(file, Path.of("/dev/null")), GOODBYE);
        decoy(
                siege,
                "a symbolic link to nothing",
                file -> Files.createSymbolicLink(file, Path.of("nowhere")),
                ControlMessage.Goodbye.class);
        siege.attack("a symbolic link to a FIFO", () -> {
            try (RawFifos good = new RawFifos(directory, random, 1)) {
                Path link = directory.resolve(name + "-0");
                Files.createSymbolicLink(link, directory.resolve(good.name() + "-0"));
                offer(name, ControlMessage.Goodbye.class);
                Files.delete(link);
            }
        });
        if (foreignOwners) {
            siege.attack("another user's FIFO", () -> {
                try (RawFifos good = new RawFifos(directory, random, 1)) {
                    Files.setAttribute(directory.resolve(good.name() + "-0"), "unix:uid", ANOTHER_USER);
                    offer(good.name(), ControlMessage.Goodbye.class);
                }
            });
        }
    }

    private static final Class<? extends ControlMessage> GOODBYE = ControlMessage.Goodbye.class;

    private static void makeFifo(Path file) {
        Fifo.make(file.toString());
    }

    private void decoy(Siege siege, String what, Decoy decoy, Class<? extends ControlMessage> answer) {
        siege.attack(what + " in place of a FIFO", () -> {
            String name = RawFifos.newName(random);
            Path file = directory.resolve(name + "-0");
            decoy.make(file);
            try {
                offer(name, answer);
                if (!Files.exists(file, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
                    throw new AssertionError("it was removed");
                }
                if (Files.isRegularFile(file) && !Files.readString(file).equals(UNTOUCHED)) {
                    throw new AssertionError("it was changed");
                }
            } finally {
                Files.deleteIfExists(file);
            }
        });
    }

    private static ControlMessage.Lanes lanes(String address) {
        return new ControlMessage.Lanes(0, 1, Intruder.RING_CAPACITY, false, address);
    }

    private static void offer(String address, Class<? extends ControlMessage> answer) {
        try (Intruder intruder = Intruder.greeted(Siege.SERVICE, "fifo")) {
            intruder.send(lanes(address));
            expect(intruder.receive(), answer);
        }
    }

    private static void expect(ControlMessage message, Class<? extends ControlMessage> type) {
        if (!type.isInstance(message)) {
            throw new AssertionError(message + " instead of " + type.getSimpleName());
        }
    }

    /** What is written into a lane that was made as it should be. */
    @FunctionalInterface
    private interface Writing {
        void write(Intruder intruder, RawFifos lane) throws Exception;
    }

    private void inLane(Siege siege, String what, boolean fullDuplex, Writing writing) {
        siege.attack(what, () -> {
            try (Intruder intruder = Intruder.greeted(Siege.SERVICE, "fifo");
                    RawFifos lane = new RawFifos(directory, random, 1)) {
                intruder.send(new ControlMessage.Lanes(0, 1, Intruder.RING_CAPACITY, fullDuplex, lane.name()));
                if (!(intruder.receive() instanceof ControlMessage.LanesReady ready)) {
                    throw new AssertionError("no lanes");
                }
                lane.connect(ready.address());
                writing.write(intruder, lane);
            }
        });
    }

    private void attackByFrames(Siege siege) {
        for (int[] header : new int[][] {
            {2, 8, FrameFormat.CALL},
            {-1, 8, FrameFormat.CALL},
            {1, MAX_PAYLOAD + 1, FrameFormat.CALL},
            {1, (1 << 24) - 1, FrameFormat.CALL},
            {0, 7, 0},
            {0, MAX_PAYLOAD, 0},
            {0, 8, FrameFormat.CALL},
        }) {
            for (boolean fullDuplex : new boolean[] {false, true}) {
                inLane(siege, "a corrupt header in a FIFO", fullDuplex, (intruder, lane) -> {
                    lane.writeHeader(0, header[0], header[1], header[2]);
                    intruder.ring(0);
                    expect(intruder.awaitEnd(), ControlMessage.Goodbye.class);
                });
            }
        }
        inLane(siege, "a frame in pieces", false, this::frameInPieces);
        for (int i = 0; i < TIMES; i++) {
            inLane(siege, "half a frame", random.nextBoolean(), (intruder, lane) -> {
                byte[] half = new byte[random.nextInt(64)];
                lane.writeHeader(0, 1, half.length + 1 + random.nextInt(64), FrameFormat.CALL);
                if (half.length > 0) {
                    lane.write(0, half);
                }
                intruder.ring(0);
            });
            inLane(siege, "noise in a FIFO", random.nextBoolean(), (intruder, lane) -> {
                byte[] noise = new byte[1 + random.nextInt(5_000)];
                random.nextBytes(noise);
                lane.write(0, noise);
                intruder.ring(0);
            });
            inLane(siege, "frames of every kind in a FIFO", random.nextBoolean(), (intruder, lane) -> {
                for (int j = 0; j < 4; j++) {
                    int more = random.nextInt(4) == 0 ? Channel.MORE : 0;
                    lane.frame(0, random.nextInt(8) | more, Frames.noise(random));
                    intruder.ring(0);
                }
            });
        }
        byte[] call = Frames.call(1, OBJECT_OF_THE_SERVICE, 0, new byte[3_000]);
        inLane(siege, "a flood of calls, answers not read", true, (i, lane) -> flood(i, lane, FrameFormat.CALL, call));
        inLane(siege, "a flood of posts", true, (i, lane) -> flood(i, lane, FrameFormat.POST, call));
        inLane(
                siege,
                "a message without an end",
                false,
                (i, lane) -> flood(i, lane, FrameFormat.CALL | Channel.MORE, call));
        inLane(siege, "a message of empty frames without an end", false, (intruder, lane) -> {
            lane.frame(0, FrameFormat.CALL | Channel.MORE, call);
            flood(intruder, lane, FrameFormat.CALL | Channel.MORE, new byte[0]);
        });
        inLane(siege, "a flood of Dones", true, this::floodOfDones);
        inLane(siege, "a FIFO that is made smaller", true, (intruder, lane) -> {
            lane.shrinkOwn(0, Fifo.ATOMIC_LENGTH);
            flood(intruder, lane, FrameFormat.CALL, call);
        });
        inLane(siege, "a FIFO that nobody reads any more", true, (intruder, lane) -> {
            lane.closeReader(0);
            flood(intruder, lane, FrameFormat.CALL, call);
        });
        siege.attack("a FIFO that is too small", () -> {
            try (Intruder intruder = Intruder.greeted(Siege.SERVICE, "fifo");
                    RawFifos lane = new RawFifos(directory, random, 1)) {
                lane.shrinkOwn(0, Fifo.ATOMIC_LENGTH);
                intruder.send(lanes(lane.name()));
                expect(intruder.receive(), ControlMessage.Goodbye.class);
            }
        });
    }

    /** A good call, byte by byte: the answer comes. */
    private void frameInPieces(Intruder intruder, RawFifos lane) {
        byte[] call = Frames.call(1, OBJECT_OF_THE_SERVICE, Integer.MAX_VALUE, new byte[8]); // no such method
        lane.writeHeader(0, 1, call.length, FrameFormat.CALL);
        intruder.ring(0);
        for (byte one : call) {
            lane.write(0, new byte[] {one});
            Thread.yield();
        }
        if (lane.read(0, ANSWER_NS) == null) {
            throw new AssertionError("no answer");
        }
    }

    private static void flood(Intruder intruder, RawFifos lane, int flags, byte[] payload) {
        long startNs = System.nanoTime();
        intruder.ring(0);
        while (System.nanoTime() - startNs < FLOOD_NS) {
            if (!lane.frame(0, flags, payload)) {
                Thread.yield();
            }
        }
    }

    private void floodOfDones(Intruder intruder, RawFifos lane) {
        long startNs = System.nanoTime();
        byte[] done = new byte[2 * Long.BYTES];
        intruder.ring(0);
        while (System.nanoTime() - startNs < FLOOD_NS) {
            random.nextBytes(done);
            java.nio.ByteBuffer.wrap(done)
                    .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                    .putLong(0, RawFifos.header(0, 8, 0));
            if (lane.write(0, done) < 0) {
                Thread.yield();
            }
        }
    }

    private void attackClient(Trap trap) throws IOException {
        for (String address : List.of("/etc/passwd", "../x", RawFifos.newName(random), "x".repeat(2_000))) {
            trap.visit("lanes by a name that is none", "fifo", "visit", PATIENCE_MS, caller -> {
                Trap.welcome(caller);
                ControlMessage.Lanes asked = (ControlMessage.Lanes) caller.receive();
                caller.send(ready(asked, address));
                caller.awaitEnd();
            });
        }
        trap.visit("the client's own FIFOs", "fifo", "visit", PATIENCE_MS, caller -> {
            Trap.welcome(caller);
            ControlMessage.Lanes asked = (ControlMessage.Lanes) caller.receive();
            caller.send(ready(asked, asked.address()));
            caller.awaitEnd();
        });
        for (int i = 0; i < TIMES / 4; i++) {
            byte[] noise = new byte[1 + random.nextInt(5_000)];
            random.nextBytes(noise);
            boolean framed = i % 2 == 0;
            trap.visit("noise in place of an answer", "fifo", "visit", PATIENCE_MS, caller -> {
                Trap.welcome(caller);
                ControlMessage.Lanes asked = (ControlMessage.Lanes) caller.receive();
                try (RawFifos lanes = new RawFifos(directory, random, asked.laneCount())) {
                    lanes.connect(asked.address());
                    caller.send(ready(asked, lanes.name()));
                    for (int lane = 0; lane < asked.laneCount(); lane++) {
                        if (!framed) {
                            lanes.write(lane, noise);
                        } else if (lanes.read(lane, PATIENCE_MS * 1_000_000L) != null) {
                            lanes.frame(lane, FrameFormat.RESULT, Frames.answer(1, new byte[random.nextInt(60)]));
                        }
                    }
                    caller.awaitEnd();
                }
            });
        }
    }

    private static ControlMessage ready(ControlMessage.Lanes asked, String address) {
        return new ControlMessage.LanesReady(asked.batch(), asked.laneCount(), asked.ringCapacity(), address);
    }
}
