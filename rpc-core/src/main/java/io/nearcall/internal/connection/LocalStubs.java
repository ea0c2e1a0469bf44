// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.codegen.FacetedStub;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.Stub;
import io.nearcall.internal.codec.RemoteTypes;
import io.nearcall.internal.reference.WeakIdentityMap;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** The stubs of an endpoint's own objects: one for each object, while it is in use. Any thread. */
final class LocalStubs {

    private final EndpointCore core;
    private final WeakIdentityMap<WeakReference<Stub>> stubs = new WeakIdentityMap<>();

    LocalStubs(EndpointCore core) {
        this.core = core;
    }

    /** Returns the stub of an object whose class implements a remote interface. Returns a stub as it is. */
    synchronized Stub of(Object target) {
        if (target instanceof Stub stub) {
            return stub;
        }
        Stub known = known(target);
        if (known == null) {
            known = make(target);
            stubs.put(target, new WeakReference<>(known));
        }
        return known;
    }

    /** As {@link #of}, for a caller that looked the object up or was passed it: counts as a reference from now on. */
    Stub referred(Object target) {
        Stub stub = of(target);
        if (stub.target instanceof LocalTarget local) {
            local.refer();
        }
        return stub;
    }

    private Stub known(Object target) {
        WeakReference<Stub> known = stubs.get(target);
        return known == null ? null : known.get();
    }

    private Stub make(Object target) {
        List<RemoteInterface<?>> types = new ArrayList<>();
        for (Class<?> type : RemoteTypes.of(target.getClass())) {
            types.add(core.interfaces().analyse(type));
        }
        FacetedStub maker = types.size() == 1 ? null : FacetedStub.of(types);
        LocalTarget local = new LocalTarget(core, maker == null ? types : maker.facets(), target);
        return (Stub) (maker == null ? types.get(0).stub(local) : maker.newStub(local));
    }

    /** The object has been withdrawn or readmitted; the endpoint's local objects tell which. */
    synchronized void withdrawalChanged(Object target) {
        Stub known = known(target);
        if (known != null) {
            ((LocalTarget) known.target).withdrawalChanged(target);
        }
    }
}
