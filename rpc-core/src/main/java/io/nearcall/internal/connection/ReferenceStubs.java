// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.codegen.FacetedStub;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.internal.reference.ReceivedReference;
import io.nearcall.internal.stub.FacetedTarget;
import io.nearcall.internal.stub.ReferenceTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Makes the stubs of a connection's received references. Any thread. */
final class ReferenceStubs {

    private static final Class<?>[] NO_FACETS = {};

    private final EndpointCore core;
    private final Connection connection;
    private final FacetedStubs faceted = new FacetedStubs();

    /** The peer's numbers for the methods of interfaces. The peer shows no two interfaces with the same name. */
    private final Map<Class<?>, int[]> numbers = new ConcurrentHashMap<>();

    ReferenceStubs(EndpointCore core, Connection connection) {
        this.core = core;
        this.connection = connection;
    }

    /**
     * The stub of an object: the one in use, if it has the wanted interface.
     *
     * @param facets the interfaces of the object that are known here, null in place of the others
     * @param wanted an interface that the stub must have; null for any
     */
    Object of(ReceivedReference reference, Class<?>[] facets, Class<?> wanted) {
        return reference.stub(wanted, facets, all -> make(reference, all, wanted));
    }

    private Object make(ReceivedReference reference, Class<?>[] facets, Class<?> wanted) {
        List<RemoteInterface<?>> known = new ArrayList<>();
        List<ReferenceTarget> targets = new ArrayList<>();
        for (int i = 0; i < facets.length; i++) {
            if (facets[i] != null) {
                // The first interface is there in any case. The others are there only if they can be named beside it.
                int place = facets[i] == wanted ? 0 : known.size();
                known.add(place, core.interfaces().analyse(facets[i]));
                targets.add(place, target(reference, facets[i], i));
            }
        }
        if (known.size() == 1 || wanted != null && !FacetedStub.isPossible()) { // other stubs have the other interfaces
            return known.get(0).stub(targets.get(0));
        }
        FacetedStub maker = faceted.of(known);
        List<ReferenceTarget> reachable = new ArrayList<>();
        for (RemoteInterface<?> facet : maker.facets()) {
            reachable.add(targets.get(known.indexOf(facet)));
        }
        return maker.newStub(new FacetedTarget(reachable));
    }

    /**
     * A target for calls of an object through several interfaces, in that order.
     *
     * @param facets the interfaces of the object at their numbers, including {@code types}
     */
    RemoteTarget target(ReceivedReference reference, List<RemoteInterface<?>> types, List<RemoteInterface<?>> facets) {
        List<ReferenceTarget> targets = new ArrayList<>();
        for (RemoteInterface<?> type : types) {
            targets.add(target(reference, type.type(), facets.indexOf(type)));
        }
        RemoteTarget made = types.size() == 1 ? targets.get(0) : new FacetedTarget(targets);
        reference.stub(null, NO_FACETS, all -> made); // marks the reference as used
        return made;
    }

    private <T> ReferenceTarget target(ReceivedReference reference, Class<T> type, int facet) {
        Interfaces.Described<T> described = core.interfaces().describe(type);
        return new ReferenceTarget(
                described.callee(),
                reference,
                connection,
                deadlineNs -> InterfaceBinding.route(
                        connection, reference.id(), facet, numbers(described, reference.id(), facet, deadlineNs)));
    }

    private int[] numbers(Interfaces.Described<?> described, int objectId, int facet, long deadlineNs) {
        Class<?> type = described.callee().type();
        int[] known = numbers.get(type);
        if (known == null) { // two threads may ask, so neither waits past its deadline for the other's answer
            known = new InterfaceBinding(core, connection, described.callee(), type.getSimpleName())
                    .bindReference(objectId, facet, deadlineNs);
            numbers.put(type, known);
        }
        return known;
    }
}
