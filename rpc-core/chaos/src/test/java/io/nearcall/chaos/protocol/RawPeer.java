// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.FailureCode;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.internal.wire.Limits;
import io.nearcall.internal.wire.Received;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.UnixSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A connection to a service with the state of the protocol: agreed classes, open calls, received objects. It takes valid
 * and invalid steps on command, and remembers whether it has broken the protocol. How its lanes are made is in {@link
 * RawBatches}. For one thread.
 */
final class RawPeer implements AutoCloseable {

    static final List<String> SCHEMES = List.of("shm", "shm", "shm", "fifo", "unix", "tcp");

    /** What is waited where nothing is owed. */
    static final long SHORT_NS = 500_000;

    static final String UNKNOWN_CLASS = "io.nearcall.chaos.protocol.Nobody";

    private static final long CONNECT_NS = 20_000_000_000L;
    private static final boolean TOLD = Boolean.getBoolean("chaos.told");
    private static final int SPINS = 200;
    private static final long PAUSE_BOUND_NS = 5_000_000;
    private static final long PAUSE_NS = 30_000;
    private static final int MOST_LANES = 24;

    final String scheme;
    /** Whether this side has connected; else it plays the service. */
    final boolean initiator;

    final Manner manner;
    /** Those that are connected, of all batches. */
    final List<RawLane> lanes = new ArrayList<>();

    final RawBatches batches;
    /** Objects of the service that were received, and how often each was listed. */
    final Map<Integer, Integer> received = new HashMap<>();
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
    /** The last message of another kind than those above. */
    ControlMessage lastAnswer;

    private final int fd;
    private final ControlSocket socket;
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
        this.socket = new ControlSocket(fd);
        this.batches = new RawBatches(this, directory);
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
            batches.ready(ready, descriptor);
        } else {
            if (descriptor >= 0 && !(message instanceof ControlMessage.Lanes)) {
                Descriptors.close(descriptor);
            }
            if (message instanceof ControlMessage.LanesRefused refused) {
                batches.refused(refused);
            } else if (message instanceof ControlMessage.Lanes lanesAsked) {
                batches.asked(lanesAsked, descriptor);
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
        batches.close();
    }
}
