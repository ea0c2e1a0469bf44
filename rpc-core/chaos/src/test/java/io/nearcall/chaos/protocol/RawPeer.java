// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.FailureCode;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.internal.wire.Limits;
import io.nearcall.internal.wire.Received;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.fifo.FifoChannelProvider;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.UnixSocket;
import io.nearcall.ipc.shm.ShmChannelProvider;
import io.nearcall.ipc.socket.TcpChannelProvider;
import io.nearcall.ipc.socket.UnixChannelProvider;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A connection to a service with the state of the protocol: agreed classes, open calls, received objects. It takes valid
 * and invalid steps on command, and remembers whether it has broken the protocol. For one thread.
 */
final class RawPeer implements AutoCloseable {

    static final int RING_CAPACITY = 64 * 1024;
    static final int LANES_PER_BATCH = 1024;
    static final List<String> SCHEMES = List.of("shm", "shm", "shm", "fifo", "unix", "tcp");

    /** What is waited where nothing is owed. */
    static final long SHORT_NS = 500_000;

    static final String UNKNOWN_CLASS = "io.nearcall.chaos.protocol.Nobody";

    private static final long CONNECT_NS = 20_000_000_000L;
    private static final boolean TOLD = Boolean.getBoolean("chaos.told");
    private static final int SPINS = 200;
    private static final long LENGTH_TOO_LONG = 0xFF_FFFF;
    private static final long PAUSE_BOUND_NS = 5_000_000;
    private static final long PAUSE_NS = 30_000;
    private static final int MOST_LANES = 24;

    final String scheme;
    /** Whether this side has connected; else it plays the service. */
    final boolean initiator;

    final Manner manner;
    final List<RawLane> lanes = new ArrayList<>();
    /** Objects of the service that were received, and how often each was listed. */
    final Map<Integer, Integer> received = new HashMap<>();
    /** Batches that were not made as they should be: the service may read other memory than this side writes. */
    final Set<Integer> alteredBatches = new HashSet<>();
    /** How often each of them was sent home. */
    final Map<Integer, Integer> sentHome = new HashMap<>();
    /** This side has broken the protocol in some way, so the service may end the connection. */
    boolean lied;
    /** Something is kept from the service that it waits for: answers may take their time. */
    boolean stalling;
    /** The end of the stream was seen, or this side has closed it. */
    boolean ended;
    /** What the service said at the end; null if it has said nothing. */
    ControlMessage.Goodbye farewell;
    /** What the service did wrong; null if nothing. */
    String fault;
    /** Bytes were sent that may be a part of a message: whatever follows them may not be understood. */
    boolean halfSaid;
    /** The service has refused {@link #UNKNOWN_CLASS}, as it has to. */
    boolean probed;
    /** The number of the next batch of lanes that this side asks for. */
    int nextBatch;
    /** The last message of another kind than those above. */
    ControlMessage lastAnswer;

    private final int fd;
    private final ControlSocket socket;
    private final ChannelProvider provider;
    private final Map<Integer, LaneBatch> halves = new HashMap<>();
    private final List<LaneBatch> batches = new ArrayList<>();
    private final Map<Integer, Boolean> modes = new HashMap<>();
    private final Serving serving = new Serving(this);
    private int told;
    private int answers;
    private int compared;

    /** Connects and sends nothing. */
    RawPeer(Path directory, String service, String scheme, Manner manner) {
        this(
                UnixSocket.connect(directory.resolve(service + ".sock").toString(), CONNECT_NS),
                true,
                directory,
                scheme,
                manner);
    }

    /** Talks over an open connection. {@code initiator} says whether this side has made it. */
    RawPeer(int fd, boolean initiator, Path directory, String scheme, Manner manner) {
        this.scheme = scheme;
        this.manner = manner;
        this.fd = fd;
        this.initiator = initiator;
        this.nextBatch = initiator ? 0 : 1;
        this.socket = new ControlSocket(fd);
        this.provider = switch (scheme) {
            case "fifo" -> new FifoChannelProvider(directory, CurrentProcess.uid());
            case "unix" -> new UnixChannelProvider(directory);
            case "tcp" -> new TcpChannelProvider();
            default -> new ShmChannelProvider();
        };
    }

    static ControlMessage.Hello hello(String service, String scheme, boolean trees) {
        Limits limits = new Limits(MOST_LANES, trees ? Limits.TREES : 0, 1 << 20);
        return new ControlMessage.Hello(
                ControlMessage.VERSION, CurrentProcess.pid(), UUID.randomUUID(), limits, service, scheme);
    }

    static ControlMessage.Welcome welcome() {
        return new ControlMessage.Welcome(
                ControlMessage.VERSION, CurrentProcess.pid(), UUID.randomUUID(), new Limits(MOST_LANES, 0, 1 << 20));
    }

    void send(ControlMessage message) {
        send(message, -1);
    }

    void send(ControlMessage message, int descriptor) {
        tell("->", message);
        if (!ended && !socket.send(message, descriptor)) {
            ended = true;
        }
    }

    /** Writes the bytes unchanged, at most as many as the socket takes at once. */
    void sendRaw(byte[] bytes, int descriptor) {
        lied = true;
        halfSaid = true;
        stalling = true;
        if (!ended && bytes.length > 0) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length).put(bytes);
            UnixSocket.send(fd, buffer, 0, bytes.length, descriptor);
        }
    }

    /** Makes this side's half of a batch; the service's half is connected when it comes. */
    LaneBatch half(int batch, int count, boolean shared) {
        LaneBatch half =
                provider.open(batch, count, RING_CAPACITY, shared ? ChannelMode.STREAMING : ChannelMode.TURN_TAKING);
        LaneBatch before = halves.put(batch, half);
        modes.put(batch, shared);
        if (before != null) {
            batches.add(before);
        }
        return half;
    }

    /** Asks for lanes in good order; returns whether that was answered. */
    boolean openLanes(int count, boolean shared, long boundNs) {
        int batch = nextBatch;
        nextBatch += 2;
        LaneBatch half = half(batch, count, shared);
        send(new ControlMessage.Lanes(batch, count, RING_CAPACITY, shared, half.address()), half.descriptor());
        return await(() -> !halves.containsKey(batch), boundNs);
    }

    /** Reads arrived messages until the condition holds. Returns false if the time or the connection ends before. */
    boolean await(BooleanSupplier done, long boundNs) {
        long startNs = System.nanoTime();
        for (int idle = 0; ; idle++) {
            if (turn()) {
                idle = 0;
            }
            if (done.getAsBoolean()) {
                return true;
            }
            if (ended || fault != null) {
                return false;
            }
            if (idle < SPINS) {
                Thread.onSpinWait();
            } else if (System.nanoTime() - startNs > boundNs) {
                return false;
            } else {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    /** Waits a moment for a control message of the other side. */
    void pause() {
        int before = told;
        await(() -> told > before, PAUSE_BOUND_NS);
    }

    /** Deals with whatever has come; returns whether anything had. */
    boolean turn() {
        boolean any = false;
        try {
            Received message;
            while (!ended && (message = socket.receive(0)) != null) {
                any = true;
                received(message.message(), message.descriptor());
            }
        } catch (ControlSocket.EndOfStream e) {
            ended = true;
        }
        for (int i = 0; i < lanes.size(); i++) {
            any |= look(lanes.get(i));
        }
        return any;
    }

    private boolean look(RawLane lane) {
        boolean any = false;
        try {
            RawLane.Message message;
            while ((message = lane.poll()) != null) {
                any = true;
                for (int entry : message.references()) {
                    if (entry >= 0) {
                        received.merge(entry, 1, Integer::sum);
                    }
                }
                tell("<= lane " + lane.number + " type " + message.type(), message.body());
                if (message.last()) {
                    serving.received(lane, message);
                }
            }
        } catch (PeerFault e) {
            lane.deaf = true;
            if (!lane.altered) {
                fault = "the service wrote a corrupt frame: " + e.getMessage();
            }
        }
        return any;
    }

    private void received(ControlMessage message, int descriptor) {
        told++;
        tell("<-", message);
        if (message instanceof ControlMessage.LanesReady ready) {
            connect(ready.batch(), descriptor, ready.address());
        } else {
            if (descriptor >= 0 && !(message instanceof ControlMessage.Lanes)) {
                Descriptors.close(descriptor);
            }
            if (message instanceof ControlMessage.LanesRefused refused) {
                LaneBatch half = halves.remove(refused.batch());
                if (half != null) {
                    batches.add(half);
                }
            } else if (message instanceof ControlMessage.Lanes lanesAsked) {
                asked(lanesAsked, descriptor);
            } else if (message instanceof ControlMessage.ClassOffer offer) {
                manner.answer(this, offer);
            } else if (message instanceof ControlMessage.Goodbye goodbye) {
                farewell = goodbye;
            } else {
                lastAnswer = message;
                probed |= message instanceof ControlMessage.ClassRefused refused
                        && refused.className().equals(UNKNOWN_CLASS);
            }
        }
    }

    /** The service requests lanes. The answer is that of {@link Manner#lanes}. */
    private void asked(ControlMessage.Lanes asked, int descriptor) {
        if (manner.lanes == Manner.IGNORE || manner.lanes == Manner.REFUSE || halves.containsKey(asked.batch())) {
            if (descriptor >= 0) {
                Descriptors.close(descriptor);
            }
            if (manner.lanes == Manner.IGNORE) {
                stalling = true;
            } else {
                send(new ControlMessage.LanesRefused(asked.batch(), "no"));
            }
            return;
        }
        LaneBatch half = half(asked.batch(), asked.laneCount(), asked.fullDuplex());
        halves.remove(asked.batch());
        batches.add(half);
        Channel[] channels;
        try {
            channels = half.connect(descriptor, asked.address(), bell(asked.batch()));
        } catch (OsException | UncheckedIOException e) { // the service has given them up meanwhile
            send(new ControlMessage.LanesRefused(asked.batch(), "no"));
            return;
        } finally {
            close(descriptor);
        }
        add(asked.batch(), asked.fullDuplex(), channels, half);
        int lie = manner.lanes == Manner.LIE ? 1 : 0;
        if (manner.lanes == Manner.CORRUPT && asked.fullDuplex()) {
            RawLane corrupt = lanes.get(lanes.size() - 1);
            corrupt.putHeader(corrupt.header(LENGTH_TOO_LONG));
            lie = 0;
            lied = true;
        }
        lied |= lie > 0;
        send(
                new ControlMessage.LanesReady(
                        asked.batch(), asked.laneCount() + lie, asked.ringCapacity(), half.address()),
                half.descriptor());
    }

    private void connect(int batch, int descriptor, String address) {
        LaneBatch half = halves.remove(batch);
        if (half == null) {
            close(descriptor);
            if (!lied) {
                fault = "lanes that nobody asked for are ready: batch " + batch;
            }
            return;
        }
        batches.add(half);
        try {
            add(batch, modes.get(batch), half.connect(descriptor, address, bell(batch)), half);
        } catch (RuntimeException e) {
            if (!lied) {
                fault = "the service's half of batch " + batch + " is not as it should be: " + e;
            }
        } finally {
            close(descriptor);
        }
    }

    private static void close(int descriptor) {
        if (descriptor >= 0) {
            Descriptors.close(descriptor);
        }
    }

    private void add(int batch, boolean shared, Channel[] channels, LaneBatch half) {
        for (int i = 0; i < channels.length; i++) {
            RawLane lane = new RawLane(
                    batch * LANES_PER_BATCH + i,
                    shared,
                    channels[i],
                    scheme.equals("shm") ? RawLane.segment(half) : null);
            lane.altered = alteredBatches.contains(batch);
            lanes.add(lane);
        }
    }

    private Doorbell bell(int batch) {
        return new Doorbell() {
            @Override
            public void ring(int lane) {
                if (!manner.silent) {
                    send(new ControlMessage.Doorbell(batch * LANES_PER_BATCH + lane));
                }
            }

            @Override
            public void ringHere(int lane) {}

            @Override
            public void ringWhenReadable(int lane, int descriptor) {}

            @Override
            public void ringWhenReadable(int lane, SelectableChannel channel) {}
        };
    }

    /** Sends a whole message on a lane, in several frames if it is long. Returns false if there is no room. */
    boolean message(RawLane lane, int flags, byte[] payload) {
        tell("=> lane " + lane.number + (lane.shared ? " shared" : "") + " flags " + flags, payload);
        int from = 0;
        do {
            int to = Math.min(payload.length, from + lane.channel.maxPayloadLength());
            if (!lane.send(to < payload.length ? flags | Channel.MORE : flags, payload, from, to)) {
                lane.altered = true; // a message that has begun does not end
                stalling = true;
                return false;
            }
            from = to;
        } while (from < payload.length);
        return true;
    }

    /** A call in good order, expected to be answered like that, or in any way if {@code expected} is null. */
    void call(RawLane lane, int type, int object, int method, byte[] rest, boolean references, byte[] expected) {
        long id = ++lane.lastCall;
        byte[] payload = new Body().i64(id).i32(object).i32(method).raw(rest).toBytes();
        if (type == FrameFormat.CALL) {
            lane.open.put(id, expected);
        }
        message(lane, references ? type | FrameFormat.REFERENCES : type, payload);
    }

    /** An answer to an open call. */
    void answered(RawLane lane, RawLane.Message message) {
        long id = message.callId();
        boolean known = lane.isExpected(id);
        byte[] expected = lane.open.remove(id);
        answers++;
        if (!known && !lane.altered && !lied) {
            fault = "an answer to call " + id + " of lane " + lane.number + ", which is not open";
        } else if (expected != null && !lied && !lane.altered && !stalling && !isOverload(message)) {
            compared++;
            byte[] result = Arrays.copyOfRange(message.body(), Long.BYTES, message.body().length);
            if (message.type() != FrameFormat.RESULT || !Arrays.equals(result, expected)) {
                fault = "call " + id + " was answered by type " + message.type() + ", " + Arrays.toString(result)
                        + " instead of " + Arrays.toString(expected);
            }
        }
    }

    /** The calls of one conversation may use all threads of the executor. */
    private static boolean isOverload(RawLane.Message message) {
        return message.type() == FrameFormat.FAILURE
                && message.buffer().getInt(Long.BYTES) == FailureCode.OVERLOADED.ordinal();
    }

    /** How many answers have come. */
    int answers() {
        return answers;
    }

    /** How many of them had only one right value to compare with. */
    int compared() {
        return compared;
    }

    /** With -Dchaos.told=true, prints the conversation, to find out what it was about. */
    private void tell(String what, Object content) {
        if (TOLD) {
            String text = content instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : content.toString();
            System.err.println(what + " " + text.substring(0, Math.min(200, text.length())) + (lied ? " lied" : "")
                    + (stalling ? " stalling" : ""));
        }
    }

    /** Hangs up. */
    void end() {
        ended = true;
        socket.close();
    }

    @Override
    public void close() {
        end();
        lanes.clear();
        for (LaneBatch batch : batches) {
            batch.close();
        }
        for (LaneBatch half : halves.values()) {
            half.close();
        }
        batches.clear();
        halves.clear();
    }
}
