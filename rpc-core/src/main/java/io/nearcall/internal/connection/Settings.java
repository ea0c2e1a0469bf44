// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.Inspect;
import io.nearcall.internal.codec.AllowedClasses;
import io.nearcall.internal.hooks.Observers;
import io.nearcall.ipc.host.Host;
import io.nearcall.spi.RemoteTransport;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * What the builder of an endpoint has concluded.
 *
 * @param name of the endpoint, in thread names and messages
 * @param directory where services meet; null for the configured or the usual one
 * @param channel the scheme of addresses that name none
 * @param timeoutNs for methods that say nothing themselves
 * @param maxLanes of one connection, in each direction
 * @param maxCalls in flight on one connection, in each direction, beside those that have a lane each
 * @param maxReferences to objects of each side that the other side of one connection may have at once
 * @param maxConnections that are accepted
 * @param maxMessageBytes of the arguments or the result of one call
 * @param moreUsers whose processes may connect and be connected to, beside the own user's
 * @param allowedClasses that may travel beside those that the interfaces name
 * @param remoteInterfaces whether the peer may name any interface of Java RMI's kind that the class loader finds
 * @param namedClasses those of them that were named singly
 * @param classLoader finds the others by name, as long as somebody else keeps it
 * @param closesOnExit whether the endpoint closes when the JVM ends in order
 * @param inspectOrNull what tools are told; null for the default
 * @param executor runs the methods, or null: then the endpoint's threads do
 * @param observers who looks at its calls
 * @param transports to other hosts, in the order in which they are looked through
 */
public record Settings(
        String name,
        String directory,
        String channel,
        long timeoutNs,
        int maxLanes,
        int maxCalls,
        int maxReferences,
        int maxConnections,
        long maxMessageBytes,
        Set<Integer> moreUsers,
        AllowedClasses allowedClasses,
        boolean remoteInterfaces,
        List<Class<?>> namedClasses,
        Reference<ClassLoader> classLoader,
        boolean closesOnExit,
        Inspect inspectOrNull,
        Executor executor,
        Observers observers,
        List<RemoteTransport> transports) {

    /** Bytes of one ring; each lane has one in each direction. */
    public static final int RING_CAPACITY = 64 * 1024;

    /** Whether processes of that user may connect, and be connected to. */
    boolean allowsUser(int uid) {
        return uid != Host.UNKNOWN && (uid == Host.current().uid() || moreUsers.contains(uid));
    }

    /** What tools are told. Asked by them only: most endpoints never load the class. */
    Inspect inspect() {
        return inspectOrNull == null ? Inspect.DESCRIBE : inspectOrNull;
    }

    /** A user in words. */
    static String user(int uid) {
        return uid == Host.UNKNOWN ? "another user" : "user " + uid;
    }
}
