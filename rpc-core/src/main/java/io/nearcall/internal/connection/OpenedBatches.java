// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.CallInterruptedException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.TransportException;
import io.nearcall.internal.client.Link.NewLanes;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.segment.SegmentRejected;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** The batches of lanes that this side of a connection has opened, to call through them. Any thread. */
final class OpenedBatches {

    private final Connection connection;
    private final ControlSocket socket;
    private final ChannelProvider provider;
    private final AtomicInteger nextBatch;
    private final Map<Integer, CompletableFuture<Integer>> expected = new ConcurrentHashMap<>();
    private final List<LaneBatch> batches = new ArrayList<>();
    private boolean closed;

    OpenedBatches(Connection connection, ControlSocket socket, ChannelProvider provider, boolean initiator) {
        this.connection = connection;
        this.socket = socket;
        this.provider = provider;
        this.nextBatch = new AtomicInteger(initiator ? 0 : 1);
    }

    /** Makes a batch together with the peer. Blocks for a round trip. */
    NewLanes open(int count, ChannelMode mode, long timeoutNs) {
        int number = nextBatch.getAndAdd(2);
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        expected.put(number, answer);
        LaneBatch half = null;
        boolean answered = false;
        boolean opened = false;
        try {
            if (connection.isClosed()) { // after the put, so that either this sees the end or fail() sees us
                throw connection.lost(Long.MAX_VALUE, null, true);
            }
            half = provider.open(number, count, Settings.RING_CAPACITY, mode);
            keep(half);
            ControlMessage offer =
                    new ControlMessage.Lanes(number, count, Settings.RING_CAPACITY, mode == ChannelMode.STREAMING);
            if (!socket.send(offer, half.descriptor())) {
                throw connection.lost(Long.MAX_VALUE, null, true);
            }
            half.descriptorPassed();
            int descriptor = await(answer, timeoutNs);
            answered = true;
            Channel[] channels = half.connect(descriptor, lane -> ring(number, lane));
            opened = true;
            return new NewLanes(LaneNumbers.first(number), channels);
        } catch (OsException e) {
            throw new TransportException(
                    Outcome.NOT_SENT,
                    "making " + count + " lanes to " + connection.describe(),
                    "Check the limits on open files and memory.",
                    e);
        } catch (SegmentRejected e) {
            throw connection.broken(e.getMessage());
        } finally {
            expected.remove(number);
            if (!answered) { // else connect() has closed the descriptor, whatever came of it
                answer.cancel(false);
                answer.whenComplete((descriptor, failure) -> closeUnused(descriptor));
            }
            if (!opened) {
                discard(half);
            }
        }
    }

    private int await(CompletableFuture<Integer> answer, long timeoutNs) {
        try {
            return answer.get(timeoutNs, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new DeadlineExceededException(
                    Outcome.NOT_SENT,
                    "The request for lanes",
                    connection.serviceName(),
                    connection.peerPid(),
                    timeoutNs,
                    "");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallInterruptedException(Outcome.NOT_SENT, "lanes to \"" + connection.serviceName() + "\"");
        } catch (ExecutionException e) {
            throw (NearcallException) e.getCause();
        }
    }

    private void ring(int batch, int lane) {
        try {
            socket.send(new ControlMessage.Doorbell(LaneNumbers.first(batch) + lane));
        } catch (OsException e) {
            connection.broken("the doorbell cannot be rung: " + e.getMessage());
        }
    }

    private static void closeUnused(Integer descriptor) {
        if (descriptor != null) {
            Descriptors.close(descriptor);
        }
    }

    private synchronized void keep(LaneBatch half) {
        if (closed) {
            half.close();
            throw connection.lost(Long.MAX_VALUE, null, true);
        }
        batches.add(half);
    }

    private synchronized void discard(LaneBatch half) {
        if (half != null) {
            batches.remove(half);
            half.close();
        }
    }

    /** The peer has made its half. Takes over the descriptor. On the monitor's thread. */
    void ready(int batch, int descriptor) {
        CompletableFuture<Integer> answer = expected.remove(batch);
        if (answer == null || !answer.complete(descriptor)) {
            Descriptors.close(descriptor);
        }
    }

    /** The peer does not make its half. On the monitor's thread. */
    void refused(int batch, NearcallException reason) {
        CompletableFuture<Integer> answer = expected.remove(batch);
        if (answer != null) {
            answer.completeExceptionally(reason);
        }
    }

    /** Ends all waits for answers; the connection has ended. */
    void fail(NearcallException reason) {
        expected.values().forEach(answer -> answer.completeExceptionally(reason));
    }

    /** Unmaps everything. Nobody may be in a lane any more, and none may be opened. */
    synchronized void close() {
        closed = true;
        batches.forEach(LaneBatch::close);
        batches.clear();
    }
}
