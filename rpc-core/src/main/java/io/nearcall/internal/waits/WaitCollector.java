// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the endpoints of this process tell of their calls in progress at one moment. One thread. */
public final class WaitCollector {

    final List<ConnectionWaits> connections = new ArrayList<>();
    final Set<Place> places = new LinkedHashSet<>();
    private final Set<String> sides = new HashSet<>();
    private final Set<String> ambiguous = new HashSet<>();

    /** Where waits are shown to those who meet in a runtime directory. */
    record Place(String directory, String runtimeDirectory) {}

    /** There is an endpoint of that runtime directory. Its waits are shown in a directory that may be another one. */
    public void directory(String path, String runtimeDirectory) {
        places.add(new Place(path, runtimeDirectory));
    }

    /**
     * What takes in the calls of one connection.
     *
     * @param name made from its endpoints, the one that made it first, and its channel: both sides have the same
     * @param initiator whether this side has made it
     */
    public ConnectionWaits connection(String name, boolean initiator, int peerPid) {
        if (!sides.add(name + initiator)) {
            ambiguous.add(name); // two endpoints may have connected twice at the same time
        }
        ConnectionWaits waits = new ConnectionWaits(name, initiator, peerPid);
        connections.add(waits);
        return waits;
    }

    /** The same call as both sides name it; without a connection, so that nobody joins it, if there are several of that name. */
    CallKey key(CallKey told) {
        return ambiguous.contains(told.connection())
                ? new CallKey("", told.ofInitiator(), told.lane(), told.callId())
                : told;
    }
}
