// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.remote;

import io.nearcall.internal.monitor.Monitor;
import io.nearcall.internal.monitor.Timer;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Credentials;
import io.nearcall.spi.RemoteTransport;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Gives a connection what it needs of a session with an endpoint of another host: a control socket, and lanes. The
 * connection ends with the session. Any thread.
 */
public final class RemoteLink implements RemoteTransport.Receiver, ChannelProvider {

    /* Within a host, the kernel tells a connection that its peer has gone. Here the session does: it ends, or nothing
     * at all has arrived for three heartbeats. Heartbeats are counted, not timed: if this process was stopped, it reads
     * what has arrived meanwhile before it counts again. A session that is not ready sends no heartbeat, because the
     * bytes that it still has to send serve as one. So no more is kept for a peer that does not read than it has given
     * credit for.
     *
     * The peer does not know that a lane has been closed here. Records that still arrive for such a lane are ignored.
     * Each side numbers its batches upwards, so the last batch of each side tells which lanes there have been. A list of
     * closed lanes would grow with each batch that the peer refuses. */

    /** The credentials of every peer of another host: this host's kernel knows nothing of it. */
    public static final Credentials CREDENTIALS = new Credentials(0, Host.UNKNOWN, Host.UNKNOWN);

    private static final long HEARTBEAT_NS = 10_000_000_000L;
    private static final int MOST_MISSING = 3;
    private static final long ORDERLY_END_NS = 2_000_000_000;

    private final Monitor monitor;
    private final String scheme;
    private final String place;
    private final boolean hasConnected;
    private final long heartbeatNs;
    private final Consumer<RemoteLink> over;
    private final Map<Integer, CreditStream> streams = new ConcurrentHashMap<>();
    private final int[] lastBatches = {-1, -1}; // the even and the odd one, of one side each; guarded by this array
    private final ControlPump control;
    private final int descriptor;
    private volatile RemoteTransport.Session session; // null before the start
    private Timer heartbeat;
    private volatile boolean ended; // written under the lock
    private volatile boolean heard;
    private int missing;
    private volatile boolean peerLeaves;
    private volatile boolean refused;
    private volatile boolean admitted;
    private volatile String reason = "";

    /**
     * Creates the link with its control socket, but without a session.
     *
     * @param place the place of the peer, as in an address; or in words if the peer has connected
     * @param hasConnected whether the peer has connected, rather than this side
     * @param over is told when the transport no longer uses the link
     */
    public RemoteLink(Monitor monitor, String scheme, String place, boolean hasConnected, Consumer<RemoteLink> over) {
        this(monitor, scheme, place, hasConnected, over, HEARTBEAT_NS);
    }

    RemoteLink(
            Monitor monitor,
            String scheme,
            String place,
            boolean hasConnected,
            Consumer<RemoteLink> over,
            long heartbeatNs) {
        this.monitor = monitor;
        this.scheme = scheme;
        this.place = place;
        this.hasConnected = hasConnected;
        this.over = over;
        this.heartbeatNs = heartbeatNs;
        int[] two = new int[2];
        Host.current().pair(two);
        this.descriptor = two[0];
        this.control = pump(two);
        streams.put(RecordFormat.CONTROL_LANE, control);
    }

    private ControlPump pump(int[] pair) {
        try {
            return new ControlPump(this, monitor, pair[1]);
        } catch (OutOfMemoryError e) {
            Host.current().close(pair[0]);
            Host.current().close(pair[1]);
            throw e;
        }
    }

    /** Returns the control socket. Call it once: the caller must close the socket, which closes the session. */
    public int descriptor() {
        return descriptor;
    }

    /** Begins to use the session. */
    public void start(RemoteTransport.Session begun) {
        session = begun;
        if (ended) { // partner: breakOff
            begun.close(reason);
            return;
        }
        control.start();
        scheduleHeartbeat();
    }

    /** Returns whether the peer has connected, rather than this side. */
    public boolean hasConnected() {
        return hasConnected;
    }

    public String scheme() {
        return scheme;
    }

    public String place() {
        return place;
    }

    /** Returns the name that the peer has proven to have; empty if none. */
    public String principal() {
        return session.principal();
    }

    /** Called when the peer has found a service that it may call. */
    public void admit() {
        admitted = true;
    }

    /** Returns whether the peer has found a service that it may call. */
    public boolean isAdmitted() {
        return admitted;
    }

    /** Returns in words why the session has ended; empty while it has not. */
    public String reason() {
        return reason;
    }

    /** Returns whether the session has ended because one side does not accept the other. */
    public boolean isRefused() {
        return refused;
    }

    /** Asks the peer to make further calls elsewhere if it can. Calls that come all the same are still served. */
    public void leave() {
        RemoteTransport.Session begun = session;
        if (begun != null) {
            begun.send(RecordFormat.record(RecordFormat.CONTROL_LANE, RecordFormat.LEAVE, 0));
        }
    }

    /** Returns whether the peer has asked this side to make further calls elsewhere. */
    public boolean isPeerLeaving() {
        return peerLeaves;
    }

    @Override
    public LaneBatch open(int batch, int laneCount, int capacity, ChannelMode mode) {
        return new RemoteLaneBatch(this, batch, laneCount);
    }

    void add(int lane, CreditStream stream) {
        streams.put(lane, stream);
        int batch = RecordFormat.batch(lane);
        synchronized (lastBatches) {
            lastBatches[batch & 1] = Math.max(lastBatches[batch & 1], batch);
        }
        if (ended) {
            stream.sessionEnded();
        }
    }

    void remove(int lane) {
        streams.remove(lane);
    }

    /** Returns whether the lane can have been there before. */
    private boolean isPast(int lane) {
        int batch = RecordFormat.batch(lane);
        if (lane < RecordFormat.CONTROL_LANE || streams.containsKey(RecordFormat.lane(batch, 0))) {
            return false; // the batch is open, and has fewer lanes
        }
        synchronized (lastBatches) {
            return batch <= lastBatches[batch & 1];
        }
    }

    void send(byte[] record) {
        session.send(record);
    }

    boolean isReady() {
        return session.isReady();
    }

    @Override
    public void received(byte[] message) {
        if (ended) {
            return;
        }
        if (!heard) {
            heard = true;
        }
        try {
            ByteBuffer in = RecordFormat.in(message);
            while (in.hasRemaining()) {
                readRecord(message, in);
            }
        } catch (PeerFault e) {
            breakOff(e.getMessage());
        }
    }

    private void readRecord(byte[] message, ByteBuffer in) {
        if (in.remaining() < RecordFormat.HEADER_LENGTH) {
            throw new PeerFault("the peer sent a part of a record: " + in.remaining() + " bytes");
        }
        int lane = in.getInt();
        int word = in.getInt();
        int type = RecordFormat.type(word);
        int length = RecordFormat.length(word);
        int payload = in.position();
        if (length > Math.min(in.remaining(), RecordFormat.MAX_PAYLOAD_LENGTH)) {
            throw new PeerFault("the peer sent a record of length " + length + ", where " + in.remaining()
                    + " of at most " + RecordFormat.MAX_PAYLOAD_LENGTH + " bytes are left");
        }
        CreditStream stream = streams.get(lane);
        if (stream == null && isPast(lane)) {
            in.position(payload + length);
            return;
        }
        if (stream == null) {
            throw new PeerFault(
                    "the peer sent a record for lane " + Integer.toUnsignedString(lane) + ", which does not exist");
        }
        if (type == RecordFormat.DATA) {
            stream.received(message, payload, length);
        } else if (type == RecordFormat.CREDIT && length == Integer.BYTES) {
            stream.credited(in.getInt(payload));
        } else if (type == RecordFormat.LEAVE && length == 0 && stream == control) {
            peerLeaves = true;
        } else if (type != RecordFormat.HEARTBEAT || length != 0 || stream != control) {
            throw new PeerFault(
                    "the peer sent a record of type " + type + " and length " + length + " for lane " + lane);
        }
        in.position(payload + length);
    }

    @Override
    public void ready() {
        streams.values().forEach(CreditStream::sessionReady);
    }

    @Override
    public void ended(boolean wasRefused, String why) {
        end(wasRefused, why);
        over.accept(this);
    }

    private void scheduleHeartbeat() {
        synchronized (this) {
            if (!ended) {
                heartbeat = monitor.schedule(heartbeatNs, this::beat);
            }
        }
    }

    private void beat() {
        missing = heard ? 0 : missing + 1;
        heard = false;
        if (missing >= MOST_MISSING) {
            breakOff("nothing was heard of the peer for " + MOST_MISSING + " heartbeats");
            return;
        }
        if (session.isReady()) {
            session.send(RecordFormat.record(RecordFormat.CONTROL_LANE, RecordFormat.HEARTBEAT, 0));
        }
        scheduleHeartbeat();
    }

    /** Called when the connection has closed its control socket, and all that it wrote has been sent. */
    void closedHere() {
        if (end(false, "it was closed on this side")) {
            session.close("");
            monitor.schedule(ORDERLY_END_NS, () -> session.close("the peer did not end the session"));
        }
    }

    /**
     * Called when the connection has ended. The session ends soon, even if the peer does not take the last messages.
     */
    public void connectionEnded() {
        monitor.schedule(ORDERLY_END_NS, () -> breakOff("the connection has ended"));
    }

    /** Ends the session at once, and the connection with it. */
    public void breakOff(String fault) {
        end(false, fault);
        RemoteTransport.Session begun = session;
        if (begun != null) { // or start() sees the end
            begun.close(fault);
        }
    }

    /** Returns whether the session had not ended before. */
    private boolean end(boolean wasRefused, String why) {
        synchronized (this) {
            if (ended) {
                return false;
            }
            refused = wasRefused;
            reason = "the session with " + place + " has ended: " + why;
            ended = true;
            if (heartbeat != null) {
                heartbeat.cancel();
            }
        }
        streams.values().forEach(CreditStream::sessionEnded); // closes the control socket, which the connection sees
        return true;
    }
}
