// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.pipe;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.host.windows.WindowsHost;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.windows.RandomBytes;
import io.nearcall.ipc.stream.StreamChannel;
import io.nearcall.ipc.wait.WaitSlices;
import java.util.Arrays;

/** The pipes of a batch, one for each lane. */
final class PipeLaneBatch implements LaneBatch {

    /*
     * Both sides make the servers of their pipes, until they know which side connects. A side that completes its lanes
     * before it was asked for its address connects, and says CONNECTED instead. The other side finds all clients waiting
     * then. If both sides were asked first, the one with the lesser address connects, and the other waits for it.
     */

    /** Longest write. The host takes it as a whole. */
    private static final int WRITE_LENGTH = WindowsHost.SEND_LENGTH;

    private static final String CONNECTED = "connected";
    private static final String ID = "[0-9a-f]{32}";
    private static final String PREFIX = "\\\\.\\pipe\\nearcall-";
    private static final long ACCEPT_NS = 2_000_000_000;
    private static final long PAUSE_NS = 1_000_000;

    private final WindowsHost host;
    private final int capacity;
    private final String id = RandomBytes.hex();
    private final int[] listeners;
    private final int[] pipes;
    private boolean asked;
    private boolean connected;
    private boolean closed;

    PipeLaneBatch(WindowsHost host, int laneCount, int capacity) {
        this.host = host;
        this.capacity = capacity;
        this.listeners = none(laneCount);
        this.pipes = none(laneCount);
        boolean done = false;
        try {
            for (int lane = 0; lane < laneCount; lane++) {
                listeners[lane] = host.listenAt(name(id, lane));
            }
            done = true;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private static int[] none(int count) {
        int[] none = new int[count];
        Arrays.fill(none, Host.NO_DESCRIPTOR);
        return none;
    }

    private static String name(String id, int lane) {
        return PREFIX + id + "-" + lane;
    }

    @Override
    public synchronized String address() {
        asked = true;
        return connected ? CONNECTED : id;
    }

    @Override
    public Channel[] connect(int peerDescriptor, String peerAddress, Doorbell doorbell) {
        long startNs = System.nanoTime();
        while (true) {
            Channel[] lanes = tryConnect(peerDescriptor, peerAddress, doorbell);
            if (lanes != null) {
                return lanes;
            }
            if (System.nanoTime() - startNs > ACCEPT_NS) {
                throw new PeerFault("the peer has not opened the pipes of its lanes within 2 s");
            }
            WaitSlices.park(PAUSE_NS);
        }
    }

    @Override
    public synchronized Channel[] tryConnect(int peerDescriptor, String peerAddress, Doorbell doorbell) {
        if (closed || connected) {
            throw new IllegalStateException(closed ? "the batch is closed" : "the batch is connected already");
        }
        boolean waits = peerAddress.equals(CONNECTED);
        if (!waits && !peerAddress.matches(ID)) {
            throw new PeerFault("no address of pipes: " + peerAddress);
        }
        if (waits || asked && id.compareTo(peerAddress) > 0) {
            if (!accepted()) {
                return null;
            }
        } else {
            reach(peerAddress);
        }
        connected = true;
        closeAll(listeners);
        Channel[] lanes = new Channel[pipes.length];
        for (int lane = 0; lane < lanes.length; lane++) {
            lanes[lane] = new StreamChannel(
                    new PipeEnds(host, pipes[lane], WRITE_LENGTH), lane, WRITE_LENGTH, capacity, doorbell);
        }
        return lanes;
    }

    private boolean accepted() {
        for (int lane = 0; lane < pipes.length; lane++) {
            if (pipes[lane] == Host.NO_DESCRIPTOR) {
                int accepted = host.accept(listeners[lane]);
                if (accepted == -Errno.EAGAIN) {
                    return false;
                }
                if (accepted < 0) {
                    throw new OsException("ConnectNamedPipe", -accepted, name(id, lane));
                }
                keep(lane, accepted);
            }
        }
        return true;
    }

    /** Connects. Fails with an OsException if the peer has died. */
    private void reach(String peerAddress) {
        for (int lane = 0; lane < pipes.length; lane++) {
            keep(lane, host.connectTo(name(peerAddress, lane), 0));
        }
    }

    private void keep(int lane, int pipe) {
        pipes[lane] = pipe;
        if (host.peer(pipe).uid() != host.uid()) {
            throw new OsException(
                    "OpenProcess", Errno.EACCES, "the other end of a pipe: its process is dead or another user's");
        }
    }

    private void closeAll(int[] descriptors) {
        for (int i = 0; i < descriptors.length; i++) {
            if (descriptors[i] != Host.NO_DESCRIPTOR) {
                host.close(descriptors[i]);
                descriptors[i] = Host.NO_DESCRIPTOR;
            }
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        closeAll(listeners);
        closeAll(pipes);
    }
}
