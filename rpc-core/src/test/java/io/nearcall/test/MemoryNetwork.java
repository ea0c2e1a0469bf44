// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.spi.RemoteTransport;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A network within this JVM. Endpoints with its transports take each other for endpoints of other hosts that have proven the
 * names that the test gives them. To be closed after the endpoints. Any thread.
 */
public final class MemoryNetwork implements AutoCloseable {

    public static final String SCHEME = "memory";

    /**
     * One thread, so each receiver gets one event at a time and in order. Late events after an end are permitted, and
     * get lost.
     */
    private final ExecutorService wire =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new DiscardPolicy());

    private final Map<String, Function<RemoteTransport.Session, RemoteTransport.Receiver>> doors =
            new ConcurrentHashMap<>();

    /** Of an endpoint that others do not reach. */
    public RemoteTransport caller(String principal) {
        return new Transport(principal, "");
    }

    /** Of an endpoint that is at that place. */
    public RemoteTransport server(String principal, String place) {
        return new Transport(principal, place);
    }

    /** Of a service at that place. */
    public static String address(String service, String place) {
        return SCHEME + "://" + service + "@" + place;
    }

    @Override
    public void close() {
        wire.shutdown();
    }

    private final class Transport implements RemoteTransport {

        private final String principal;
        private final String place; // empty if it does not listen

        Transport(String principal, String place) {
            this.principal = principal;
            this.place = place;
        }

        @Override
        public String scheme() {
            return SCHEME;
        }

        @Override
        public Session connect(String remotePlace, Receiver receiver) {
            End near = new End("", remotePlace);
            End far = new End(principal, "the network");
            near.other = far;
            far.other = near;
            near.receiver = receiver;
            wire.execute(() -> {
                Function<Session, Receiver> door = doors.get(remotePlace);
                if (door == null) {
                    near.end("nobody is there");
                } else {
                    far.receiver = door.apply(far);
                }
            });
            return near;
        }

        @Override
        public AutoCloseable listen(Function<Session, Receiver> acceptor) {
            if (place.isEmpty()) {
                return () -> {};
            }
            doors.put(place, acceptor);
            return () -> doors.remove(place, acceptor);
        }
    }

    /** One side of a session. */
    private final class End implements RemoteTransport.Session {

        private final String principalOfPeer;
        private final String peer;
        private End other;

        // Of the wire's thread, once the session has begun.
        private RemoteTransport.Receiver receiver;
        private boolean ended;

        End(String principalOfPeer, String peer) {
            this.principalOfPeer = principalOfPeer;
            this.peer = peer;
        }

        @Override
        public void send(byte[] message) {
            wire.execute(() -> other.arrived(message));
        }

        private void arrived(byte[] message) {
            if (receiver != null && !ended) {
                receiver.received(message);
            }
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void close(String fault) {
            wire.execute(() -> {
                end(fault);
                other.end(fault);
            });
        }

        private void end(String fault) {
            if (receiver != null && !ended) {
                ended = true;
                receiver.ended(false, fault.isEmpty() ? "it was closed" : fault);
            }
        }

        @Override
        public String principal() {
            return principalOfPeer;
        }

        @Override
        public String peer() {
            return peer;
        }
    }
}
