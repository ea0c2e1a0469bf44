// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import io.nearcall.codegen.internal.GeneratedClasses;
import io.nearcall.codegen.internal.Reach;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes stubs of an object with several remote interfaces, its facets. A stub implements all of them, so it can be cast
 * to each. Safe for use by any number of threads.
 */
public final class FacetedStub {

    /** An interface has 4096 methods at most. */
    private static final int FACET_SHIFT = 12;

    private final List<RemoteInterface<?>> facets;
    private Constructor<?> constructor;

    private FacetedStub(List<RemoteInterface<?>> facets) {
        this.facets = facets;
    }

    /** Whether this JVM can make such stubs. A build cannot generate their classes, as it does not know the objects. */
    public static boolean isPossible() {
        return GeneratedClasses.isGenerationPossible();
    }

    /** Takes the interfaces that a class generated for the first one can name. Generates nothing yet. */
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

    /** The interfaces of the stubs, in the order in which the target numbers them. */
    public List<RemoteInterface<?>> facets() {
        return facets;
    }

    /** A new stub. It begins the calls of its target with the numbers that {@link #number} gives. */
    public Object newStub(RemoteTarget target) {
        return GeneratedClasses.newInstance(constructor(), target);
    }

    private synchronized Constructor<?> constructor() {
        if (constructor == null) {
            constructor = GeneratedClasses.facetedStub(facets, this);
        }
        return constructor;
    }

    /** The number of a method. It consists of the index of the facet, and the method's index in the facet. */
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
