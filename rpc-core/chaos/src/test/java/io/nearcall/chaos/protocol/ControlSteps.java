// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.Limits;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Steps on the control socket: greeting, cancellations, references, classes, and messages with altered bytes. */
final class ControlSteps {

    private static final int GREETS_WRONGLY_FROM = 0xF0;

    private final RawPeer peer;
    private final Choices choices;
    private final String service;
    private final long boundNs;

    ControlSteps(RawPeer peer, Choices choices, String service, long boundNs) {
        this.peer = peer;
        this.choices = choices;
        this.service = service;
        this.boundNs = boundNs;
    }

    void greet() {
        int flags = choices.next();
        ControlMessage.Hello hello = RawPeer.hello(service, peer.scheme, (flags & 1) == 1);
        if (flags < GREETS_WRONGLY_FROM) {
            peer.send(hello);
        } else {
            peer.lied = true;
            switch (flags >> 1 & 7) {
                case 0 ->
                    peer.send(new ControlMessage.Hello(
                            (int) choices.wicked(),
                            hello.pid(),
                            hello.endpointId(),
                            hello.limits(),
                            service,
                            peer.scheme));
                case 1 -> peer.send(RawPeer.hello("no-such", peer.scheme, false));
                case 2 -> peer.send(RawPeer.hello(service, "pigeon", false));
                case 3 -> {
                    peer.send(hello);
                    peer.send(hello);
                }
                case 4 -> peer.send(new ControlMessage.Doorbell(0));
                case 5 -> peer.sendRaw(AlteredControl.altered(hello, choices), -1);
                case 6 -> peer.send(new ControlMessage.Welcome(1, hello.pid(), hello.endpointId(), hello.limits()));
                default ->
                    peer.send(new ControlMessage.Hello(
                            1,
                            hello.pid(),
                            hello.endpointId(),
                            new Limits(
                                    (int) Math.max(0, choices.wicked() & Integer.MAX_VALUE),
                                    choices.next(),
                                    choices.wicked()),
                            service,
                            peer.scheme));
            }
        }
        peer.await(() -> peer.lastAnswer != null, peer.halfSaid ? RawPeer.SHORT_NS : boundNs);
        if (!peer.ended && peer.lastAnswer == null && !peer.halfSaid) {
            peer.fault = "hung: no answer to the greeting";
        } else if (peer.lastAnswer instanceof ControlMessage.Refused refused && !peer.lied) {
            peer.fault = "an honest peer is refused: " + refused;
        }
    }

    /** As the service: waits for the greeting, and answers it rightly or not. */
    void welcome() {
        peer.await(() -> peer.lastAnswer != null, boundNs);
        int how = choices.next();
        ControlMessage.Welcome welcome = RawPeer.welcome();
        if (how < GREETS_WRONGLY_FROM) {
            peer.send(welcome);
            return;
        }
        peer.lied = true;
        switch (how & 3) {
            case 0 ->
                peer.send(new ControlMessage.Refused(
                        ControlMessage.VERSION, ControlMessage.Refusal.values()[choices.below(7)], "no"));
            case 1 ->
                peer.send(new ControlMessage.Welcome(
                        (int) choices.wicked(),
                        welcome.pid(),
                        welcome.endpointId(),
                        new Limits((int) choices.wicked() & Integer.MAX_VALUE, choices.next(), choices.wicked())));
            case 2 -> {
                peer.send(welcome);
                peer.send(welcome);
            }
            default -> peer.sendRaw(AlteredControl.altered(welcome, choices), -1);
        }
    }

    void cancel() {
        if (peer.lanes.isEmpty()) {
            return;
        }
        RawLane cancelled = peer.lanes.get(choices.below(peer.lanes.size()));
        int lane = cancelled.number;
        long id = cancelled.lastCall;
        if (choices.lies()) {
            peer.lied = true;
            lane = (int) choices.wicked() & Integer.MAX_VALUE;
            id = choices.wicked();
        }
        peer.lanes.forEach(other -> other.open.replaceAll((call, expected) -> null));
        peer.send(new ControlMessage.Cancel(lane, id));
    }

    void release() {
        int id = Calls.received(peer, choices.next());
        Integer listed = peer.received.remove(id);
        Integer home = peer.sentHome.remove(id);
        if (listed == null || choices.lies()) {
            peer.lied = true;
            peer.send(new ControlMessage.Release(id, choices.wicked(), choices.wicked()));
        } else {
            peer.send(new ControlMessage.Release(id, listed, home == null ? 0 : home));
        }
    }

    void classes() {
        String name = choices.lies() ? new String(choices.bytes(60), StandardCharsets.ISO_8859_1) : Calls.ITEM_CLASS;
        int id = choices.lies() ? (int) choices.wicked() & Integer.MAX_VALUE : 0;
        peer.lied = true;
        switch (choices.below(5)) {
            case 0 -> peer.send(new ControlMessage.ClassOffer(name, id, choices.wicked()));
            case 1 -> peer.send(new ControlMessage.ClassAgreed(name, id));
            case 2 -> peer.send(new ControlMessage.ClassRefused(name, "?"));
            case 3 -> peer.send(new ControlMessage.ClassDiffers(name, shape()));
            default -> peer.send(new ControlMessage.ClassVersion(name, id, shape()));
        }
    }

    private String shape() {
        return choices.lies()
                ? new String(choices.bytes(120), StandardCharsets.ISO_8859_1)
                : "record\nnumber int exact\nnext " + Calls.ITEM_CLASS + "\n\n" + Calls.ITEM_CLASS
                        + "\nremote interface";
    }

    /** A control message with altered bytes. */
    void control() {
        ControlMessage message = switch (choices.below(7)) {
            case 0 -> new ControlMessage.Doorbell(choices.next());
            case 1 -> new ControlMessage.Cancel(choices.next(), 1);
            case 2 -> new ControlMessage.LanesRefused(choices.next(), "no");
            case 3 -> new ControlMessage.Lanes(choices.next(), 1, RawBatches.RING_CAPACITY, false, "x");
            case 4 ->
                new ControlMessage.Goodbye(
                        ControlMessage.Farewell.CLOSED, "bye", List.of(new ControlMessage.Taken(0, 1)));
            case 5 -> RawPeer.hello(service, peer.scheme, false);
            default -> new ControlMessage.ClassOffer(Calls.ITEM_CLASS, 0, 0);
        };
        int descriptor = choices.lies() ? Memory.memfd("stray", 4096) : -1;
        try {
            peer.sendRaw(AlteredControl.altered(message, choices), descriptor);
        } finally {
            if (descriptor >= 0) {
                Descriptors.close(descriptor);
            }
        }
    }

    void leave() {
        switch (choices.below(8)) {
            case 0 -> {
                peer.send(Conversation.GOODBYE);
                peer.lied = true; // whatever follows it
            }
            case 1 -> peer.end();
            default -> {} // rarely, or no conversation is long
        }
    }
}
