// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.Limits;
import io.nearcall.internal.wire.Received;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Futex;
import io.nearcall.ipc.os.UnixSocket;
import io.nearcall.ipc.ring.RecordDescriptor;
import io.nearcall.ipc.ring.RingConsumer;
import io.nearcall.ipc.ring.RingLayout;
import io.nearcall.ipc.ring.RingProducer;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.SegmentShape;
import io.nearcall.ipc.segment.Words;
import io.nearcall.ipc.wait.SleepingWord;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/** A peer that speaks the protocol by hand, so it can break the protocol anywhere. For one thread. */
public final class Intruder implements Siege.Visitor {

    public static final int RING_CAPACITY = 64 * 1024;
    static final Limits LIMITS = new Limits(64, 0, 256L << 20);

    private static final long PATIENCE_NS = 5_000_000_000L;

    /** For a side that does not read. */
    private static final long FULL_NS = 100_000_000;

    private final int fd;
    private final ControlSocket socket;
    private Segment own;
    private Segment peer;
    private RingProducer[] producers;
    private RingConsumer[] consumers;

    private Intruder(int fd) {
        this.fd = fd;
        this.socket = new ControlSocket(fd);
    }

    /** Connects to a service of the runtime directory, and sends nothing yet. */
    public static Intruder connect(String service) {
        String path = Path.of(System.getProperty("io.nearcall.dir"), service + ".sock")
                .toString();
        return new Intruder(UnixSocket.connect(path, PATIENCE_NS));
    }

    /** Takes over an open connection. */
    static Intruder accepted(int fd) {
        return new Intruder(fd);
    }

    /** Connects and greets as it should be. */
    public static Intruder greeted(String service) {
        return greeted(service, "shm");
    }

    public static Intruder greeted(String service, String channel) {
        Intruder intruder = connect(service);
        return intruder.whole(() -> {
            intruder.send(hello(ControlMessage.VERSION, service, channel));
            if (!(intruder.receive() instanceof ControlMessage.Welcome)) {
                throw new AssertionError("no welcome");
            }
        });
    }

    public static ControlMessage hello(int version, String service, String channel) {
        return new ControlMessage.Hello(version, CurrentProcess.pid(), UUID.randomUUID(), LIMITS, service, channel);
    }

    /** Greets, and has a batch of lanes made. */
    public static Intruder withLanes(String service, int count, boolean fullDuplex) {
        Intruder intruder = greeted(service);
        return intruder.whole(() -> intruder.openLanes(0, count, fullDuplex));
    }

    /** Returns this intruder after that step, or closes it if the step fails: its thread may be interrupted. */
    private Intruder whole(Runnable step) {
        boolean done = false;
        try {
            step.run();
            done = true;
            return this;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    void openLanes(int batch, int count, boolean fullDuplex) {
        RingLayout layout = layout(fullDuplex);
        own = Segment.create(new SegmentShape(batch, count, RING_CAPACITY, layout.alignment()));
        offer(new ControlMessage.Lanes(batch, count, RING_CAPACITY, fullDuplex, ""), own.descriptor());
        try {
            Received ready = socket.receive(PATIENCE_NS);
            if (!(ready.message() instanceof ControlMessage.LanesReady)) {
                throw new AssertionError(ready.message().toString());
            }
            attach(ready.descriptor(), layout);
        } catch (ControlSocket.EndOfStream e) {
            throw new AssertionError(e);
        }
    }

    /** As the side that is called: makes the other half of the batch that is asked for. */
    void acceptLanes() throws ControlSocket.EndOfStream {
        Received asked = socket.receive(PATIENCE_NS);
        ControlMessage.Lanes lanes = (ControlMessage.Lanes) asked.message();
        RingLayout layout = layout(lanes.fullDuplex());
        own = Segment.create(new SegmentShape(lanes.batch(), lanes.laneCount(), RING_CAPACITY, layout.alignment()));
        offer(new ControlMessage.LanesReady(lanes.batch(), lanes.laneCount(), RING_CAPACITY, ""), own.descriptor());
        attach(asked.descriptor(), layout);
    }

    private static RingLayout layout(boolean fullDuplex) {
        return fullDuplex ? RingLayout.streaming(RING_CAPACITY) : RingLayout.turnTaking(RING_CAPACITY);
    }

    private void attach(int descriptor, RingLayout layout) {
        peer = Segment.attach(descriptor, own.shape());
        Descriptors.close(descriptor);
        int count = own.shape().laneCount();
        producers = new RingProducer[count];
        consumers = new RingConsumer[count];
        for (int i = 0; i < count; i++) {
            int position = SegmentDescriptor.consumerPositionIndex(i);
            producers[i] = new RingProducer(own.ring(i), layout, peer.control(), position);
            consumers[i] = new RingConsumer(peer.ring(i), layout, own.control(), position);
        }
    }

    public boolean offer(ControlMessage message, int descriptor) {
        return socket.send(message, descriptor) && socket.awaitSent(FULL_NS);
    }

    public boolean send(ControlMessage message) {
        return socket.send(message) && socket.awaitSent(FULL_NS);
    }

    /** Bytes as they are. */
    public void sendRaw(byte[] bytes, int descriptor) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length).put(bytes);
        UnixSocket.send(fd, buffer, 0, bytes.length, descriptor);
    }

    /** The next message, without its descriptors; null at the end of the connection. */
    public ControlMessage receive() {
        try {
            Received received = socket.receive(PATIENCE_NS);
            if (received == null) {
                throw new AssertionError("neither a message nor the end within 5 s");
            }
            if (received.descriptor() >= 0) {
                Descriptors.close(received.descriptor());
            }
            return received.message();
        } catch (ControlSocket.EndOfStream e) {
            return null;
        }
    }

    /** Says goodbye in good order. */
    @Override
    public void leave() {
        socket.send(new ControlMessage.Goodbye(ControlMessage.Farewell.CLOSED, "", List.of()));
    }

    /** The next message if it is there by now, else null. */
    public ControlMessage glance() throws ControlSocket.EndOfStream {
        Received received = socket.receive(0);
        if (received != null && received.descriptor() >= 0) {
            Descriptors.close(received.descriptor());
        }
        return received == null ? null : received.message();
    }

    /** The next message with its descriptors, which the caller must close. */
    public Received receiveAll() throws ControlSocket.EndOfStream {
        return socket.receive(PATIENCE_NS);
    }

    /** Whether the other side has not closed the connection: rings, and reads nothing. */
    public boolean isOpen() {
        return socket.send(new ControlMessage.Doorbell(0));
    }

    /** Reads until the other side has closed the connection; returns the last message. */
    ControlMessage awaitEnd() {
        ControlMessage last = null;
        ControlMessage next;
        while ((next = receive()) != null) {
            last = next;
        }
        return last;
    }

    /** Sends one frame as the ring's producer would, and rings the doorbell. */
    public boolean frame(int lane, int flags, byte[] payload) {
        int at = producers[lane].claim();
        if (at < 0) {
            return false;
        }
        producers[lane].memory().put(at, payload);
        producers[lane].commit(payload.length, flags);
        return true;
    }

    /** As above, and wakes the other side if it sleeps, or rings if it rests, as a good peer does. */
    public boolean frameAndWake(int lane, int flags, byte[] payload) {
        int header = producers[lane].headerIndex();
        if (!frame(lane, flags, payload)) {
            return false;
        }
        VarHandle.fullFence(); // the other side announces its sleep, fences and looks again
        int sleeper = Words.getIntOpaque(peer.control(), SegmentDescriptor.frameSleeperIndex(lane));
        if (SleepingWord.isRest(sleeper)) {
            ring(lane);
        } else if (sleeper != SleepingWord.AWAKE) {
            int awaited = producers[lane].isStreaming() ? producers[lane].awaitedIndex() : header;
            Futex.wake(own.ringAddress(lane) + awaited, Integer.MAX_VALUE);
        }
        return true;
    }

    /** Reads over the answers that are there; returns how many of them have ended. */
    public int skipAnswers(int lane) {
        int ended = 0;
        while (consumers[lane].poll()) {
            ended += (consumers[lane].frameFlags() & RecordDescriptor.MORE) == 0 ? 1 : 0;
            consumers[lane].release();
        }
        consumers[lane].publish();
        return ended;
    }

    /** Wakes a thread that sleeps until the beginning of this side's ring has a record. */
    void wake(int lane) {
        Futex.wake(own.ringAddress(lane), Integer.MAX_VALUE);
    }

    public void ring(int lane) {
        send(new ControlMessage.Doorbell(lane));
    }

    public RingProducer producer(int lane) {
        return producers[lane];
    }

    public RingConsumer consumer(int lane) {
        return consumers[lane];
    }

    /** Writable memory of this side: control words, and one ring. */
    ByteBuffer control() {
        return own.control();
    }

    ByteBuffer memory(int lane) {
        return producers[lane].memory();
    }

    @Override
    public void close() {
        socket.close();
        if (own != null) {
            own.close();
        }
        if (peer != null) {
            peer.close();
        }
    }
}
