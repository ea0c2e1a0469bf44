// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.stream.LaneSink;
import io.nearcall.ipc.stream.LaneSource;
import io.nearcall.ipc.stream.StreamEnds;
import io.nearcall.ipc.wait.SelectorSleep;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** Both ends of a lane over one socket, which goes both ways. */
final class SocketEnds implements StreamEnds {

    /* A socket whose other side has gone would end every sleep at once. The monitor of the connection takes a moment to
     * notice the death and disconnect. Until then a thread sleeps without watching the socket. If the monitor does not
     * disconnect, only this socket was cut off, which an administrator can do. Then the bytes on their way are lost,
     * and the connection is worth nothing any more. */

    private static final int NOTHING = 0;

    /** After this time the death of a peer, or the end of its connection, has been noticed. */
    private static final long DEATH_NOTICED_NS = 2_000_000_000;

    private final SocketChannel socket;
    private final SocketSource source;
    private final SocketSink sink;
    private final SelectorSleep forBytes;
    private final SelectorSleep forRoom;
    private volatile long goneSinceNs; // when a sleep first found the other side gone; 0 before that
    private final SelectorSleep probe; // used under the lock of the sink, while another thread may sleep for room

    /** @param secrets as {@link SocketSource} takes them */
    SocketEnds(SocketChannel socket, Secrets secrets, int writeLength, boolean turnTaking) throws IOException {
        this.socket = socket;
        this.source = new SocketSource(socket, secrets);
        this.forBytes = new SelectorSleep(socket);
        this.forRoom = new SelectorSleep(socket);
        this.probe = new SelectorSleep(socket);
        int bufferLength = socket.getOption(StandardSocketOptions.SO_SNDBUF);
        this.sink =
                new SocketSink(socket, bufferLength, source::isProven, this::mayBeWritable, writeLength, turnTaking);
    }

    @Override
    public LaneSource source() {
        return source;
    }

    @Override
    public LaneSink sink() {
        return sink;
    }

    @Override
    public void sleepForBytes(long timeoutNs, boolean orForRoom) {
        long patienceNs = patienceNs(timeoutNs);
        forBytes.sleep(readable() | (orForRoom && source.isProven() ? writable() : NOTHING), patienceNs);
    }

    @Override
    public void sleepForRoom(long timeoutNs) {
        forRoom.sleep(source.isProven() ? writable() : readable(), patienceNs(timeoutNs));
    }

    /** Returns how long to sleep at most. */
    private long patienceNs(long timeoutNs) {
        if (!source.isGone() && !sink.isGone()) {
            return timeoutNs;
        }
        long nowNs = System.nanoTime();
        if (goneSinceNs == 0) {
            goneSinceNs = nowNs | 1;
        }
        long leftNs = DEATH_NOTICED_NS - (nowNs - goneSinceNs);
        if (leftNs <= 0) {
            throw new PeerFault("the peer has closed the socket of a lane");
        }
        return Math.min(timeoutNs, leftNs);
    }

    /**
     * Whether the socket may be writable. If the system has no descriptors left to ask, the sink keeps what does not
     * fit.
     */
    private boolean mayBeWritable() {
        return probe.isReady(SelectionKey.OP_WRITE);
    }

    private int readable() {
        return source.isGone() ? NOTHING : SelectionKey.OP_READ;
    }

    private int writable() {
        return sink.isGone() ? NOTHING : SelectionKey.OP_WRITE;
    }

    @Override
    public void wakeReceiver() {
        forBytes.wake();
    }

    @Override
    public void wake() {
        forBytes.wake();
        forRoom.wake();
    }

    @Override
    public void watch(Doorbell doorbell, int lane) {
        forBytes.release();
        if (!source.isGone()) {
            doorbell.ringWhenReadable(lane, socket);
        }
    }

    /**
     * Gives up what sleeping took. To be called before the socket is closed: its descriptor would stay open otherwise.
     */
    void release() {
        forBytes.release();
        forRoom.release();
        probe.release();
    }
}
