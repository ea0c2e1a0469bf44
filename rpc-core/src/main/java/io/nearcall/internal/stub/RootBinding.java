// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import io.nearcall.codegen.Repeat;
import io.nearcall.codegen.SyncCall;
import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.call.Peer;

/** A service's root object through one interface. The service can be found again, so idempotent calls are repeated. */
abstract class RootBinding extends Binding {

    /** The longest wait of a call for a service whose process has gone. An idempotent call waits until its deadline. */
    static final long RETURN_PATIENCE_NS = 300_000_000;

    private final String serviceName;
    final ServiceTarget.Binder binder;
    private volatile Route left; // to an endpoint that has said that it is closing
    private volatile boolean posted;

    /** @param route may be null: then the first call looks for one */
    RootBinding(ClientInterface callee, String serviceName, ServiceTarget.Binder binder, Route route) {
        super(callee, route);
        this.serviceName = serviceName;
        this.binder = binder;
    }

    /** Begins over the connection that another stub of the same object knows. */
    final void like(RootBinding other) {
        Route current = other.route(); // first: a route that closes is remembered before it is given up
        left = other.left;
        setRoute(current);
        other.posted = true; // the order of calls of one object holds over both
        posted = true;
    }

    /** The route that was found last; null if there has been none. */
    final Route known() {
        Route current = route();
        return current == null ? left : current;
    }

    @Override
    public final Repeat again(int method, Throwable thrown, long deadlineNs, Repeat former) throws Throwable {
        return Repeats.again(this, method, thrown, deadlineNs, former);
    }

    /** Begins the next attempt of a call that is repeated. */
    SyncCall beginAgain(int method, long deadlineNs) {
        return begin(method, deadlineNs);
    }

    /** Another process may have taken the name already, while calls that run keep the connection open. */
    @Override
    public final void closing(Peer peer) {
        Route current = route();
        if (current != null && current.link == peer) {
            left = current;
            setRoute(null);
        }
    }

    @Override
    final boolean hasPosted() {
        return posted;
    }

    @Override
    final void posted() {
        if (!posted) {
            posted = true;
        }
    }

    @Override
    public final String serviceName() {
        return serviceName;
    }

    @Override
    protected final String ofService() {
        return serviceName;
    }

    /** 0 before the service was found for the first time. */
    @Override
    public final int peerPid() {
        Route known = known();
        return known == null ? 0 : known.link.peerPid();
    }
}
