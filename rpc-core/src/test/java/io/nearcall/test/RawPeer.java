// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.Limits;
import io.nearcall.internal.wire.Received;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.UnixSocket;
import io.nearcall.ipc.ring.RingConsumer;
import io.nearcall.ipc.ring.RingLayout;
import io.nearcall.ipc.ring.RingProducer;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.SegmentShape;
import io.nearcall.ipc.wait.SleepingWord;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A caller over shared memory that says frames and control messages as they are given to it. For one thread. */
public final class RawPeer implements AutoCloseable {

    private static final int RING_CAPACITY = 65536;
    private static final int LANES_PER_BATCH = 1024;
    private static final long PATIENCE_NS = 10_000_000_000L;

    private final ControlSocket socket;
    private final List<Segment> segments = new ArrayList<>();

    /** What a record holds. */
    public record Frame(int flags, byte[] payload) {}

    /** Greets the service of that name. */
    public RawPeer(String service) throws ControlSocket.EndOfStream {
        socket = new ControlSocket(UnixSocket.connect(
                PrivateDirectory.path().resolve(service + ".sock").toString(), PATIENCE_NS));
        Limits limits = new Limits(64, 0, 256L << 20);
        send(new ControlMessage.Hello(
                ControlMessage.VERSION, CurrentProcess.pid(), UUID.randomUUID(), limits, service, "shm"));
        if (!(receive() instanceof ControlMessage.Welcome)) {
            throw new AssertionError("no welcome");
        }
    }

    public void send(ControlMessage message) {
        socket.send(message);
        socket.awaitSent(PATIENCE_NS);
    }

    /** The next control message, except those that bring descriptors. */
    public ControlMessage receive() throws ControlSocket.EndOfStream {
        Received received = socket.receive(PATIENCE_NS);
        if (received == null) {
            throw new AssertionError("no message within 10 s");
        }
        return received.message();
    }

    /** Whether the service has ended the connection. Returns at once, and drops its other messages. */
    public boolean hasEnded() {
        try {
            while (socket.receive(0) != null) {
                // not the end yet
            }
            return false;
        } catch (ControlSocket.EndOfStream e) {
            return true;
        }
    }

    /** Has a batch of one lane made. */
    public Lane open(int batch, boolean shared) throws ControlSocket.EndOfStream {
        RingLayout layout = shared ? RingLayout.streaming(RING_CAPACITY) : RingLayout.turnTaking(RING_CAPACITY);
        SegmentShape shape = new SegmentShape(batch, 1, RING_CAPACITY, layout.alignment());
        Segment own = Segment.create(shape);
        segments.add(own);
        socket.send(new ControlMessage.Lanes(batch, 1, RING_CAPACITY, shared, ""), own.descriptor());
        int descriptor = socket.receive(PATIENCE_NS).descriptor();
        Segment peer = Segment.attach(descriptor, shape);
        Descriptors.close(descriptor);
        segments.add(peer);
        return new Lane(batch * LANES_PER_BATCH, own, peer, layout);
    }

    /** The only one of its batch. */
    public final class Lane {

        private final int number;
        private final long ringAddress;
        private final RingProducer producer;
        private final RingConsumer consumer;
        private final SleepingWord sleeper;

        private Lane(int number, Segment own, Segment peer, RingLayout layout) {
            int position = SegmentDescriptor.consumerPositionIndex(0);
            this.number = number;
            this.ringAddress = own.ringAddress(0);
            this.producer = new RingProducer(own.ring(0), layout, peer.control(), position);
            this.consumer = new RingConsumer(peer.ring(0), layout, own.control(), position);
            this.sleeper = new SleepingWord(own.control(), SegmentDescriptor.frameSleeperIndex(0));
        }

        public int number() {
            return number;
        }

        /** How this side waits for frames: it looks for them, unless it announces something else here. */
        public SleepingWord sleeper() {
            return sleeper;
        }

        /** Sends a record as soon as there is room; wakes and rings whether or not anybody sleeps. */
        public void send(Frame frame) {
            if (!trySend(frame, PATIENCE_NS)) {
                throw new AssertionError("no room within 10 s");
            }
        }

        /** As {@link #send}; returns false if there is no room within that time. */
        public boolean trySend(Frame frame, long patienceNs) {
            long deadlineNs = System.nanoTime() + patienceNs;
            while (!trySend(frame)) {
                if (System.nanoTime() - deadlineNs > 0) {
                    return false;
                }
                Thread.onSpinWait();
            }
            RawPeer.this.send(new ControlMessage.Doorbell(number));
            return true;
        }

        /** Sends a record, and wakes a sleeping receiver, but does not ring. Returns whether there was room. */
        public boolean trySend(Frame frame) {
            int index = producer.claim();
            if (index == RingProducer.BACK_PRESSURED) {
                return false;
            }
            producer.memory().put(index, frame.payload());
            int header = producer.headerIndex();
            producer.commit(frame.payload().length, frame.flags());
            SleepingWord.wake(ringAddress + header);
            return true;
        }

        /** The next record if it is there, which is given back; else null. */
        public Frame poll() {
            if (!consumer.poll()) {
                consumer.publish();
                return null;
            }
            byte[] payload = new byte[consumer.frameLength()];
            consumer.memory().get(consumer.frameIndex(), payload);
            consumer.release();
            return new Frame(consumer.frameFlags(), payload);
        }

        /** The next record, for which it looks all the time. */
        public Frame await() {
            long deadlineNs = System.nanoTime() + PATIENCE_NS;
            Frame frame = poll();
            while (frame == null) {
                if (System.nanoTime() - deadlineNs > 0) {
                    throw new AssertionError("no record within 10 s");
                }
                Thread.onSpinWait();
                frame = poll();
            }
            return frame;
        }
    }

    @Override
    public void close() {
        socket.close();
        segments.forEach(Segment::close);
    }
}
