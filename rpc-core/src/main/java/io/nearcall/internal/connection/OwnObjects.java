// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.Endpoint;
import io.nearcall.codegen.Stub;
import io.nearcall.internal.lane.LaneStates;
import io.nearcall.internal.statistics.PageView;
import io.nearcall.internal.stub.StandIn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What {@code io.nearcall.rmi} asks of an endpoint about the objects of this process, tools about others, and meters about its
 * calls. Any thread.
 */
public final class OwnObjects {

    /** The way from an endpoint to what is behind it, which is not public. */
    private static volatile Function<Endpoint, EndpointCore> access;

    private final EndpointCore core;

    private OwnObjects(EndpointCore core) {
        this.core = core;
    }

    /** Of that endpoint. */
    public static OwnObjects of(Endpoint endpoint) {
        return new OwnObjects(access.apply(endpoint));
    }

    /** Called once, by the class of the endpoints. */
    public static void accessThrough(Function<Endpoint, EndpointCore> way) {
        access = way;
    }

    /**
     * The inspector of the endpoint that exports a service, for tools. Blocks until the service is there, and as a look-up does.
     *
     * @param address of the service
     * @throws Inspection.Unavailable if that endpoint has none
     */
    public Inspector inspector(String address, Duration timeout) {
        return Inspection.of(core, address, timeout);
    }

    /** What the endpoint has counted until now; null before its first export or call, and after its end. */
    public PageView statistics() {
        return core.statistics().view();
    }

    /**
     * Lanes for calls that wait for their answer, those of one connection in one direction.
     *
     * @param served whether the peer calls through them
     * @param idle without a call, others have one
     * @param draining of callers that have given up, whose late answer has not come
     */
    public record Lanes(String channel, boolean served, int idle, int busy, int draining) {
        private static Lanes of(String channel, boolean served, LaneStates states) {
            return new Lanes(channel, served, states.idle(), states.busy(), states.draining());
        }
    }

    /** What the lanes of all connections do at this moment, more or less. Calls notice nothing of the look. */
    public List<Lanes> lanes() {
        List<Lanes> all = new ArrayList<>();
        core.connections().forEach(connection -> {
            all.add(Lanes.of(
                    connection.channel(), false, connection.lanes().borrowed().states()));
            all.add(Lanes.of(
                    connection.channel(), true, connection.lanes().served().states()));
        });
        return all;
    }

    /**
     * A stub of an object whose class implements a remote interface. It is no reference before it is called; it is equal to all
     * other stubs of the object in this process. What is a stub already is returned as it is.
     */
    public Object stub(Object target) {
        return core.localStubs().of(target);
    }

    /** As {@link #stub}, for whoever looks the object up: counts as a reference at once. */
    public Object referredStub(Object target) {
        return core.localStubs().referred(target);
    }

    /** The object of this process that a stub stands for, null if it has been collected; everything else as it is. */
    public static Object original(Object object) {
        return object instanceof Stub stub && StandIn.original(stub.target) instanceof LocalTarget local
                ? local.object()
                : object;
    }

    /** The object is referred to until what is returned is run; if nobody refers to it then, it is told so. */
    public Runnable refer(Object target) {
        return core.localObjects().refer(target);
    }

    /** The methods of an object that is passed from now on run with that context class loader; null for that of its class. */
    public void setContext(Object target, ClassLoader loader) {
        core.localObjects().setContext(target, loader);
    }

    /**
     * Refuses further calls of an object that was passed by reference. From now on, calls through any reference to it are
     * refused. Running calls go on. The object can still be passed to others, and arrives here as itself when it is sent back. It
     * is not called until {@link #readmit}. Does not block, idempotent.
     */
    public void withdraw(Object target) {
        core.withdraw(target);
    }

    /** Allows calls of an object again that was withdrawn. Does not block, idempotent. */
    public void readmit(Object target) {
        core.readmit(target);
    }

    /**
     * Returns whether a method of an object runs for another process at this moment, or whether its answer is being sent. Calls
     * whose caller has given up, or whose connection has ended, count too. A call that is just about to begin may be missed. While
     * calls nest on a thread, all objects that the thread could have passed count as called. Whoever has withdrawn an object finds
     * out in this way when the last call is over.
     */
    public boolean isCalled(Object target) {
        return core.isCalled(target);
    }
}
