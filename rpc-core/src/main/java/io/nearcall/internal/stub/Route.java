// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.LanePool;
import io.nearcall.internal.pipeline.Pipeline;

/** Where a stub's calls go at present: a connection, and what was agreed when the interface was bound over it. */
public final class Route implements ServiceTarget.Binder {

    /** In place of a method's number: the peer has no such method. */
    public static final int LACKING = -1;

    /** In place of a method's number: the peer has it, but writes its values differently. */
    public static final int LAID_OUT_DIFFERENTLY = -2;

    /** In place of a method's number: the peer has methods of that name, but with other types. */
    public static final int OTHER_TYPES = -3;

    /* Fields, not accessors: each call reads them all. */
    final LaneConnection link;
    final LanePool lanes;
    final Pipeline async;
    final int objectId;
    final int[] remoteMethods;

    /**
     * Keeps what was agreed.
     *
     * @param remoteMethods the peer's number for each of our methods, or one of the constants above
     */
    public Route(LaneConnection link, LanePool lanes, Pipeline async, int objectId, int[] remoteMethods) {
        this.link = link;
        this.lanes = lanes;
        this.async = async;
        this.objectId = objectId;
        this.remoteMethods = remoteMethods.clone();
    }

    /** How many calls wait for their answers over the connection. Any thread; without order, so some may be over. */
    int inFlight() {
        return lanes.inUse() + async.inFlight();
    }

    /** Returns this route, as long as its connection lives. */
    @Override
    public Route bind(long timeoutNs, long deadlineNs) {
        return this;
    }
}
