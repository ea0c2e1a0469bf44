// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.codegen.FacetedStub;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.internal.codec.MalformedMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The makers of stubs with several interfaces on a connection, one for each combination. Any thread. */
final class FacetedStubs {

    /*
     * The peer decides which interfaces an object has, and in which order it lists them. Each list has a generated
     * class and a class loader of its own. So the order counts only where it makes a difference: the first interface
     * decides which of the others can be named beside it. Combinations beyond the table's bound are not refused,
     * because an application may need as many. The table is emptied then, and classes live on as long as stubs of them
     * do.
     */
    static final int MAX_KEPT = 1024;

    private static final Comparator<RemoteInterface<?>> BY_NAME =
            (one, other) -> one.type().getName().compareTo(other.type().getName());

    private final Map<List<RemoteInterface<?>>, FacetedStub> kept = new ConcurrentHashMap<>();

    /**
     * Returns the maker of stubs that have these interfaces.
     *
     * @param interfaces the interface that a stub must have comes first
     * @throws MalformedMessage if an interface is listed twice
     */
    FacetedStub of(List<RemoteInterface<?>> interfaces) {
        if (new HashSet<>(interfaces).size() < interfaces.size()) {
            throw new MalformedMessage("An object that has one of its remote interfaces twice");
        }
        List<RemoteInterface<?>> ordered = new ArrayList<>(interfaces);
        ordered.subList(1, ordered.size()).sort(BY_NAME);
        if (kept.size() >= MAX_KEPT && !kept.containsKey(ordered)) {
            kept.clear();
        }
        return kept.computeIfAbsent(List.copyOf(ordered), FacetedStub::of);
    }

    int keptCount() {
        return kept.size();
    }
}
