// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spi;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Carries connections between endpoints of different hosts, for addresses such as {@code grpc://orders@shop.example:7443}.
 * It moves messages of bytes and knows who is at the other end. It does not know calls, references or streams. An
 * endpoint uses the transports that {@link io.nearcall.EndpointBuilder#transport} adds. For other schemes, it uses the
 * transports that {@link java.util.ServiceLoader} finds.
 */
public interface RemoteTransport {

    /** The longest message that a session carries, in bytes. */
    int LONGEST_MESSAGE_BYTES = 16 * 1024;

    /** Returns the scheme of this transport's addresses, such as {@code grpc}. */
    String scheme();

    /**
     * Opens a session with the endpoint at a place. Does not wait for the other side, but may look up its name. Later
     * failures are reported to the receiver.
     *
     * @param place what follows the {@code @} in an address, such as {@code shop.example:7443}; or one of {@link #places}
     * @throws IllegalArgumentException if there can be no such place, or the options of this transport do not permit
     *     sessions to it
     */
    Session connect(String place, Receiver receiver);

    /**
     * Returns whether a place stands for several endpoints that offer the same services, such as {@code h1:7443,h2:7443}.
     * Each call of a service there goes to one of {@link #places}. Does not block.
     *
     * @throws IllegalArgumentException if there can be no such place
     */
    default boolean isSeveral(String place) {
        return false;
    }

    /**
     * Returns the places of the endpoints for which a place {@linkplain #isSeveral stands} now. May look names up, and block
     * for that. Called again from time to time.
     *
     * @throws IOException if they cannot be found out now
     */
    default List<String> places(String place) throws IOException {
        return List.of(place);
    }

    /**
     * Returns with how many of the {@linkplain #places places} of a service an endpoint has sessions at most: one at
     * least. If there are more places, each endpoint uses some of them, which are chosen at random and stay the same.
     */
    default int mostPlaces() {
        return 50;
    }

    /**
     * Listens for sessions, if the options of this transport say so.
     *
     * @param acceptor is given each session whose peer has proven who it is, and returns its receiver
     * @return a handle; closing it ends the listening and the open sessions, and takes two seconds at most
     * @throws IOException if it cannot listen
     * @throws IllegalArgumentException if the options do not permit it to listen there
     */
    AutoCloseable listen(Function<Session, Receiver> acceptor) throws IOException;

    /**
     * Called when the endpoint begins to offer a service to other hosts. Does not block, like the next two.
     *
     * @param permitted whether callers of a {@linkplain Session#principal proven name} may call the service; the name is
     *     empty for those that have proven none. The other callers must not learn that the service is there
     */
    default void offered(String service, Predicate<String> permitted) {}

    /** Called when the endpoint no longer offers a service to other hosts. */
    default void withdrawn(String service) {}

    /** Called when the endpoint begins to close, or stops serving. Running calls still go on. */
    default void closing() {}

    /** A conversation with one endpoint. Any thread. No method blocks. */
    interface Session {

        /** Sends a message behind those that were sent before. Does nothing once the session has ended. */
        void send(byte[] message);

        /** Returns whether few messages wait to be sent. If not, {@link Receiver#ready} is called when that changes. */
        boolean isReady();

        /**
         * Ends the session. The receiver is told when it has ended.
         *
         * @param fault why the session is broken off, at once or about a second later. The transport tells the peer if it
         *     can. Empty to end the session in order, after the messages sent before
         */
        void close(String fault);

        /**
         * Returns the name that the peer has proven to have, such as {@code spiffe://shop/orders}; empty if none. If the
         * peer has connected, the name is known and does not change. It is read for each call of the peer.
         */
        String principal();

        /** Returns where the peer is, in words. */
        String peer();
    }

    /** Is told what happens in a session, one event at a time and in order. No method blocks. */
    interface Receiver {

        /** Called when a message has arrived. The array then belongs to the receiver. */
        void received(byte[] message);

        /** Called when few messages wait to be sent. */
        void ready();

        /**
         * Called once, when the session has ended or could not begin.
         *
         * @param refused whether one side does not accept the other, so that another try would end in the same way
         * @param reason the reason in words
         */
        void ended(boolean refused, String reason);
    }
}
