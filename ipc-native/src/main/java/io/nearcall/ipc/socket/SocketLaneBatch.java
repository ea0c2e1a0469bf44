// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.stream.StreamChannel;
import io.nearcall.ipc.wait.WaitSlices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** The sockets of a batch, one for each lane. */
final class SocketLaneBatch implements LaneBatch {

    /* Which side connects. Both sides listen until they know. A side that completes its lanes before it was asked for
     * its address cannot have been reached by anybody. So it connects, and says CONNECTED instead of an address. The
     * side that receives CONNECTED finds all connections waiting. If both sides were asked first, as two equals would
     * be, the side with the lesser address connects, and the other waits for it. */

    /**
     * Longest write. One system call suffices for most messages, and a Unix socket takes it as a whole or not at all.
     */
    private static final int WRITE_LENGTH = 16 * 1024;

    private static final String CONNECTED = "connected";

    /** Loopback connections are made at once, except while strangers flood the other side. */
    private static final long CONNECT_NS = 100_000_000;

    /** The connections of a peer that says that it has connected are waiting already. */
    private static final long WAITING_NS = 100_000_000;

    /** A peer that has the lesser of two addresses may first have to be given a processor. */
    private static final long ACCEPT_NS = 2_000_000_000;

    /** Where the peer listens, and the secrets that this side has to tell it. */
    private record PeerHalf(String place, SocketAddress address, Secrets secrets) {}

    private final SocketFamily family;
    private final int capacity;
    private final boolean turnTaking;
    private final Secrets secrets = Secrets.random();
    private final SocketChannel[] sockets;
    private final SocketEnds[] ends;
    private final String ownAddress;
    private ServerSocketChannel listener; // null when it is not needed any more
    private boolean asked;
    private int reached; // the number of sockets that are connected, from the first one on
    private boolean connected;
    private boolean closed;

    SocketLaneBatch(SocketFamily family, int laneCount, int capacity, ChannelMode mode) {
        this.family = family;
        this.capacity = capacity;
        this.turnTaking = mode == ChannelMode.TURN_TAKING;
        this.sockets = new SocketChannel[laneCount];
        this.ends = new SocketEnds[laneCount];
        boolean complete = false;
        try {
            listener = family.listen(laneCount + Visitors.STRANGERS_MAX);
            ownAddress = family.place(listener) + "/" + secrets;
            complete = true;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen: " + e.getMessage(), e);
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    @Override
    public synchronized String address() {
        asked = true;
        return connected ? CONNECTED : ownAddress;
    }

    @Override
    public synchronized Channel[] connect(int peerDescriptor, String peerAddress, Doorbell doorbell) {
        checkUnconnected(peerDescriptor);
        try {
            if (peerAddress.equals(CONNECTED)) {
                if (!asked) {
                    throw new PeerFault("the peer says that it has connected before it was sent an address");
                }
                acceptAll(WAITING_NS);
                return lanes(null, doorbell);
            }
            PeerHalf peerHalf = parse(peerAddress);
            if (asked && ownAddress.compareTo(peerAddress) > 0) {
                acceptAll(ACCEPT_NS);
                return lanes(null, doorbell);
            }
            connectAll(peerHalf);
            return lanes(peerHalf.secrets, doorbell);
        } catch (IOException e) {
            throw notConnected(e);
        }
    }

    @Override
    public synchronized Channel[] tryConnect(int peerDescriptor, String peerAddress, Doorbell doorbell) {
        if (asked || peerAddress.equals(CONNECTED)) {
            return connect(peerDescriptor, peerAddress, doorbell);
        }
        checkUnconnected(peerDescriptor);
        PeerHalf peerHalf = parse(peerAddress);
        try {
            return connectMore(peerHalf) ? lanes(peerHalf.secrets, doorbell) : null;
        } catch (IOException e) {
            throw notConnected(e);
        }
    }

    private void checkUnconnected(int peerDescriptor) {
        if (peerDescriptor != NO_DESCRIPTOR) {
            throw new PeerFault("the peer passed a descriptor where there is none");
        }
        if (closed || connected) {
            throw new IllegalStateException(closed ? "the batch is closed" : "the batch is connected already");
        }
    }

    private static UncheckedIOException notConnected(IOException cause) {
        return new UncheckedIOException("sockets cannot be connected: " + cause.getMessage(), cause);
    }

    private Channel[] lanes(Secrets answering, Doorbell doorbell) throws IOException {
        connected = true;
        stopListening();
        Channel[] lanes = new Channel[sockets.length];
        for (int lane = 0; lane < lanes.length; lane++) {
            ends[lane] = new SocketEnds(sockets[lane], answering, WRITE_LENGTH, turnTaking);
            lanes[lane] = new StreamChannel(ends[lane], lane, WRITE_LENGTH, capacity, doorbell);
        }
        return lanes;
    }

    private void acceptAll(long patienceNs) throws IOException {
        long deadlineNs = System.nanoTime() + patienceNs;
        try (Visitors visitors = new Visitors(family, listener, secrets, sockets)) {
            for (int slice = 0; visitors.look() > 0; slice++) {
                if (deadlineNs - System.nanoTime() <= 0) {
                    throw new PeerFault("the peer has not connected its lanes");
                }
                WaitSlices.parkVirtual(slice, deadlineNs);
            }
        }
    }

    private PeerHalf parse(String peerAddress) {
        int end = peerAddress.length() - Secrets.TEXT_LENGTH;
        if (end < 1 || peerAddress.charAt(end - 1) != '/' || peerAddress.equals(ownAddress)) {
            throw new PeerFault("not the address of a peer's sockets: " + peerAddress);
        }
        String place = peerAddress.substring(0, end - 1);
        SocketAddress address = family.address(place);
        try {
            return new PeerHalf(place, address, Secrets.parse(peerAddress.substring(end)));
        } catch (IllegalArgumentException e) {
            throw new PeerFault("not the address of a peer's sockets: " + peerAddress);
        }
    }

    private void connectAll(PeerHalf peerHalf) throws IOException {
        long deadlineNs = System.nanoTime() + CONNECT_NS;
        for (int slice = 0; !connectMore(peerHalf); slice++) {
            if (deadlineNs - System.nanoTime() <= 0) {
                throw new IOException("the peer's backlog is full");
            }
            WaitSlices.parkVirtual(slice, deadlineNs);
        }
    }

    /** Connects all sockets that can be connected now. Returns whether none is left. Does not block. */
    private boolean connectMore(PeerHalf peerHalf) throws IOException {
        for (; reached < sockets.length; reached++) {
            if (!reach(peerHalf.address)) {
                return false;
            }
            family.check(sockets[reached]);
            if (sockets[reached].write(peerHalf.secrets.introduction(reached)) != Secrets.INTRODUCTION_LENGTH) {
                throw new IOException("a new socket has no room");
            }
        }
        family.connected(peerHalf.place);
        return true;
    }

    /** A Unix socket is connected at once or never, a TCP socket perhaps a moment later. */
    private boolean reach(SocketAddress address) throws IOException {
        if (sockets[reached] == null) {
            sockets[reached] = family.open();
            if (sockets[reached].connect(address)) {
                return true;
            }
        }
        return sockets[reached].finishConnect();
    }

    private void stopListening() {
        if (listener != null) {
            family.close(listener);
            listener = null;
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            stopListening();
        } finally {
            for (int lane = 0; lane < sockets.length; lane++) {
                close(lane);
            }
        }
    }

    private void close(int lane) {
        if (ends[lane] != null) {
            ends[lane].release();
        }
        Descriptors.close(sockets[lane]);
    }
}
