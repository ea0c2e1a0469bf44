// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.nearcall.internal.monitor.Monitor;
import io.nearcall.internal.remote.RemoteLink;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.spi.RemoteTransport;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lanes over gRPC for the contract of channels, which makes one half of a batch like the other. In the JVM of the test, the two
 * halves are at the two ends of one session. The second JVM of a test has a session of its own, which it begins.
 *
 * <p>The contract takes a frame for received when it has been sent. So a thread that sends within the JVM of the test waits
 * until the other end has received the record.
 */
public final class GrpcLanes implements ChannelProvider {

    static final String PORT_OPTION = "-Dnearcall.test.port=";
    static final String PEER_OPTION = "-Dnearcall.test.peer=true";

    private static final boolean IS_PEER = Boolean.getBoolean("nearcall.test.peer");
    private static final int PORT = Integer.getInteger("nearcall.test.port");
    private static final String ADDRESS_OF_PEER = "peer";
    private static final long PATIENCE_S = 20;
    private static final long LAST_WORDS_S = 5;

    private static final AtomicInteger HALVES = new AtomicInteger();

    private final Monitor monitor = Monitor.start("lanes");
    private final BlockingQueue<End> accepted = new LinkedBlockingQueue<>();
    private final GrpcTransport transport;
    private final End[] ends; // of the session within the JVM of the test

    /** For the second JVM, which knows the name of this class only. */
    public GrpcLanes() throws IOException {
        if (IS_PEER) {
            transport = GrpcTransport.builder().build();
            ends = new End[0];
            return;
        }
        transport = GrpcTransport.builder().listen(PORT).build();
        transport.listen(session -> {
            End end = new End(monitor, true);
            end.begin(session);
            accepted.add(end);
            return end;
        });
        End left = connect();
        End right = accepted();
        right.awaitReady();
        left.other = right;
        right.other = left;
        ends = new End[] {left, right};
    }

    private End connect() {
        End end = new End(monitor, false);
        end.begin(transport.connect("localhost:" + PORT, end));
        end.awaitReady();
        return end;
    }

    private End accepted() {
        try {
            End end = accepted.poll(PATIENCE_S, TimeUnit.SECONDS);
            if (end == null) {
                throw new IllegalStateException("nobody has begun a session");
            }
            return end;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One side of a session. */
    private static final class End implements RemoteTransport.Receiver {

        private final RemoteLink link;
        private final AtomicLong received = new AtomicLong();
        private final CountDownLatch over = new CountDownLatch(1);
        private volatile RemoteTransport.Session session;
        private volatile End other; // null in the second JVM, and for it

        End(Monitor monitor, boolean hasConnected) {
            link = new RemoteLink(monitor, "grpc", "the other side", hasConnected, ended -> {});
        }

        void begin(RemoteTransport.Session begun) {
            session = begun;
            link.start(new Waiting(this));
        }

        void awaitReady() {
            long startNs = System.nanoTime();
            while (!session.isReady()) {
                if (System.nanoTime() - startNs > TimeUnit.SECONDS.toNanos(PATIENCE_S)) {
                    throw new IllegalStateException("the session is not ready");
                }
                Thread.yield();
            }
        }

        void awaitReceived(long messages) {
            while (received.get() < messages && over.getCount() > 0) {
                Thread.yield();
            }
        }

        /** The messages before that are in a queue of gRPC, which ends with this JVM. */
        void endInOrder() {
            session.close("");
            try {
                over.await(LAST_WORDS_S, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void received(byte[] message) {
            link.received(message);
            received.incrementAndGet();
        }

        @Override
        public void ready() {
            link.ready();
        }

        @Override
        public void ended(boolean refused, String reason) {
            link.ended(refused, reason);
            over.countDown();
        }
    }

    /** The session of an end. */
    private static final class Waiting implements RemoteTransport.Session {

        private final End end;
        private long sent; // guarded by this

        Waiting(End end) {
            this.end = end;
        }

        @Override
        public void send(byte[] message) {
            long count;
            synchronized (this) {
                end.session.send(message);
                count = ++sent;
            }
            End other = end.other;
            if (other != null && !Thread.currentThread().getName().startsWith("grpc-")) { // those bring the messages
                other.awaitReceived(count);
            }
        }

        @Override
        public boolean isReady() {
            return end.session.isReady();
        }

        @Override
        public void close(String fault) {
            end.session.close(fault);
        }

        @Override
        public String principal() {
            return end.session.principal();
        }

        @Override
        public String peer() {
            return end.session.peer();
        }
    }

    @Override
    public LaneBatch open(int batch, int laneCount, int capacity, ChannelMode mode) {
        if (!IS_PEER) {
            return new Half(HALVES.getAndIncrement(), laneCount, capacity, mode);
        }
        End end = connect();
        Runtime.getRuntime().addShutdownHook(new Thread(end::endInOrder));
        Half half = new Half(0, laneCount, capacity, mode);
        half.openAt(end, 0); // before the other side can send anything
        return half;
    }

    /** Half of a batch, which has lanes when it is known where the other half is. */
    private final class Half implements LaneBatch {

        private final int number;
        private final int laneCount;
        private final int capacity;
        private final ChannelMode mode;
        private LaneBatch lanes;

        Half(int number, int laneCount, int capacity, ChannelMode mode) {
            this.number = number;
            this.laneCount = laneCount;
            this.capacity = capacity;
            this.mode = mode;
        }

        void openAt(End end, int batch) {
            lanes = end.link.open(batch, laneCount, capacity, mode);
        }

        @Override
        public String address() {
            return IS_PEER ? ADDRESS_OF_PEER : Integer.toString(number);
        }

        @Override
        public Channel[] connect(int peerDescriptor, String peerAddress, Doorbell doorbell) {
            if (lanes == null && peerAddress.equals(ADDRESS_OF_PEER)) {
                openAt(accepted(), 0);
            } else if (lanes == null) {
                int other = Integer.parseInt(peerAddress);
                openAt(ends[number < other ? 0 : 1], Math.min(number, other));
            }
            return lanes.connect(peerDescriptor, lanes.address(), doorbell);
        }

        @Override
        public void close() {
            if (lanes != null) {
                lanes.close();
            }
        }
    }
}
