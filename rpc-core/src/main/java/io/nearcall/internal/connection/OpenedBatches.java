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
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.OsException;
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

    /** A batch of which the peer has been told, and where the descriptor of its half will be. */
    private record Offer(int number, int count, LaneBatch half, CompletableFuture<Integer> answer) {

        /** Closes the descriptor that came, or will come, if nobody takes it any more. */
        void closeAnswer() {
            answer.whenComplete((descriptor, failure) -> {
                if (descriptor != null) {
                    Descriptors.close(descriptor);
                }
            });
        }
    }

    private final Connection connection;
    private final ControlSocket socket;
    private final ChannelProvider provider;
    private final AtomicInteger nextBatch;
    private final Map<Integer, CompletableFuture<Integer>> expected = new ConcurrentHashMap<>();
    private final Map<ChannelMode, Offer> unanswered = new ConcurrentHashMap<>();
    private final List<LaneBatch> batches = new ArrayList<>();
    private boolean closed;

    OpenedBatches(Connection connection, ControlSocket socket, ChannelProvider provider, boolean initiator) {
        this.connection = connection;
        this.socket = socket;
        this.provider = provider;
        this.nextBatch = new AtomicInteger(initiator ? 0 : 1);
    }

    /**
     * Makes a batch together with the peer. Blocks for a round trip. One call at a time for each mode.
     *
     * <p>An offer that was not answered in time is not taken back, for the peer may have made its half: the next call waits
     * on for its answer.
     */
    NewLanes open(int count, ChannelMode mode, long timeoutNs) {
        Offer offer = unanswered.remove(mode);
        boolean kept = false;
        boolean taken = false;
        boolean opened = false;
        try {
            if (offer == null || offer.count() != count) {
                discard(offer, false);
                offer = null;
                offer = offer(count, mode);
            }
            if (!await(offer, timeoutNs)) {
                kept = true;
                unanswered.put(mode, offer);
                throw late(timeoutNs);
            }
            int number = offer.number();
            taken = true; // connect() closes the descriptor, whatever happens
            Channel[] channels = offer.half().connect(offer.answer().join(), "", lane -> ring(number, lane));
            opened = true;
            return new NewLanes(LaneNumbers.first(number), channels);
        } catch (OsException e) {
            throw new TransportException(
                    Outcome.NOT_SENT,
                    "making " + count + " lanes to " + connection.describe(),
                    "Check the limits on open files and memory.",
                    e);
        } catch (PeerFault e) {
            throw connection.broken(e.getMessage());
        } finally {
            if (!opened && !kept) {
                discard(offer, taken);
            }
        }
    }

    private Offer offer(int count, ChannelMode mode) {
        int number = nextBatch.getAndAdd(2);
        Offer offer = new Offer(
                number, count, provider.open(number, count, Settings.RING_CAPACITY, mode), new CompletableFuture<>());
        boolean sent = false;
        try {
            keep(offer.half());
            expected.put(number, offer.answer());
            ControlMessage message =
                    new ControlMessage.Lanes(number, count, Settings.RING_CAPACITY, mode == ChannelMode.STREAMING);
            // Closed is looked at after the put: or else fail() finds the answer.
            if (connection.isClosed() || !socket.send(message, offer.half().descriptor())) {
                throw connection.lost(Long.MAX_VALUE, null, true);
            }
            offer.half().descriptorPassed();
            sent = true;
            return offer;
        } finally {
            if (!sent) {
                discard(offer, false);
            }
        }
    }

    /** Whether the answer came in time. */
    private boolean await(Offer offer, long timeoutNs) {
        try {
            offer.answer().get(timeoutNs, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw (NearcallException) e.getCause();
        }
    }

    private NearcallException late(long timeoutNs) {
        if (Thread.currentThread().isInterrupted()) {
            return new CallInterruptedException(Outcome.NOT_SENT, "lanes to \"" + connection.serviceName() + "\"");
        }
        return new DeadlineExceededException(
                Outcome.NOT_SENT,
                "The request for lanes",
                connection.serviceName(),
                connection.peerPid(),
                timeoutNs,
                "");
    }

    private void ring(int batch, int lane) {
        try {
            socket.send(new ControlMessage.Doorbell(LaneNumbers.first(batch) + lane));
        } catch (OsException e) {
            connection.broken("the doorbell cannot be rung: " + e.getMessage());
        }
    }

    private synchronized void keep(LaneBatch half) {
        if (closed) {
            half.close();
            throw connection.lost(Long.MAX_VALUE, null, true);
        }
        batches.add(half);
    }

    private void discard(Offer offer, boolean answerTaken) {
        if (offer == null) {
            return;
        }
        expected.remove(offer.number());
        if (!answerTaken) {
            offer.answer().cancel(false);
            offer.closeAnswer();
        }
        synchronized (this) {
            batches.remove(offer.half());
        }
        offer.half().close();
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
        unanswered.values().forEach(Offer::closeAnswer);
        unanswered.clear();
        batches.forEach(LaneBatch::close);
        batches.clear();
    }
}
