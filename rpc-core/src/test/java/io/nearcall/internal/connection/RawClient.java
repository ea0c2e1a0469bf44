// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.Limits;
import io.nearcall.internal.wire.Received;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.UnixSocket;
import io.nearcall.ipc.ring.RingLayout;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentShape;
import io.nearcall.test.PrivateDirectory;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A client of a service that speaks the control protocol by hand, and makes no calls. */
final class RawClient implements AutoCloseable {

    private static final long PATIENCE_NS = 10_000_000_000L;

    private final ControlSocket socket;
    private int nextBatch;

    /** Connects and greets, for shared memory, and does not wait for the answer. */
    RawClient(String service) {
        this(service, "shm");
    }

    /** As above, for another channel. */
    RawClient(String service, String channel) {
        this.socket = connect(service);
        greet(service, channel);
    }

    private RawClient(ControlSocket socket) {
        this.socket = socket;
    }

    /** Connects, and does not greet. */
    static RawClient silent(String service) {
        return new RawClient(connect(service));
    }

    private static ControlSocket connect(String service) {
        String path = PrivateDirectory.path().resolve(service + ".sock").toString();
        return new ControlSocket(UnixSocket.connect(path, PATIENCE_NS));
    }

    /** Greets, again perhaps; does not wait for the answer. */
    void greet(String service, String channel) {
        socket.send(new ControlMessage.Hello(
                ControlMessage.VERSION,
                CurrentProcess.pid(),
                UUID.randomUUID(),
                new Limits(64, 0, 1 << 20),
                service,
                channel));
    }

    /** Offers memory for some lanes; returns the answer. */
    ControlMessage openLanes(int count, boolean shared) throws ControlSocket.EndOfStream {
        int capacity = Settings.RING_CAPACITY;
        RingLayout layout = RingLayout.of(shared ? ChannelMode.STREAMING : ChannelMode.TURN_TAKING, capacity);
        int batch = nextBatch;
        nextBatch += 2;
        try (Segment own = Segment.create(new SegmentShape(batch, count, capacity, layout.alignment()))) {
            socket.send(new ControlMessage.Lanes(batch, count, capacity, shared, ""), own.descriptor());
            return receive();
        }
    }

    /** Offers some lanes at an address that need not be one; does not wait for the answer. */
    void offerLanes(int batch, int count, int capacity, String address) {
        socket.send(new ControlMessage.Lanes(batch, count, capacity, false, address));
        socket.awaitSent(PATIENCE_NS);
    }

    /** Offers a lane, but passes another descriptor instead of its memory. Does not wait for the answer. */
    void passDescriptor(int batch, int descriptor) {
        socket.send(new ControlMessage.Lanes(batch, 1, Settings.RING_CAPACITY, false, ""), descriptor);
    }

    /** Says that its half of a batch that was not requested is ready, and passes a descriptor. Does not wait. */
    void passUnasked(int batch, int descriptor) {
        socket.send(new ControlMessage.LanesReady(batch, 1, Settings.RING_CAPACITY, ""), descriptor);
    }

    /** Offers a lane of a shape that is refused, and passes a descriptor; does not wait for the answer. */
    void passRefused(int batch, int descriptor) {
        socket.send(new ControlMessage.Lanes(batch, 1, 1, false, ""), descriptor);
    }

    /** Sends messages without meaning until the socket is full. */
    void fill() {
        boolean[] full = new boolean[1];
        socket.onWaiting(waiting -> full[0] = waiting);
        while (!full[0]) {
            socket.send(new ControlMessage.LanesRefused(0, "x".repeat(3000)));
        }
    }

    /** Offers a hundred batches that are refused, from that number on, in one sending; does not wait for the answers. */
    void offerImpossibleLanes(int firstBatch) {
        List<ControlMessage.Lanes> offers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            offers.add(new ControlMessage.Lanes(firstBatch + 2 * i, 1, 1, false, "x"));
        }
        if (!socket.offer(offers)) {
            throw new AssertionError("the service has not read for long");
        }
    }

    /** The next message. */
    ControlMessage receive() throws ControlSocket.EndOfStream {
        Received received = socket.receive(PATIENCE_NS);
        if (received == null) {
            throw new AssertionError("the service has said nothing for 10 s");
        }
        if (received.descriptor() >= 0) {
            Descriptors.close(received.descriptor());
        }
        return received.message();
    }

    @Override
    public void close() {
        socket.close();
    }
}
