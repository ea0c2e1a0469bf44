// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import io.nearcall.ConnectionLostException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.TransportException;
import io.nearcall.codegen.SyncCall;
import io.nearcall.internal.balance.Attempts;
import io.nearcall.internal.balance.Balancer;
import io.nearcall.internal.balance.Pace;
import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.lane.LaneConnection;
import java.util.concurrent.ThreadLocalRandom;

/** A service's root object at one of several places. Calls go there while there is a route, and do not look for one. */
final class BalancedPlace extends RootBinding implements Balancer.Place {

    private final BalancedTarget service;
    private final String place;
    private final Attempts attempts = new Attempts(System.nanoTime());
    private final Pace pace = new Pace(System.nanoTime());
    private volatile RuntimeException failure; // of the last attempt to find the service; null if it was found
    private volatile boolean sought;

    BalancedPlace(BalancedTarget service, ClientInterface callee, String place, ServiceTarget.Binder binder) {
        super(callee, service.serviceName(), binder, null);
        this.service = service;
        this.place = place;
    }

    /** The same place for a stub with another default deadline, over the connection that is known. */
    BalancedPlace of(BalancedTarget other, ClientInterface callee) {
        BalancedPlace same = new BalancedPlace(other, callee, place, binder);
        same.like(this);
        return same;
    }

    @Override
    public String place() {
        return place;
    }

    @Override
    public boolean isReady() {
        Route current = route();
        return current != null && !current.link.isClosed();
    }

    @Override
    public boolean isWelcome() {
        Route current = route();
        return current != null && !current.link.isClosed() && !service.isLeft(current.link);
    }

    @Override
    public int inFlight() {
        Route current = route();
        return current == null ? Integer.MAX_VALUE : current.inFlight();
    }

    @Override
    public Attempts attempts() {
        return attempts;
    }

    @Override
    public Pace pace() {
        return pace;
    }

    /** Looks for the service once. Blocks, for some seconds at most. */
    void seek() {
        try {
            setRoute(binder.bind(0, Deadlines.after(Attempts.LONGEST_NS)));
            failure = null;
        } catch (RuntimeException e) {
            failure = e;
        } finally {
            sought = true;
            attempts.end(isWelcome(), System.nanoTime(), ThreadLocalRandom.current());
        }
    }

    /** Whether an attempt to find the service has ended. */
    boolean wasSought() {
        return sought;
    }

    /** Why the last attempt has failed; null if it has not. */
    RuntimeException failure() {
        return failure;
    }

    /** As {@link #failure}, if that will not pass by itself; else null. */
    RuntimeException refusal() {
        RuntimeException reason = failure;
        boolean passes = reason instanceof ServiceNotFoundException
                || reason instanceof ConnectionLostException
                || reason instanceof DeadlineExceededException
                || reason instanceof TransportException;
        return passes ? null : reason;
    }

    @Override
    SyncCall beginAgain(int method, long deadlineNs) {
        return service.beginAgain(method, deadlineNs);
    }

    /** The connection has been lost since the place was chosen: another place may do. */
    @Override
    Route bindAgain(int method, long deadlineNs) {
        throw known().link.lost(Long.MAX_VALUE, null, true);
    }

    @Override
    public LaneConnection link() {
        return known().link;
    }

    @Override
    public String describe() {
        return service.describe();
    }
}
