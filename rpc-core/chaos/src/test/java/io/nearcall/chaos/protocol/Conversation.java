// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import io.nearcall.internal.wire.ControlMessage;
import java.nio.file.Path;
import java.util.List;

/**
 * The conversation of one input. It greets a service, and takes the steps that the bytes encode. Each step follows the
 * protocol, or has one alteration. Later steps can only name received objects and classes.
 */
final class Conversation {

    static final ControlMessage.Goodbye GOODBYE =
            new ControlMessage.Goodbye(ControlMessage.Farewell.CLOSED, "", List.of());

    private static final int MOST_STEPS = 48;
    private static final int MOST_CALLS = 16;

    /** One in so many is held with a client, which takes longer. */
    private static final int WHOM = 8;

    private final Choices choices;
    private final Path directory;
    private final List<String> services;
    private final long boundNs;
    private final Lure lure;
    private boolean endTold;
    private RawPeer peer;
    private LaneSteps lanes;
    private CallSteps calls;
    private AlteredSteps altered;
    private ControlSteps control;

    /** @param boundNs how long an owed answer may take */
    Conversation(byte[] input, Path directory, List<String> services, Lure lure, long boundNs) {
        this.choices = new Choices(input);
        this.directory = directory;
        this.services = services;
        this.lure = lure;
        this.boundNs = boundNs;
    }

    /** Returns the fault of the other side; null if there is none. */
    String run() {
        int whom = choices.below(WHOM);
        String scheme = RawPeer.SCHEMES.get(choices.below(RawPeer.SCHEMES.size()));
        if (whom == WHOM - 1) {
            return lure(scheme);
        }
        String service = services.get(whom % services.size());
        try (RawPeer connected = new RawPeer(directory, service, scheme, new Manner())) {
            talk(connected, service);
            return peer.fault;
        }
    }

    /** Plays the service to a client that comes and calls. */
    private String lure(String scheme) {
        lure.send(scheme, choices.bytes(MOST_CALLS));
        int fd = lure.accept(boundNs);
        if (fd >= 0) {
            try (RawPeer connected = new RawPeer(fd, false, directory, scheme, new Manner())) {
                talk(connected, Lure.SERVICE);
            }
        }
        String seen = lure.awaitBack(boundNs);
        return peer == null || peer.fault == null ? seen : peer.fault;
    }

    private void talk(RawPeer connected, String service) {
        peer = connected;
        control = new ControlSteps(peer, choices, service, boundNs);
        lanes = new LaneSteps(peer, choices, boundNs);
        calls = new CallSteps(peer, choices, service, lanes);
        altered = new AlteredSteps(peer, choices, lanes);
        if (peer.initiator) {
            control.greet();
        } else {
            control.welcome();
        }
        for (int i = 0; i < MOST_STEPS && choices.hasMore() && !peer.ended && peer.fault == null; i++) {
            step();
            peer.turn();
        }
        if (peer.initiator) {
            probe();
        } else {
            peer.await(lure::isOver, boundNs);
        }
        endTold = peer.ended ? peer.farewell != null : !peer.halfSaid;
        peer.send(GOODBYE);
        if (peer.fault == null && peer.farewell != null) {
            peer.fault = Surprises.in(peer.farewell.text());
        }
        if (peer.fault == null && peer.ended && !peer.lied && peer.farewell != null && peer.initiator) {
            peer.fault = "an honest peer is sent away: " + peer.farewell;
        }
    }

    private void step() {
        switch (choices.below(32)) {
            case 0, 1, 2 -> lanes.open();
            case 3 -> calls.bind();
            case 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 -> calls.call();
            case 14, 15, 16 -> calls.callReceived();
            case 17, 18 -> altered.alteredCall();
            case 19, 20 -> calls.binder();
            case 21, 22 -> manner();
            case 23 -> control.cancel();
            case 24 -> control.release();
            case 25 -> peer.pause();
            case 26 -> control.classes();
            case 27 -> control.control();
            case 28 -> altered.words();
            case 29 -> altered.rawFrame();
            case 30 -> lanes.settle();
            default -> control.leave();
        }
    }

    private void manner() {
        peer.manner.choose(choices);
        peer.stalling |= peer.manner.silent;
    }

    /**
     * At the end the service answers its open calls, and a question on the control socket, or has ended the connection.
     */
    private void probe() {
        for (RawLane lane : List.copyOf(peer.lanes)) {
            if (!peer.ended && peer.fault == null) {
                lanes.owed(lane);
            }
        }
        if (peer.ended || peer.fault != null || peer.halfSaid) {
            return;
        }
        peer.send(new ControlMessage.ClassOffer(RawPeer.UNKNOWN_CLASS, 0, 1));
        if (!peer.await(() -> peer.probed, boundNs) && !peer.ended && peer.fault == null) {
            peer.fault = "hung: the control socket does not answer";
        }
    }

    /** Whether both sides know that the connection ends. Of a peer that hangs up it is looked for a while whether it died. */
    boolean isEndTold() {
        return endTold;
    }

    /** How many calls were answered, and how many of the answers had only one right value to compare with. */
    int answers() {
        return peer == null ? 0 : peer.answers();
    }

    int compared() {
        return peer == null ? 0 : peer.compared();
    }
}
