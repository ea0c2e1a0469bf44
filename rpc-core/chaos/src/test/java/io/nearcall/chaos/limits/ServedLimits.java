// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import io.nearcall.Endpoint;
import java.util.List;

/**
 * The limits of the attacked endpoint. They are small, so that an attack reaches them in a moment.
 *
 * @param heapMb the heap of its JVM
 */
record ServedLimits(int maxLanes, int maxCalls, int maxConnections, long maxMessageBytes, int heapMb) {

    /** Each connection has the shared lane besides the borrowed lanes. */
    int lanesPerConnection() {
        return maxLanes + 1;
    }

    /** One connection is the good client's. */
    int connectionsLeft() {
        return maxConnections - 1;
    }

    Endpoint open(String name) {
        return Endpoint.builder()
                .name(name)
                .maxLanes(maxLanes)
                .maxCalls(maxCalls)
                .maxConnections(maxConnections)
                .maxMessageBytes(maxMessageBytes)
                .open();
    }

    List<String> arguments() {
        return List.of(
                Integer.toString(maxLanes),
                Integer.toString(maxCalls),
                Integer.toString(maxConnections),
                Long.toString(maxMessageBytes),
                Integer.toString(heapMb));
    }

    /** What {@link #arguments} has made, from there on. */
    static ServedLimits of(String[] words, int first) {
        return new ServedLimits(
                Integer.parseInt(words[first]),
                Integer.parseInt(words[first + 1]),
                Integer.parseInt(words[first + 2]),
                Long.parseLong(words[first + 3]),
                Integer.parseInt(words[first + 4]));
    }
}
