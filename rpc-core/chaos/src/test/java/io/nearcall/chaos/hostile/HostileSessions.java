// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Site;
import io.nearcall.chaos.Tally;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.spi.RemoteTransport;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Peers of other hosts that send records that are none, or say nothing. */
public final class HostileSessions implements Row {

    private static final int LONGEST_BYTES = RemoteTransport.LONGEST_MESSAGE_BYTES - Guest.HEADER_LENGTH;
    private static final int LANES = 2;
    private static final int FIRST_LANE = 1;
    private static final int SILENT = 200;
    private static final int MADE_UP = 100;
    private static final int MOST_RECORDS = 20;
    private static final int BURST = 40;
    private static final int SHORT_BYTES = 80;

    private SplittableRandom random;
    private Site site;
    private Siege siege;

    @Override
    public String name() {
        return "hostile sessions";
    }

    @Override
    public String description() {
        return "Clients over gRPC send records that are truncated, too long, of an unknown type or for an unknown lane. They"
                + " send more than their credit allows, and grant impossible credit. They send wrong greetings, name"
                + " classes too early, or stay silent ("
                + SILENT
                + " at once). Others send random records from a fixed seed. The server ends each such session. Calls are"
                + " those of a well-behaved client over gRPC. The delay is the time until another well-behaved client is"
                + " connected.";
    }

    @Override
    public String mutation() {
        return "records of lanes that do not exist are ignored";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        random = campaign.random(this);
        site = Site.atFreePort();
        int times = campaign.count(1, 30);
        try (Siege held = new Siege(campaign.scratch(), tally, site)) {
            siege = held;
            for (int i = 0; i < times; i++) {
                breakRecords();
                siege.settle("broken records");
                breakTalk();
                siege.settle("broken talk");
                for (int j = 0; j < MADE_UP; j++) {
                    siege.attack("records that are made up", this::makeUp);
                }
                siege.settle("records that are made up");
                siege.attack("sessions in which nothing is said", this::standSilent);
                siege.settle("silence");
            }
        }
    }

    /** What a guest does after its lanes have been made. */
    private interface Break {
        void by(Guest guest);
    }

    /** An attack after which the server has to end the session. */
    private void attack(String what, Break broken) {
        siege.attack(what, () -> {
            try (Guest guest = Guest.withLanes(site, LANES)) {
                broken.by(guest);
                expectEnd(guest);
            }
        });
    }

    private static void expectEnd(Guest guest) throws InterruptedException {
        if (guest.awaitEnd() == null) {
            throw new AssertionError("the session was not ended");
        }
    }

    private void breakRecords() {
        byte[] longest = new byte[LONGEST_BYTES];
        byte[] one = new byte[1];
        attack(
                "a record that is too long",
                guest -> guest.sendRaw(Guest.record(FIRST_LANE, Guest.DATA, LONGEST_BYTES + 1, longest)));
        attack(
                "a message that is too long",
                guest -> guest.send(FIRST_LANE, Guest.DATA, new byte[2 * RemoteTransport.LONGEST_MESSAGE_BYTES]));
        attack("a record that is cut", guest -> guest.sendRaw(Guest.record(FIRST_LANE, Guest.DATA, 2, one)));
        attack("a record without its header", guest -> guest.sendRaw(new byte[] {1, 0, 0}));
        for (int lane : new int[] {FIRST_LANE + LANES, 1 << 20, -1, Integer.MIN_VALUE}) {
            attack("a record for lane " + lane, guest -> guest.send(lane, Guest.DATA, one));
        }
        for (int type : new int[] {0, Guest.LEAVE + 1, 255}) {
            attack("a record of type " + type, guest -> guest.send(Guest.CONTROL_LANE, type));
        }
        attack("a heartbeat of a lane", guest -> guest.send(FIRST_LANE, Guest.HEARTBEAT));
        attack("a heartbeat with more", guest -> guest.send(Guest.CONTROL_LANE, Guest.HEARTBEAT, one));
        attack("a lane that leaves", guest -> guest.send(FIRST_LANE, Guest.LEAVE));
        attack(
                "credit that there cannot be",
                guest -> guest.send(FIRST_LANE, Guest.CREDIT, (byte) 1, (byte) 0, (byte) 0, (byte) 0));
        attack(
                "negative credit",
                guest -> guest.send(FIRST_LANE, Guest.CREDIT, (byte) 0, (byte) 0, (byte) 0, (byte) -1));
        attack("more than there is credit for", guest -> {
            for (int i = 0; i < BURST; i++) {
                guest.send(FIRST_LANE, Guest.DATA, longest);
            }
        });
    }

    private void breakTalk() {
        siege.attack("a greeting of another version", () -> {
            try (Guest guest = Guest.at(site)) {
                guest.say(Intruder.hello(ControlMessage.VERSION + 1, Siege.SERVICE, "grpc"));
                expectEnd(guest);
            }
        });
        siege.attack("a greeting for a channel of this host", () -> {
            try (Guest guest = Guest.at(site)) {
                guest.say(Intruder.hello(ControlMessage.VERSION, Siege.SERVICE, "shm"));
                expectEnd(guest);
            }
        });
        siege.attack("garbage in place of a greeting", () -> {
            try (Guest guest = Guest.at(site)) {
                byte[] garbage = new byte[1 + random.nextInt(LONGEST_BYTES)];
                random.nextBytes(garbage);
                guest.send(Guest.CONTROL_LANE, Guest.DATA, garbage);
                expectEnd(guest);
            }
        });
        attack("a second greeting", guest -> guest.say(Intruder.hello(ControlMessage.VERSION, Siege.SERVICE, "grpc")));
        attack(
                "a class before any service was found",
                guest -> guest.say(new ControlMessage.ClassOffer(Canary.class.getName(), 0, 0)));
        siege.attack("lanes at no address of a session", () -> {
            try (Guest guest = Guest.withLanes(site, LANES)) {
                guest.say(new ControlMessage.Lanes(2, 1, Intruder.RING_CAPACITY, false, "elsewhere"));
            }
        });
        for (int i = 0; i < MOST_RECORDS; i++) {
            attack("garbage in place of a frame", guest -> {
                byte[] garbage = new byte[100 + random.nextInt(1_000)];
                random.nextBytes(garbage);
                guest.send(FIRST_LANE, Guest.DATA, garbage);
            });
        }
    }

    /** Whether the session ends is left open: by chance, it may be right what is said. */
    private void makeUp() {
        try (Guest guest = random.nextBoolean() ? Guest.withLanes(site, LANES) : Guest.at(site)) {
            for (int i = 1 + random.nextInt(MOST_RECORDS); i > 0; i--) {
                byte[] payload = new byte[random.nextInt(random.nextInt(8) == 0 ? LONGEST_BYTES : SHORT_BYTES)];
                random.nextBytes(payload);
                int lane = random.nextInt(16) == 0 ? random.nextInt() : random.nextInt(FIRST_LANE + LANES);
                int type = random.nextInt(16) == 0 ? random.nextInt(256) : Guest.DATA;
                int stated = random.nextInt(16) == 0 ? random.nextInt() : payload.length;
                guest.sendRaw(Guest.record(lane, type, stated, payload));
            }
        }
    }

    private void standSilent() throws InterruptedException {
        List<Guest> silent = new ArrayList<>();
        try {
            for (int i = 0; i < SILENT; i++) {
                silent.add(Guest.at(site));
            }
            for (Guest guest : silent) {
                expectEnd(guest);
            }
        } finally {
            silent.forEach(Guest::close);
        }
    }
}
