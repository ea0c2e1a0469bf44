// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.codec.AllowedClasses;
import java.util.Set;

/**
 * What the builder of an endpoint has concluded.
 *
 * @param name of the endpoint, in thread names and messages
 * @param timeoutNs for methods that say nothing themselves
 * @param lookupTimeoutNs how long a look-up waits for its service
 * @param maxLanes of one connection, in each direction
 * @param maxConnections that are accepted
 * @param maxMessageBytes of the arguments or the result of one call
 * @param allowedUids whose processes may connect and be connected to
 * @param allowedClasses that may travel beside those that the interfaces name
 */
public record Settings(
        String name,
        long timeoutNs,
        long lookupTimeoutNs,
        int maxLanes,
        int maxConnections,
        long maxMessageBytes,
        Set<Integer> allowedUids,
        AllowedClasses allowedClasses) {

    /** Bytes of one ring; each lane has one in each direction. */
    public static final int RING_CAPACITY = 64 * 1024;
}
