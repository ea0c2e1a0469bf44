// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.NoSuchRemoteException;
import io.nearcall.codegen.AsyncCall;
import io.nearcall.codegen.FacetedStub;
import io.nearcall.codegen.OneWayCall;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.codegen.SyncCall;
import io.nearcall.internal.call.CallThread;
import io.nearcall.internal.call.CurrentCall;
import io.nearcall.internal.call.RmiFailures;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.reference.ReceivedReference;
import io.nearcall.internal.stub.ReferenceHolder;
import io.nearcall.ipc.host.Host;
import java.lang.ref.WeakReference;
import java.util.List;

/** Calls an object of this endpoint for a stub, over the endpoint's connection to itself. Any thread. */
final class LocalTarget implements RemoteTarget, ReferenceHolder {

    /*
     * Until it is called or counted, a stub of an own object costs no connection and is no reference. This is because
     * exportObject returns a stub that most programs drop, and the object must not be told then that it is
     * unreferenced. From then on the stub has a reference like any other stub, at the side of the connection where
     * calls begin. A thread that runs a call of this connection needs another reference, at the other side, where its
     * caller waits. So its call nests there.
     *
     * While the object is withdrawn, nothing here keeps it alive.
     */

    private static final String ADVICE = "Export the object again.";

    private final EndpointCore core;
    private final List<RemoteInterface<?>> facets;
    private final WeakReference<Object> known;
    private volatile Object object; // null while withdrawn
    private volatile RemoteTarget calling;
    private volatile RemoteTarget nesting;

    /** @param facets the interfaces, in the order in which the stub counts them */
    LocalTarget(EndpointCore core, List<RemoteInterface<?>> facets, Object target) {
        this.core = core;
        this.facets = facets;
        this.known = new WeakReference<>(target);
        withdrawalChanged(target);
    }

    /** The object was withdrawn or readmitted. One thread at a time. */
    void withdrawalChanged(Object target) {
        boolean withdrawn = core.localObjects().isWithdrawn(target);
        object = withdrawn ? null : target;
        if (withdrawn) {
            release();
        }
    }

    /** The object, even while it is withdrawn; null if it was collected meanwhile. */
    Object object() {
        Object current = object;
        return current != null ? current : known.get();
    }

    /** Makes this a reference from now on, unless the object is withdrawn. Calls report that then. */
    void refer() {
        if (object != null) {
            try {
                calling();
            } catch (NoSuchRemoteException e) {
                // another thread is withdrawing it
            }
        }
    }

    private RemoteTarget target(int method) {
        if (object == null) {
            throw missing(describe(method));
        }
        CallThread thread = CurrentCall.thread();
        if (thread != null
                && thread.call() != null
                && thread.call().connection() == core.loopback().answering()) {
            return nesting();
        }
        return calling();
    }

    private RemoteTarget calling() {
        RemoteTarget current = calling;
        if (isOver(current)) {
            current = refer(core.loopback().calling());
            calling = current;
        }
        return current;
    }

    private RemoteTarget nesting() {
        RemoteTarget current = nesting;
        if (isOver(current)) {
            current = refer(core.loopback().answering());
            nesting = current;
        }
        return current;
    }

    private static boolean isOver(RemoteTarget target) {
        return target == null || ((ReferenceHolder) target).link().isClosed();
    }

    private RemoteTarget refer(Connection side) {
        Object target = object;
        RemoteTarget reference = target == null ? null : side.references().refer(target, facets);
        if (object == null) { // withdrawn meanwhile, and that did not release this reference
            if (reference != null) {
                ((ReferenceHolder) reference).release();
            }
            throw missing("its method");
        }
        return reference;
    }

    NoSuchRemoteException missing(String what) {
        return NoSuchRemoteException.object(name(), Host.current().pid(), what, ADVICE);
    }

    private String name() {
        return facets.get(0).type().getSimpleName();
    }

    private RemoteMethod method(int number) {
        return facets.get(FacetedStub.facet(number)).method(FacetedStub.method(number));
    }

    private String describe(int number) {
        return facets.get(FacetedStub.facet(number)).type().getSimpleName() + "."
                + method(number).name();
    }

    @Override
    public SyncCall begin(int method) {
        return target(method).begin(method);
    }

    @Override
    public AsyncCall beginAsync(int method) {
        return target(method).beginAsync(method);
    }

    @Override
    public OneWayCall beginOneWay(int method) {
        return target(method).beginOneWay(method);
    }

    @Override
    public Throwable translate(Throwable failure, int method) {
        return RmiFailures.ofCall(failure, method(method));
    }

    @Override
    public ReceivedReference reference() {
        return ((ReferenceHolder) calling()).reference();
    }

    @Override
    public LaneConnection link() {
        return core.loopback().calling();
    }

    /** Releases the references. From now on a new reference is made when needed. */
    @Override
    public void release() {
        RemoteTarget[] current = {calling, nesting};
        calling = null;
        nesting = null;
        for (RemoteTarget target : current) {
            if (target != null) {
                ((ReferenceHolder) target).release();
            }
        }
    }

    @Override
    public String describe() {
        return name() + "[object of this process]";
    }
}
