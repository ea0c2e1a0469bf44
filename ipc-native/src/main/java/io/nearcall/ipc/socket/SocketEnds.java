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

/** A socket, which goes both ways. */
final class SocketEnds implements StreamEnds {

    /* A socket whose other side has gone would end every sleep at once, and it takes the monitor of the connection a moment to
     * notice the death and disconnect: it is slept on for nothing then. If it does not, only this socket was cut off, as an
     * administrator can do; then what was on its way is lost, and the connection is worth nothing any more. */

    private static final int NOTHING = 0;

    /** By then the death of a peer, or its end of the connection, has been noticed. */
    private static final long DEATH_NOTICED_NS = 2_000_000_000;

    private final SocketChannel socket;
    private final SocketSource source;
    private final SocketSink sink;
    private final SelectorSleep forBytes;
    private final SelectorSleep forRoom;
    private volatile long goneSinceNs; // when a sleep first met it; 0 before that
    private final SelectorSleep probe; // for who holds the lock of the sink, while another may sleep for room

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

    /** How long to sleep at most. */
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
            throw new PeerFault("the socket of a lane was cut off");
        }
        return Math.min(timeoutNs, leftNs);
    }

    /** Where the system has no descriptors left to ask, the sink keeps what does not fit. */
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

    /** Gives up what sleeping took: before the socket is closed, whose descriptor would stay open else. */
    void release() {
        forBytes.release();
        forRoom.release();
        probe.release();
    }
}
