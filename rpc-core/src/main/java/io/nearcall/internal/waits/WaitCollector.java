// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects the calls of all endpoints of this process that are in progress at one moment. One thread. */
public final class WaitCollector {

    final List<ConnectionWaits> connections = new ArrayList<>();
    final Set<Place> places = new LinkedHashSet<>();
    private final Set<String> sides = new HashSet<>();
    private final Set<String> ambiguous = new HashSet<>();

    /** The directory in which waits are shown to the processes of a runtime directory. */
    record Place(String directory, String runtimeDirectory) {}

    /** Adds the directory in which waits of an endpoint are shown. It may differ from its runtime directory. */
    public void directory(String path, String runtimeDirectory) {
        places.add(new Place(path, runtimeDirectory));
    }

    /**
     * Returns an object that takes the calls of one connection.
     *
     * @param name the name of the connection, the same on both sides. It is made from its endpoints, beginning with the
     *     one that made the connection, and from its channel
     * @param initiator whether this side has made the connection
     */
    public ConnectionWaits connection(String name, boolean initiator, int peerPid) {
        if (!sides.add(name + initiator)) {
            ambiguous.add(name); // two endpoints may have connected twice at the same time
        }
        ConnectionWaits waits = new ConnectionWaits(name, initiator, peerPid);
        connections.add(waits);
        return waits;
    }

    /**
     * Returns the key of a call as both sides know it. If several connections have the name, the key has none, so that
     * the call is joined with no other.
     */
    CallKey key(CallKey told) {
        return ambiguous.contains(told.connection())
                ? new CallKey("", told.ofInitiator(), told.lane(), told.callId())
                : told;
    }
}
