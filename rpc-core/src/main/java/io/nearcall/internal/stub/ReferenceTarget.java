// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import io.nearcall.ConnectionLostException;
import io.nearcall.NearcallException;
import io.nearcall.ReleasedException;
import io.nearcall.codegen.OneWayCall;
import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.reference.ReceivedReference;
import java.util.function.LongFunction;

/** An object of the peer that came as a reference. It lives as long as its connection: nobody looks for it again. */
public final class ReferenceTarget extends Binding implements ReferenceHolder {

    /** What to do when the object is gone. */
    public static final String GET_ANEW = "Get the object anew from the service that it came from.";

    private final ReceivedReference reference;
    private final LaneConnection link;
    private final LongFunction<Route> binder;

    /**
     * A target whose first call binds its interface.
     *
     * @param binder finds out the peer's numbers for the interface's methods. Blocks, at most until the given deadline
     */
    public ReferenceTarget(
            ClientInterface callee, ReceivedReference reference, LaneConnection link, LongFunction<Route> binder) {
        super(callee, null);
        this.reference = reference;
        this.link = link;
        this.binder = binder;
    }

    @Override
    public ReceivedReference reference() {
        return reference;
    }

    @Override
    public LaneConnection link() {
        return link;
    }

    @Override
    Route bindAgain(int method, long deadlineNs) {
        requireHeld(method);
        if (link.isClosed()) {
            throw lost(link.lost(Long.MAX_VALUE, null, true));
        }
        Route bound = binder.apply(deadlineNs);
        setRoute(bound);
        return bound;
    }

    private void requireHeld(int method) {
        if (reference.isReleased()) {
            throw ReleasedException.stub(serviceName(), peerPid(), methodName(method));
        }
    }

    @Override
    public NearcallException lost(NearcallException failure) {
        return failure instanceof ConnectionLostException lost && lost.mayComeBack()
                ? new ConnectionLostException(lost, describe())
                : failure;
    }

    @Override
    public String adviceIfMissing() {
        return GET_ANEW;
    }

    @Override
    public void release() {
        setRoute(null);
        reference.release();
    }

    @Override
    public OneWayCall beginOneWay(int method) {
        reference.sendHome();
        try {
            return super.beginOneWay(method);
        } catch (Throwable e) {
            reference.notSentHome();
            throw e;
        }
    }

    @Override
    boolean hasPosted() {
        return reference.isPosted();
    }

    @Override
    void posted() {
        reference.posted();
    }

    @Override
    public void notPosted() {
        reference.notSentHome();
    }

    @Override
    public String serviceName() {
        return type.type().getSimpleName();
    }

    @Override
    protected String ofService() {
        return "";
    }

    @Override
    public int peerPid() {
        return link.peerPid();
    }

    @Override
    public String describe() {
        return type.type().getSimpleName() + "[object of process " + peerPid() + "]";
    }

    @Override
    public boolean equals(Object other) {
        return ReferenceHolder.areSame(this, other);
    }

    @Override
    public int hashCode() {
        return ReferenceHolder.hash(this);
    }
}
