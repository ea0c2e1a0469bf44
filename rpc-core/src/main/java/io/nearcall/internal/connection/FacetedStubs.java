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

/** What makes the stubs of several interfaces on a connection, one for each combination of them. Any thread. */
final class FacetedStubs {

    /*
     * The peer decides which interfaces an object has, and in which order it lists them. Each list has a generated class and
     * a loader of its own. So the order counts only where it makes a difference: the first interface decides which of the
     * others can be named beside it. What is beyond the bound of the table is not refused, because an application may have
     * as many combinations. The table is emptied then, and classes live on as long as stubs of them do.
     */
    static final int MAX_KEPT = 1024;

    private static final Comparator<RemoteInterface<?>> BY_NAME =
            (one, other) -> one.type().getName().compareTo(other.type().getName());

    private final Map<List<RemoteInterface<?>>, FacetedStub> kept = new ConcurrentHashMap<>();

    /**
     * The maker of stubs that have these interfaces.
     *
     * @param interfaces the one that a stub has to have comes first
     * @throws MalformedMessage if one of them is there twice
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
