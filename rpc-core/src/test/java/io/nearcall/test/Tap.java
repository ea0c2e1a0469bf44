// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.ServiceName;
import io.nearcall.internal.discovery.ServiceSocket;
import io.nearcall.internal.wire.ControlBytes;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.internal.wire.Limits;
import io.nearcall.internal.wire.Received;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.UnixSocket;
import io.nearcall.ipc.ring.RingConsumer;
import io.nearcall.ipc.ring.RingLayout;
import io.nearcall.ipc.ring.RingProducer;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.SegmentShape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * A proxy between a client and a service, over shared memory. It is the peer of both, and passes on and writes down messages
 * about classes, and frames. Serves one client.
 */
public final class Tap implements AutoCloseable {

    private static final long MAX_MESSAGE_BYTES = 1 << 20;
    private static final long PATIENCE_NS = 10_000_000_000L;
    private static final long PAUSE_NS = 20_000;
    private static final int LANES_PER_BATCH = 1024;

    /** One direction of a lane. */
    private record Pipe(
            RingConsumer from, RingProducer to, ControlSocket bell, int lane, boolean fromCaller, boolean shared) {}

    private final Vectors vectors;
    private final Limits limits;
    private final Path socket;
    private final String service;
    private final ServiceSocket listener;
    private final List<Segment> segments = new ArrayList<>();
    private final List<Pipe> pipes = new ArrayList<>();
    private final Queue<ControlMessage> forged = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::run, "tap");
    private volatile boolean closed;
    private volatile Throwable failure;

    /**
     * Listens under the service's own name in another directory than the service's.
     *
     * @param socket the path of the service's socket
     */
    public Tap(Path socket, String service, Path directory, Vectors vectors) {
        this(socket, service, directory, vectors, 0);
    }

    /** @param flags of its greeting: what it asks of both, and what it tells both to know */
    public Tap(Path socket, String service, Path directory, Vectors vectors, int flags) {
        this.limits = new Limits(2, flags, MAX_MESSAGE_BYTES);
        this.socket = socket;
        this.service = service;
        this.vectors = vectors;
        this.listener = ServiceSocket.open(
                RuntimeDirectory.open(directory.toString()), new ServiceName(service), 1, Host.current()::close);
        thread.start();
    }

    /** Tells the client this, which the service has not said. */
    public void tellClient(ControlMessage message) {
        forged.add(message);
    }

    /** Whether it still hands on. */
    public boolean isOpen() {
        return thread.isAlive();
    }

    private void run() {
        UnixSocket.await(listener.descriptor(), true, PATIENCE_NS);
        try (ControlSocket client = new ControlSocket(listener.accept());
                ControlSocket server = new ControlSocket(UnixSocket.connect(socket.toString(), PATIENCE_NS))) {
            client.receive(PATIENCE_NS);
            client.send(new ControlMessage.Welcome(
                    ControlMessage.VERSION, CurrentProcess.pid(), UUID.randomUUID(), limits));
            server.send(new ControlMessage.Hello(
                    ControlMessage.VERSION, CurrentProcess.pid(), UUID.randomUUID(), limits, service, "shm"));
            server.receive(PATIENCE_NS);
            while (!closed) {
                handOn(client, server, ">");
                handOn(server, client, "<");
                if (!forged.isEmpty()) {
                    client.send(forged.remove());
                }
                for (Pipe pipe : List.copyOf(pipes)) {
                    handOn(pipe);
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
        } catch (ControlSocket.EndOfStream e) {
            // one of them has gone
        } catch (Throwable e) {
            failure = e;
        }
    }

    private void handOn(ControlSocket from, ControlSocket to, String direction) throws ControlSocket.EndOfStream {
        Received received = from.receive(0);
        if (received == null) {
            return;
        }
        if (received.message() instanceof ControlMessage.Lanes lanes) {
            open(lanes, received.descriptor(), from, to);
            return;
        }
        if (!(received.message() instanceof ControlMessage.Doorbell)) {
            vectors.add(direction + " control", ControlBytes.of(received.message()));
        }
        to.send(received.message());
    }

    private Segment attached(int descriptor, SegmentShape shape) {
        Segment segment = kept(Segment.attach(descriptor, shape));
        Descriptors.close(descriptor);
        return segment;
    }

    private void open(ControlMessage.Lanes lanes, int descriptor, ControlSocket client, ControlSocket server)
            throws ControlSocket.EndOfStream {
        int capacity = lanes.ringCapacity();
        RingLayout layout = lanes.fullDuplex() ? RingLayout.streaming(capacity) : RingLayout.turnTaking(capacity);
        SegmentShape shape = new SegmentShape(lanes.batch(), lanes.laneCount(), capacity, layout.alignment());
        Segment toClient = kept(Segment.create(shape));
        Segment toServer = kept(Segment.create(shape));
        Segment ofClient = attached(descriptor, shape);
        server.send(lanes, toServer.descriptor());
        Segment ofServer = attached(server.receive(PATIENCE_NS).descriptor(), shape);
        for (int i = 0; i < shape.laneCount(); i++) {
            int position = SegmentDescriptor.consumerPositionIndex(i);
            int lane = lanes.batch() * LANES_PER_BATCH + i;
            pipes.add(new Pipe(
                    new RingConsumer(ofClient.ring(i), layout, toClient.control(), position),
                    new RingProducer(toServer.ring(i), layout, ofServer.control(), position),
                    server,
                    lane,
                    true,
                    lanes.fullDuplex()));
            pipes.add(new Pipe(
                    new RingConsumer(ofServer.ring(i), layout, toServer.control(), position),
                    new RingProducer(toClient.ring(i), layout, ofClient.control(), position),
                    client,
                    lane,
                    false,
                    lanes.fullDuplex()));
        }
        client.send(
                new ControlMessage.LanesReady(lanes.batch(), lanes.laneCount(), capacity, ""), toClient.descriptor());
    }

    private Segment kept(Segment segment) {
        segments.add(segment);
        return segment;
    }

    private void handOn(Pipe pipe) {
        while (pipe.from.poll()) {
            byte[] frame = new byte[pipe.from.frameLength()];
            pipe.from.memory().get(pipe.from.frameIndex(), frame);
            int flags = pipe.from.frameFlags();
            vectors.add(
                    (pipe.fromCaller ? ">" : "<")
                            + (pipe.shared ? " shared " : " lane ")
                            + String.format("%02x", flags),
                    shown(frame, pipe.fromCaller && pipe.shared));
            pipe.from.release();
            pipe.to.memory().put(pipe.to.claim(), frame);
            pipe.to.commit(frame.length, flags);
            pipe.bell.send(new ControlMessage.Doorbell(pipe.lane));
        }
    }

    /** The serial queue of a call on a shared lane depends on the number of the calling thread. */
    private static byte[] shown(byte[] frame, boolean stranded) {
        byte[] shown = frame.clone();
        if (stranded) {
            Arrays.fill(shown, FrameFormat.METHOD_OFFSET + Short.BYTES, FrameFormat.CALL_HEADER_LENGTH, (byte) 0);
        }
        return shown;
    }

    /** Closes the control sockets without a word to either. */
    public void breakOff() {
        closed = true;
        LockSupport.unpark(thread);
        while (thread.isAlive()) { // in the memory
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    @Override
    public void close() {
        breakOff();
        listener.close();
        segments.forEach(Segment::close);
        if (failure != null) {
            throw new AssertionError(failure);
        }
    }
}
