// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/** Peers that greet wrongly, or never, and control messages that are none. */
public final class HostileGreeting implements Row {

    private static final int SILENT = 1_000;
    private static final long ENTRY_NS = 100_000_000;
    private static final int FURTHER_ENTRIES = 20;
    private static final int GARBAGE = 200;
    private static final int MESSAGES = 200;
    private static final int DOORBELLS = 50_000;
    private static final int PATIENCE_MS = 100;
    private static final int HELLO = 1;
    private static final int WELCOME = 2;
    private static final int MAGIC_OFFSET = 5;
    private static final int LAST_TYPE = 13; // greater by one than the last type

    private SplittableRandom random;
    private Siege siege;
    private Trap trap;
    private Tally tally;

    @Override
    public String name() {
        return "hostile greeting";
    }

    @Override
    public String description() {
        return "Clients send nothing ("
                + SILENT
                + " at once), never end their greeting, or greet with noise, a wrong magic number or a wrong version."
                + " They send every control message at any time and flood the server. Servers do the same to a client."
                + " Calls are those of well-behaved clients. The delay is the time that a well-behaved client then needs"
                + " to connect. Beside the silent clients it is at most 100 ms, plus the delay of a sleeping thread.";
    }

    @Override
    public String mutation() {
        return "the magic number of a greeting is not checked";
    }

    @Override
    public void run(Campaign campaign, Tally rowTally) throws Exception {
        tally = rowTally;
        random = campaign.random(this);
        int times = campaign.count(1, 30);
        try (Siege held = new Siege(campaign.scratch(), tally, "shm")) {
            for (int i = 0; i < times; i++) {
                attackServer(held, random, tally);
            }
        }
        try (Trap held = new Trap(campaign.scratch(), tally)) {
            trap = held;
            for (int i = 0; i < times; i++) {
                attackClient();
                trap.settle("greetings");
            }
        }
    }

    /** Does to a server what the row does, once. */
    void attackServer(Siege attacked, SplittableRandom luck, Tally rowTally) throws Exception {
        siege = attacked;
        random = luck;
        tally = rowTally;
        siege.attack("a thousand who stand silent", this::standSilent);
        siege.settle("silence");
        siege.attack("a greeting that never ends", () -> {
            try (Intruder slow = Intruder.connect(Siege.SERVICE)) {
                slow.sendRaw(new byte[] {100, 0}, -1);
                expectEnd(slow);
            }
        });
        for (int version : new int[] {0, 2, 77, -1, Integer.MIN_VALUE}) {
            siege.attack("version " + version, () -> refusesVersion(version));
        }
        for (int bit = 0; bit < 32; bit++) {
            int flipped = bit;
            siege.attack("magic number with bit " + bit + " flipped", () -> refusesMagic(1 << flipped));
        }
        for (String channel : List.of("", "pigeon", "SHM", "shm\0", "x".repeat(2_000))) {
            siege.attack("a channel that is none", () -> {
                try (Intruder odd = Intruder.connect(Siege.SERVICE)) {
                    odd.send(Intruder.hello(ControlMessage.VERSION, Siege.SERVICE, channel));
                    expect(odd.awaitEnd(), ControlMessage.Refused.class);
                }
            });
        }
        siege.attack("something else than a greeting", () -> {
            try (Intruder rude = Intruder.connect(Siege.SERVICE)) {
                rude.send(new ControlMessage.Doorbell(0));
                expectEnd(rude);
            }
        });
        siege.attack("a second greeting", () -> {
            try (Intruder twice = Intruder.greeted(Siege.SERVICE)) {
                twice.send(Intruder.hello(ControlMessage.VERSION, Siege.SERVICE, "shm"));
                expect(twice.awaitEnd(), ControlMessage.Goodbye.class);
            }
        });
        for (int i = 0; i < GARBAGE; i++) {
            siege.attack("garbage in place of a greeting", this::garbage);
        }
        siege.settle("garbage");
        for (int i = 0; i < MESSAGES; i++) {
            siege.attack("control messages of every kind", this::messagesOfEveryKind);
        }
        siege.settle("control messages");
        siege.attack("a flood of doorbells and cancellations", this::flood);
        siege.attack("one who takes no answers", this::takeNoAnswers);
        siege.settle("floods");
    }

    private void standSilent() {
        List<Intruder> silent = new ArrayList<>();
        try {
            for (int i = 0; i < SILENT; i++) {
                silent.add(Intruder.connect(Siege.SERVICE));
            }
            List<Long> entriesNs = new ArrayList<>();
            for (int i = 0; i <= FURTHER_ENTRIES; i++) {
                long startNs = System.nanoTime();
                try (Intruder good = Intruder.greeted(Siege.SERVICE)) {
                    entriesNs.add(System.nanoTime() - startNs);
                    good.leave();
                }
            }
            entriesNs.forEach(tally::delay);
            // The first one waits behind those of the thousand that have not been accepted yet.
            long worstNs = entriesNs.stream().max(Long::compare).orElseThrow();
            tally.note(String.format(
                    "beside %d silent connections a good one was accepted after %.1f ms at most",
                    SILENT, worstNs / 1e6));
            if (worstNs > ENTRY_NS + siege.oversleepNs()) {
                tally.hung("let in after " + worstNs / 1_000_000 + " ms beside the silent");
            }
        } finally {
            silent.forEach(Intruder::close);
        }
    }

    private void refusesVersion(int version) {
        try (Intruder other = Intruder.connect(Siege.SERVICE)) {
            other.send(Intruder.hello(version, Siege.SERVICE, "shm"));
            ControlMessage answer = expect(other.awaitEnd(), ControlMessage.Refused.class);
            if (((ControlMessage.Refused) answer).reason() != ControlMessage.Refusal.VERSION) {
                throw new AssertionError(answer.toString());
            }
        }
    }

    private void refusesMagic(int difference) {
        try (Intruder other = Intruder.connect(Siege.SERVICE)) {
            ByteBuffer greeting = greeting(HELLO);
            greeting.putShort((short) 0).putShort((short) 3).put(new byte[] {'s', 'h', 'm'});
            greeting.putInt(0, greeting.position() - Integer.BYTES);
            greeting.putInt(MAGIC_OFFSET, greeting.getInt(MAGIC_OFFSET) ^ difference);
            other.sendRaw(bytes(greeting), -1);
            expectEnd(other);
        }
    }

    /** Type, magic number, version, pid, id and limits; the length is still 0. */
    private static ByteBuffer greeting(int type) {
        ByteBuffer greeting = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
        greeting.putInt(0).put((byte) type).put(new byte[] {'N', 'C', 'A', 'L'});
        greeting.putInt(ControlMessage.VERSION).putInt(1).putLong(7).putLong(7);
        return greeting.putInt(64).putInt(0).putLong(1 << 20);
    }

    private static byte[] bytes(ByteBuffer written) {
        byte[] bytes = new byte[written.position()];
        written.get(0, bytes);
        return bytes;
    }

    private void garbage() {
        try (Intruder noise = Intruder.connect(Siege.SERVICE)) {
            byte[] bytes = new byte[1 + random.nextInt(5_000)];
            random.nextBytes(bytes);
            sendWithMemory(noise, bytes, random.nextInt(4) == 0);
        }
    }

    private void messagesOfEveryKind() {
        try (Intruder noise = Intruder.greeted(Siege.SERVICE)) {
            for (int j = 0; j < 8; j++) {
                byte[] bytes = new byte[5 + random.nextInt(60)];
                random.nextBytes(bytes);
                ByteBuffer message = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
                message.putInt(0, bytes.length - Integer.BYTES);
                message.put(Integer.BYTES, (byte) (1 + random.nextInt(LAST_TYPE)));
                sendWithMemory(noise, bytes, random.nextInt(3) == 0);
            }
        }
    }

    private static void sendWithMemory(Intruder intruder, byte[] bytes, boolean withMemory) {
        int fd = withMemory ? Memory.memfd("hostile", 4096) : -1;
        intruder.sendRaw(bytes, fd);
        if (fd >= 0) {
            Descriptors.close(fd);
        }
    }

    private void flood() {
        try (Intruder intruder = Intruder.withLanes(Siege.SERVICE, 2, false)) {
            for (int i = 0; i < DOORBELLS; i++) {
                ControlMessage message = i % 2 == 0
                        ? new ControlMessage.Doorbell(random.nextInt(4))
                        : new ControlMessage.Cancel(random.nextInt(4), random.nextLong());
                if (!intruder.send(message)) {
                    break; // the other side may lose patience with us
                }
            }
        }
    }

    private void takeNoAnswers() {
        try (Intruder deaf = Intruder.greeted(Siege.SERVICE)) {
            int offers = 0;
            while (deaf.send(new ControlMessage.ClassOffer("no.such.Class", 0, offers)) && offers < DOORBELLS) {
                offers++;
            }
        }
    }

    private void attackClient() throws Exception {
        trap.visit("no greeting", 1_000, caller -> caller.awaitEnd());
        for (int i = 0; i < 4; i++) {
            byte[] bytes = new byte[64];
            random.nextBytes(bytes);
            trap.visit("garbage in place of a welcome", PATIENCE_MS, caller -> {
                caller.receive();
                caller.sendRaw(bytes, -1);
            });
        }
        trap.visit("another version", PATIENCE_MS, caller -> {
            caller.receive();
            caller.send(new ControlMessage.Welcome(9, 1, UUID.randomUUID(), Intruder.LIMITS));
        });
        trap.visit("another magic number", PATIENCE_MS, caller -> {
            caller.receive();
            ByteBuffer greeting = greeting(WELCOME);
            greeting.putInt(0, greeting.position() - Integer.BYTES).putInt(MAGIC_OFFSET, random.nextInt());
            caller.sendRaw(bytes(greeting), -1);
            caller.awaitEnd();
        });
        for (ControlMessage.Refusal reason : ControlMessage.Refusal.values()) {
            trap.visit("refused: " + reason, PATIENCE_MS, caller -> {
                caller.receive();
                caller.send(new ControlMessage.Refused(ControlMessage.VERSION, reason, "go away"));
            });
        }
        trap.visit("a greeting answered by a doorbell", PATIENCE_MS, caller -> {
            caller.receive();
            caller.send(new ControlMessage.Doorbell(1));
            caller.awaitEnd();
        });
        trap.visit("a welcome that is the last word", PATIENCE_MS, caller -> {
            Trap.welcome(caller);
            caller.awaitEnd();
        });
        for (int i = 0; i < 4; i++) {
            trap.visit("control messages of every kind", PATIENCE_MS, caller -> {
                Trap.welcome(caller);
                byte[] bytes = new byte[5 + random.nextInt(60)];
                random.nextBytes(bytes);
                ByteBuffer message = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
                message.putInt(0, bytes.length - Integer.BYTES);
                message.put(Integer.BYTES, (byte) (1 + random.nextInt(LAST_TYPE)));
                caller.sendRaw(bytes, -1);
                caller.awaitEnd();
            });
        }
    }

    private static void expectEnd(Intruder intruder) {
        ControlMessage message = intruder.receive();
        if (message != null) {
            throw new AssertionError(message.toString());
        }
    }

    private static ControlMessage expect(ControlMessage message, Class<? extends ControlMessage> type) {
        if (!type.isInstance(message)) {
            throw new AssertionError(message + " instead of " + type.getSimpleName());
        }
        return message;
    }
}
