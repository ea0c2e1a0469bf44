// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.CallInterruptedException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.TransportException;
import io.nearcall.internal.lane.LaneConnection.NewLanes;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.OsException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** The batches of lanes that this side of a connection has opened to call through. Any thread. */
final class OpenedBatches {

    /** The peer's answer about its half: an address or, if that is empty, a descriptor. */
    private record PeerHalf(int descriptor, String address) {}

    /** A batch that was offered to the peer, and the future that receives the peer's half. */
    private record Offer(int number, int count, LaneBatch half, CompletableFuture<PeerHalf> answer) {}

    private final Connection connection;
    private final ControlSocket socket;
    private final ChannelProvider provider;
    private final IntConsumer disposal;
    private final AtomicInteger nextBatch;
    private final Map<Integer, CompletableFuture<PeerHalf>> expected = new ConcurrentHashMap<>();
    private final Map<ChannelMode, Offer> unanswered = new ConcurrentHashMap<>();
    private final Map<Integer, Channel> lanes = new ConcurrentHashMap<>();
    private final List<LaneBatch> batches = new ArrayList<>();
    private final Queue<Doorbells> allDoorbells = new ConcurrentLinkedQueue<>();
    private boolean closed;

    OpenedBatches(
            Connection connection,
            ControlSocket socket,
            ChannelProvider provider,
            boolean initiator,
            IntConsumer disposal) {
        this.connection = connection;
        this.socket = socket;
        this.provider = provider;
        this.disposal = disposal;
        this.nextBatch = new AtomicInteger(initiator ? 0 : 1);
    }

    /**
     * Makes a batch together with the peer. Blocks for a round trip. One call at a time for each mode.
     *
     * <p>An offer that was not answered in time is not withdrawn, because the peer may have made its half. The next
     * call continues to wait for its answer.
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
            taken = true; // connect() closes the descriptor in any case
            Channel[] channels = connect(offer);
            opened = true;
            return new NewLanes(LaneNumbers.first(offer.number()), channels);
        } catch (OsException | UncheckedIOException e) {
            throw new TransportException(
                    Outcome.NOT_SENT, "making " + count + " lanes to " + connection.describe(), "", e);
        } catch (PeerFault e) {
            throw connection.broken(e.getMessage());
        } finally {
            if (!opened && !kept) {
                discard(offer, taken);
            }
        }
    }

    private Channel[] connect(Offer offer) {
        Doorbells doorbells = connection.doorbells(offer.number());
        allDoorbells.add(doorbells);
        PeerHalf peerHalf = offer.answer().join();
        Channel[] channels = null;
        try {
            channels = offer.half().connect(peerHalf.descriptor(), peerHalf.address(), doorbells);
        } finally {
            if (channels == null) {
                disposal.accept(peerHalf.descriptor());
            } else if (peerHalf.descriptor() >= 0) {
                Host.current().close(peerHalf.descriptor());
            }
        }
        for (int i = 0; i < channels.length; i++) {
            lanes.put(LaneNumbers.first(offer.number()) + i, channels[i]);
        }
        return channels;
    }

    /** The lane with that number, or null. */
    Channel lane(int number) {
        return lanes.get(number);
    }

    private Offer offer(int count, ChannelMode mode) {
        int number = nextBatch.getAndAdd(2);
        Offer offer = new Offer(
                number, count, provider.open(number, count, Settings.RING_CAPACITY, mode), new CompletableFuture<>());
        try {
            keep(offer.half());
            expected.put(number, offer.answer());
            ControlMessage message = new ControlMessage.Lanes(
                    number,
                    count,
                    Settings.RING_CAPACITY,
                    mode == ChannelMode.STREAMING,
                    offer.half().address());
            // The end is checked after the put: either it is seen here, or fail() finds the answer.
            if (connection.isClosed() || !socket.send(message, offer.half().descriptor())) {
                throw connection.closing().cutOff(true);
            }
            offer.half().descriptorPassed();
            return offer;
        } catch (Throwable e) {
            discard(offer, false);
            throw e;
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
            closeAnswer(offer);
        }
        synchronized (this) {
            batches.remove(offer.half());
        }
        offer.half().close();
    }

    /** Closes the descriptor of an answer that nobody takes any more, now or when it arrives. */
    private void closeAnswer(Offer offer) {
        offer.answer().whenComplete((peerHalf, failure) -> {
            if (peerHalf != null) {
                disposal.accept(peerHalf.descriptor());
            }
        });
    }

    /** The peer has made its half. Takes over the descriptor, -1 if there is none. On the monitor's thread. */
    void ready(int batch, int descriptor, String address) {
        CompletableFuture<PeerHalf> answer = expected.remove(batch);
        if (answer == null || !answer.complete(new PeerHalf(descriptor, address))) {
            disposal.accept(descriptor);
        }
    }

    /** Whether this side has no lanes yet. */
    boolean isEmpty() {
        return lanes.isEmpty();
    }

    /** The peer does not make its half. On the monitor's thread. */
    void refused(int batch, NearcallException reason) {
        CompletableFuture<PeerHalf> answer = expected.remove(batch);
        if (answer != null) {
            answer.completeExceptionally(reason);
        }
    }

    /** Ends all waits for answers; the connection has ended. */
    void fail(NearcallException reason) {
        expected.values().forEach(answer -> answer.completeExceptionally(reason));
    }

    /** Gives up what would outlive this process. */
    synchronized void abandon() {
        batches.forEach(LaneBatch::abandon);
    }

    /** Unmaps everything. No thread may be in a lane any more, and no lane may be opened. */
    synchronized void close() {
        closed = true;
        unanswered.values().forEach(this::closeAnswer);
        unanswered.clear();
        allDoorbells.forEach(Doorbells::close);
        closeAll(batches);
    }

    /** Closes the batches. Continues after a failure, and throws it at the end. */
    static void closeAll(List<LaneBatch> batches) {
        RuntimeException failure = null;
        for (LaneBatch batch : batches) {
            try {
                batch.close();
            } catch (OsException | UncheckedIOException e) {
                failure = e;
            }
        }
        batches.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
