// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import io.nearcall.codegen.internal.GeneratedClasses;
import io.nearcall.codegen.internal.Reach;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes stubs of an object that implements several remote interfaces, its facets: they implement them all, so that a cast
 * finds each. Safe for use by any number of threads.
 */
public final class FacetedStub {

    /** An interface has 4096 methods at most. */
    private static final int FACET_SHIFT = 12;

    private final List<RemoteInterface<?>> facets;
    private Constructor<?> constructor;

    private FacetedStub(List<RemoteInterface<?>> facets) {
        this.facets = facets;
    }

    /** Whether this JVM can make any: their classes are generated at run time, as nobody knows before which objects it meets. */
    public static boolean isPossible() {
        return GeneratedClasses.isGenerationPossible();
    }

    /** Of all those that code which implements the first can name; generates nothing yet. */
    public static FacetedStub of(List<RemoteInterface<?>> interfaces) {
        List<RemoteInterface<?>> reachable = new ArrayList<>();
        Reach reach = new Reach(interfaces.get(0).type());
        for (RemoteInterface<?> candidate : interfaces) {
            if (reachable.isEmpty() || reach.fault(candidate.type()) == null) {
                reachable.add(candidate);
            }
        }
        return new FacetedStub(List.copyOf(reachable));
    }

    /** In the order in which the target counts them. */
    public List<RemoteInterface<?>> facets() {
        return facets;
    }

    /** A new stub; the methods of its target are numbered by {@link #number}. */
    public Object newStub(RemoteTarget target) {
        return GeneratedClasses.newInstance(constructor(), target);
    }

    private synchronized Constructor<?> constructor() {
        if (constructor == null) {
            constructor = GeneratedClasses.facetedStub(facets, this);
        }
        return constructor;
    }

    /** The number of a method: which of the facets has it, and its index in that. */
    public static int number(int facet, int method) {
        return facet << FACET_SHIFT | method;
    }

    public static int facet(int number) {
        return number >>> FACET_SHIFT;
    }

    public static int method(int number) {
        return number & (1 << FACET_SHIFT) - 1;
    }
}
