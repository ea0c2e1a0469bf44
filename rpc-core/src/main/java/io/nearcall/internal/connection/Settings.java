// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.Inspect;
import io.nearcall.Outcome;
import io.nearcall.TransportException;
import io.nearcall.internal.codec.AllowedClasses;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.hooks.Observers;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.OsException;
import io.nearcall.spi.RemoteTransport;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * The settings that result from the builder of an endpoint.
 *
 * @param name the endpoint's name, in thread names and messages
 * @param directory the runtime directory; null for the configured or the usual one
 * @param channel the scheme of addresses that name none
 * @param timeoutNs the timeout of methods that name none
 * @param maxLanes the most lanes of one connection, in each direction
 * @param maxCalls the most calls in flight on one connection, in each direction, besides those that have a lane each
 * @param maxReferences how many objects of each side the other side of one connection may refer to at once
 * @param maxConnections how many connections are accepted
 * @param maxMessageBytes the most bytes of the arguments or the result of one call
 * @param moreUsers users whose processes may connect and be connected to, besides the own user's
 * @param allowedClasses classes that may travel besides those that the interfaces name
 * @param remoteInterfaces whether the peer may name any interface of Java RMI's kind that the class loader finds
 * @param namedClasses the allowed classes that were named singly
 * @param classLoader finds the other allowed classes by name, as long as somebody else keeps it
 * @param closesOnExit whether the endpoint closes when the JVM ends in order
 * @param inspectOrNull what tools are told; null for the default
 * @param executor runs the methods; null for the endpoint's threads
 * @param observers the observers of its calls
 * @param transports the transports to other hosts, in the order in which they are searched
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

    /**
     * Opens the directory where services meet.
     *
     * @throws TransportException if it is open to other users, or cannot be made
     */
    RuntimeDirectory openDirectory() {
        try {
            return directory == null
                    ? RuntimeDirectory.open(this::allowsUser)
                    : RuntimeDirectory.open(directory, this::allowsUser);
        } catch (OsException e) {
            throw new TransportException(Outcome.NOT_SENT, "opening the runtime directory", "", e);
        }
    }

    /** What tools are told. Called only for tools, so most endpoints never load the class. */
    Inspect inspect() {
        return inspectOrNull == null ? Inspect.DESCRIBE : inspectOrNull;
    }

    /** Describes a user in words. */
    static String user(int uid) {
        return uid == Host.UNKNOWN ? "another user" : "user " + uid;
    }
}
