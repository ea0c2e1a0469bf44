// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import io.nearcall.ConnectionLostException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.TransportException;
import io.nearcall.codegen.Repeat;
import io.nearcall.codegen.SyncCall;
import io.nearcall.internal.balance.Attempts;
import io.nearcall.internal.balance.Balancer;
import io.nearcall.internal.balance.Pace;
import io.nearcall.internal.call.CallTerms;
import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.call.Peer;
import io.nearcall.internal.lane.LaneConnection;
import java.util.concurrent.ThreadLocalRandom;

/** A service's root object at one of several places. Calls go there while there is a route, and do not look for one. */
final class BalancedPlace extends Binding implements Balancer.Place {

    private final BalancedTarget service;
    private final String place;
    private final ServiceTarget.Binder binder;
    private final Attempts attempts = new Attempts(System.nanoTime());
    private final Pace pace = new Pace(System.nanoTime());
    private volatile Route left; // to an endpoint that has said that it is closing
    private volatile boolean posted;
    private volatile RuntimeException failure; // of the last attempt to find the service; null if it was found
    private volatile boolean sought;

    BalancedPlace(BalancedTarget service, ClientInterface callee, String place, ServiceTarget.Binder binder) {
        super(callee, null);
        this.service = service;
        this.place = place;
        this.binder = binder;
    }

    /** The same place for a stub with another default deadline, over the connection that is known. */
    BalancedPlace of(BalancedTarget other, ClientInterface callee) {
        BalancedPlace same = new BalancedPlace(other, callee, place, binder);
        Route current = route(); // first: one that closes is remembered before it is given up
        same.left = left;
        same.setRoute(current);
        posted = true; // the order of calls over one connection holds for both
        same.posted = true;
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

    /** The route that was found last; null if there has been none. */
    Route known() {
        Route current = route();
        return current == null ? left : current;
    }

    /** Begins a call, if its time is not over. @param deadlineNs of the call, if it runs already */
    SyncCall beginHere(int method, long deadlineNs) {
        CallTerms terms = currentTerms(method);
        if (terms == null) {
            return begin(method, deadlineNs);
        }
        requireTime(method, terms);
        return begin(method, deadlineNs == Deadlines.NOT_RUNNING ? terms.deadlineNs() : deadlineNs);
    }

    @Override
    SyncCall beginAgain(int method, long deadlineNs) {
        return service.beginAgain(method, deadlineNs);
    }

    @Override
    public Repeat again(int method, Throwable thrown, long deadlineNs, Repeat former) throws Throwable {
        return Repeats.again(this, method, thrown, deadlineNs, former);
    }

    /** The connection has been lost since the place was chosen: another place may do. */
    @Override
    Route bindAgain(int method, long deadlineNs) {
        throw known().link.lost(Long.MAX_VALUE, null, true);
    }

    @Override
    public void closing(Peer peer) {
        Route current = route();
        if (current != null && current.link == peer) {
            left = current;
            setRoute(null);
        }
    }

    @Override
    boolean hasPosted() {
        return posted;
    }

    @Override
    void posted() {
        if (!posted) {
            posted = true;
        }
    }

    @Override
    public LaneConnection link() {
        return known().link;
    }

    @Override
    public String serviceName() {
        return service.serviceName();
    }

    @Override
    protected String ofService() {
        return service.serviceName();
    }

    @Override
    public int peerPid() {
        Route known = known();
        return known == null ? 0 : known.link.peerPid();
    }

    @Override
    public String describe() {
        return service.describe();
    }
}
