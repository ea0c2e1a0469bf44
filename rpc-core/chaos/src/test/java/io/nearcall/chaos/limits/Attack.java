// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

/**
 * An attack of a hostile process on a {@link Served} one. For one thread. Ends with its process, and closes nothing.
 */
interface Attack {

    /** Takes as much of the resource as it may, and keeps it. Returns in words how much it tried to take. */
    String take() throws Exception;

    /** Tries once more. Again and again, as fast as it can; returns soon. */
    void press() throws Exception;

    static Attack of(String name, String service, ServedLimits limits) {
        return switch (name) {
            case "references" -> new HeapByReferences(service);
            case "halves" -> new HeapByHalves(service, limits);
            case "descriptors" -> new DescriptorsByConnections(service, limits);
            case "maps" -> new MapsByLanes(service, limits);
            case "messages" -> new MonitorByMessages(service, limits);
            case "calls" -> new TimeByCalls(service, limits);
            case "threads" -> new ThreadsByCalls(service, limits);
            default -> throw new IllegalArgumentException(name);
        };
    }
}
