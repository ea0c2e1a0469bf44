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
 * Answers {@code io.nearcall.rmi} about the objects of this process, tools about other endpoints, and meters about an
 * endpoint's calls. Any thread.
 */
public final class OwnObjects {

    /** Leads from an endpoint to its internals, which are not public. */
    private static volatile Function<Endpoint, EndpointCore> access;

    private final EndpointCore core;

    private OwnObjects(EndpointCore core) {
        this.core = core;
    }

    public static OwnObjects of(Endpoint endpoint) {
        return new OwnObjects(access.apply(endpoint));
    }

    /** Called once, by the class of the endpoints. */
    public static void accessThrough(Function<Endpoint, EndpointCore> way) {
        access = way;
    }

    /**
     * The inspector of the endpoint that exports a service, for tools. Blocks until the service is there, like a
     * look-up.
     *
     * @param address the address of the service
     * @throws Inspection.Unavailable if that endpoint has no inspector
     */
    public Inspector inspector(String address, Duration timeout) {
        return Inspection.of(core, address, timeout);
    }

    /** The endpoint's counts until now; null before its first export or call, and after its end. */
    public PageView statistics() {
        return core.statistics().view();
    }

    /**
     * The lanes for calls that wait for their answer, of one connection in one direction.
     *
     * @param served whether the peer calls through them
     * @param idle how many have no call
     * @param busy how many have a call
     * @param draining how many have a caller that has given up, and an answer that has not come
     */
    public record Lanes(String channel, boolean served, int idle, int busy, int draining) {
        private static Lanes of(String channel, boolean served, LaneStates states) {
            return new Lanes(channel, served, states.idle(), states.busy(), states.draining());
        }
    }

    /** What the lanes of all connections do at this moment, more or less. Looking does not disturb calls. */
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
     * A session with another host.
     *
     * @param peer where the other host is, in words; with its principal if it has connected
     * @param principal the name that it has proven to have; empty if none
     * @param accepted whether it has connected, rather than this side
     */
    public record Session(String peer, String principal, boolean accepted) {}

    /** The sessions with other hosts over which calls can be made. */
    public List<Session> sessions() {
        List<Session> all = new ArrayList<>();
        core.connections().forEach(connection -> {
            Counterpart other = connection.counterpart();
            if (other.link() != null) {
                all.add(new Session(
                        other.link().place(), other.principal(), other.link().hasConnected()));
            }
        });
        return all;
    }

    /**
     * A stub of an object whose class implements a remote interface. It is no reference before it is called, and it
     * equals all other stubs of the object in this process. Returns a stub as it is.
     */
    public Object stub(Object target) {
        return core.localStubs().of(target);
    }

    /** As {@link #stub}, for a look-up of the object: counts as a reference at once. */
    public Object referredStub(Object target) {
        return core.localStubs().referred(target);
    }

    /** The object of this process behind a stub, or null if it has been collected. Returns anything else as it is. */
    public static Object original(Object object) {
        return object instanceof Stub stub && StandIn.original(stub.target) instanceof LocalTarget local
                ? local.object()
                : object;
    }

    /** Refers to the object until the returned task is run. If nobody refers to the object then, it is told so. */
    public Runnable refer(Object target) {
        return core.localObjects().refer(target);
    }

    /** Sets the context class loader for methods of an object that is passed from now on; null for its class's. */
    public void setContext(Object target, ClassLoader loader) {
        core.localObjects().setContext(target, loader);
    }

    /**
     * Refuses further calls of an object that was passed by reference. From now on, calls through any reference to it
     * are refused. Running calls go on. The object can still be passed to others, and arrives here as itself when it is
     * sent back. It is not called until {@link #readmit}. Does not block, idempotent.
     */
    public void withdraw(Object target) {
        core.localObjects().withdraw(target);
        withdrawalChanged(target);
    }

    /** Allows calls of a withdrawn object again. Does not block, idempotent. */
    public void readmit(Object target) {
        core.localObjects().readmit(target);
        withdrawalChanged(target);
    }

    private void withdrawalChanged(Object target) {
        core.connections().forEach(connection -> connection.references().withdrawalChanged(target));
        core.localStubs().withdrawalChanged(target);
    }

    /**
     * Returns whether a method of an object runs for another process at this moment, or its answer is being sent. Calls
     * whose caller has given up, or whose connection has ended, count too. A call that is about to begin may be missed.
     * While calls nest on a thread, all objects that the thread could have passed count as called. So whoever has
     * withdrawn an object finds out when the last call is over.
     */
    public boolean isCalled(Object target) {
        return core.connections().isCalled(target);
    }
}
