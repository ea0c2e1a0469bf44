// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.fifo.FifoChannelProvider;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.shm.ShmChannelProvider;
import io.nearcall.ipc.socket.TcpChannelProvider;
import io.nearcall.ipc.socket.UnixChannelProvider;
import java.io.UncheckedIOException;
import java.nio.channels.SelectableChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How the lanes of a {@link RawPeer} are made: a batch has two halves, and each side makes its own. For the peer's thread. */
final class RawBatches implements AutoCloseable {

    static final int RING_CAPACITY = 64 * 1024;
    static final int LANES_PER_BATCH = 1024;

    private static final long LENGTH_TOO_LONG = 0xFF_FFFF;

    /** Those that were not made as they should be: the service may read other memory than this side writes. */
    final Set<Integer> altered = new HashSet<>();
    /** The number of the next one that this side asks for. */
    int next;

    private final RawPeer peer;
    private final ChannelProvider provider;
    private final Map<Integer, LaneBatch> halves = new HashMap<>();
    private final List<LaneBatch> made = new ArrayList<>();
    private final Map<Integer, Boolean> modes = new HashMap<>();

    RawBatches(RawPeer peer, Path directory) {
        this.peer = peer;
        this.next = peer.initiator ? 0 : 1;
        this.provider = switch (peer.scheme) {
            case "fifo" -> new FifoChannelProvider(directory, CurrentProcess.uid());
            case "unix" -> new UnixChannelProvider(directory);
            case "tcp" -> new TcpChannelProvider();
            default -> new ShmChannelProvider();
        };
    }

    /** Makes this side's half of a batch; the service's half is connected when it comes. */
    LaneBatch half(int batch, int count, boolean shared) {
        LaneBatch half =
                provider.open(batch, count, RING_CAPACITY, shared ? ChannelMode.STREAMING : ChannelMode.TURN_TAKING);
        LaneBatch before = halves.put(batch, half);
        modes.put(batch, shared);
        if (before != null) {
            made.add(before);
        }
        return half;
    }

    /** Asks for lanes in good order; returns whether that was answered. */
    boolean open(int count, boolean shared, long boundNs) {
        int batch = next;
        next += 2;
        LaneBatch half = half(batch, count, shared);
        peer.send(new ControlMessage.Lanes(batch, count, RING_CAPACITY, shared, half.address()), half.descriptor());
        return peer.await(() -> !halves.containsKey(batch), boundNs);
    }

    /** The service requests lanes. The answer is that of {@link Manner#lanes}. */
    void asked(ControlMessage.Lanes asked, int descriptor) {
        int manner = peer.manner.lanes;
        if (manner == Manner.IGNORE || manner == Manner.REFUSE || halves.containsKey(asked.batch())) {
            close(descriptor);
            if (manner == Manner.IGNORE) {
                peer.stalling = true;
            } else {
                peer.send(new ControlMessage.LanesRefused(asked.batch(), "no"));
            }
            return;
        }
        LaneBatch half = half(asked.batch(), asked.laneCount(), asked.fullDuplex());
        halves.remove(asked.batch());
        made.add(half);
        Channel[] channels;
        try {
            channels = half.connect(descriptor, asked.address(), bell(asked.batch()));
        } catch (OsException | UncheckedIOException e) { // the service has given them up meanwhile
            peer.send(new ControlMessage.LanesRefused(asked.batch(), "no"));
            return;
        } finally {
            close(descriptor);
        }
        add(asked.batch(), asked.fullDuplex(), channels, half);
        int lie = manner == Manner.LIE ? 1 : 0;
        if (manner == Manner.CORRUPT && asked.fullDuplex()) {
            RawLane corrupt = peer.lanes.get(peer.lanes.size() - 1);
            corrupt.putHeader(corrupt.header(LENGTH_TOO_LONG));
            lie = 0;
            peer.lied = true;
        }
        peer.lied |= lie > 0;
        peer.send(
                new ControlMessage.LanesReady(
                        asked.batch(), asked.laneCount() + lie, asked.ringCapacity(), half.address()),
                half.descriptor());
    }

    /** The service has made its half. */
    void ready(ControlMessage.LanesReady ready, int descriptor) {
        int batch = ready.batch();
        LaneBatch half = halves.remove(batch);
        if (half == null) {
            close(descriptor);
            if (!peer.lied) {
                peer.fault = "lanes that nobody asked for are ready: batch " + batch;
            }
            return;
        }
        made.add(half);
        try {
            add(batch, modes.get(batch), half.connect(descriptor, ready.address(), bell(batch)), half);
        } catch (RuntimeException e) {
            if (!peer.lied) {
                peer.fault = "the service's half of batch " + batch + " is not as it should be: " + e;
            }
        } finally {
            close(descriptor);
        }
    }

    /** The service makes no half. */
    void refused(ControlMessage.LanesRefused refused) {
        LaneBatch half = halves.remove(refused.batch());
        if (half != null) {
            made.add(half);
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
                    peer.scheme.equals("shm") ? RawLane.segment(half) : null);
            lane.altered = altered.contains(batch);
            peer.lanes.add(lane);
        }
    }

    private Doorbell bell(int batch) {
        return new Doorbell() {
            @Override
            public void ring(int lane) {
                if (!peer.manner.silent) {
                    peer.send(new ControlMessage.Doorbell(batch * LANES_PER_BATCH + lane));
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

    @Override
    public void close() {
        made.forEach(LaneBatch::close);
        halves.values().forEach(LaneBatch::close);
        made.clear();
        halves.clear();
    }
}
