// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.chaos.Site;
import io.nearcall.grpc.GrpcTransport;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.EncodedControl;
import io.nearcall.spi.RemoteTransport;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A peer over gRPC that speaks the records of a session by hand, and so can break it anywhere. For one thread. */
final class Guest implements RemoteTransport.Receiver, Siege.Visitor {

    /** Of records. */
    static final int HEADER_LENGTH = 8;

    static final int CONTROL_LANE = 0;
    static final int DATA = 1;
    static final int CREDIT = 2;
    static final int HEARTBEAT = 3;
    static final int LEAVE = 4;

    private static final int TYPE_SHIFT = 24;
    private static final int LENGTH_MASK = (1 << TYPE_SHIFT) - 1;

    /** Of control messages: their type is behind their length. */
    private static final int TYPE_INDEX = HEADER_LENGTH + Integer.BYTES;

    private static final byte WELCOME = 2;
    private static final byte LANES_READY = 5;

    private static final String ADDRESS_OF_LANES = "session";
    private static final long PATIENCE_S = 10;

    private final BlockingQueue<byte[]> received = new LinkedBlockingQueue<>();
    private final CompletableFuture<String> end = new CompletableFuture<>();
    private final RemoteTransport.Session session;

    private Guest(Site site) {
        session = GrpcTransport.builder().build().connect("127.0.0.1:" + site.port(), this);
    }

    /** Begins a session, and says nothing yet. */
    static Guest at(Site site) {
        return new Guest(site);
    }

    /** Greets as it should be. */
    static Guest greeted(Site site) {
        Guest guest = new Guest(site);
        guest.say(Intruder.hello(
                ControlMessage.VERSION, Siege.SERVICE, site.schemes().get(0)));
        guest.expect(WELCOME);
        return guest;
    }

    /** Greets, and has a batch of lanes made, which are the lanes from 1 on. */
    static Guest withLanes(Site site, int count) {
        Guest guest = greeted(site);
        guest.say(new ControlMessage.Lanes(0, count, Intruder.RING_CAPACITY, true, ADDRESS_OF_LANES));
        guest.expect(LANES_READY);
        return guest;
    }

    private void expect(byte type) {
        try {
            byte[] message = received.poll(PATIENCE_S, TimeUnit.SECONDS);
            while (message != null && !(message.length > TYPE_INDEX && message[TYPE_INDEX] == type)) {
                message = received.poll(PATIENCE_S, TimeUnit.SECONDS);
            }
            if (message == null) {
                throw new AssertionError("no control message of type " + type + ", but " + end.getNow("nothing"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** A record whose header may lie. */
    static byte[] record(int lane, int type, int statedLength, byte[] payload) {
        ByteBuffer record = ByteBuffer.allocate(HEADER_LENGTH + payload.length).order(ByteOrder.LITTLE_ENDIAN);
        return record.putInt(lane)
                .putInt(type << TYPE_SHIFT | statedLength & LENGTH_MASK)
                .put(payload)
                .array();
    }

    void send(int lane, int type, byte... payload) {
        session.send(record(lane, type, payload.length, payload));
    }

    void sendRaw(byte[] message) {
        session.send(message);
    }

    void say(ControlMessage message) {
        send(CONTROL_LANE, DATA, EncodedControl.of(message));
    }

    /** Waits until the server ends the session; returns in words why, or null if it does not. */
    String awaitEnd() throws InterruptedException {
        try {
            return end.get(PATIENCE_S, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return null;
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void leave() {
        say(new ControlMessage.Goodbye(ControlMessage.Farewell.CLOSED, "", List.of()));
    }

    @Override
    public void received(byte[] message) {
        if (received.size() < 100) { // nobody looks at more
            received.add(message);
        }
    }

    @Override
    public void ready() {}

    @Override
    public void ended(boolean refused, String reason) {
        end.complete(reason);
    }

    @Override
    public void close() {
        session.close("it is over");
    }
}
