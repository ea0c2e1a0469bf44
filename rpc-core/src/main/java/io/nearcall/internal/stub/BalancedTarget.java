// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import io.nearcall.CallInterruptedException;
import io.nearcall.ConnectionLostException;
import io.nearcall.Outcome;
import io.nearcall.codegen.AsyncCall;
import io.nearcall.codegen.OneWayCall;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.codegen.SyncCall;
import io.nearcall.internal.balance.Balancer;
import io.nearcall.internal.call.CallContext;
import io.nearcall.internal.call.CallTerms;
import io.nearcall.internal.call.CallThread;
import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.call.CurrentCall;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.call.RmiFailures;
import io.nearcall.internal.lane.LaneConnection;
import java.io.IOException;
import java.util.List;

/**
 * A service's root object at several places. Each call goes to the place that {@link Balancer} chooses; what comes of
 * the call stays at that place. A call within a method that runs for one of these places goes there. Any thread.
 */
public final class BalancedTarget implements RemoteTarget {

    /** What a balanced service needs of its endpoint. */
    public interface Source {

        /**
         * Returns the places of the service as they are now. May block.
         *
         * @throws IOException if they cannot be found out now
         */
        List<String> places() throws IOException;

        /** Finds the service at one place. */
        ServiceTarget.Binder at(String place);

        /** Whether the other side of a connection asks to be called no more where others can be called. */
        boolean isLeft(LaneConnection link);

        /** Runs something soon on another thread. */
        void execute(Runnable task);
    }

    /** How a call begins at a place. */
    private interface Beginning<C> {
        C at(BalancedPlace place, int method, long deadlineNs);
    }

    private static final Beginning<SyncCall> SYNCHRONOUS = BalancedPlace::begin;
    private static final Beginning<AsyncCall> ASYNCHRONOUS = (place, method, deadlineNs) -> place.beginAsync(method);
    private static final Beginning<OneWayCall> ONE_WAY = (place, method, deadlineNs) -> place.beginOneWay(method);

    /** A place may be lost just after it was chosen; all of them in a row hardly. */
    private static final int MOST_CHOICES = 16;

    private final ClientInterface type;
    private final String serviceName;
    private final String address;
    private final Source source;
    private final long firstPatienceNs;
    private final BalancedPlaces places;

    /**
     * A target whose first call finds the service.
     *
     * @param address of all places, in words
     * @param firstPatienceNs how long the first call waits for the service at most
     */
    public BalancedTarget(
            ClientInterface type, String serviceName, String address, Source source, long firstPatienceNs) {
        this.type = type;
        this.serviceName = serviceName;
        this.address = address;
        this.source = source;
        this.firstPatienceNs = firstPatienceNs;
        this.places = new BalancedPlaces(source, place -> new BalancedPlace(this, type, place, source.at(place)));
    }

    /** The same service with another default for methods without a deadline, over the connections that are known. */
    public BalancedTarget withDefaultTimeout(long timeoutNs) {
        BalancedTarget other =
                new BalancedTarget(type.withDefault(timeoutNs), serviceName, address, source, firstPatienceNs);
        other.places.like(places, place -> place.of(other, other.type));
        return other;
    }

    /** Blocks until the service is found at one place, so long at most; if that is 0, until all places were tried. */
    public void find(long timeoutNs) {
        await(timeoutNs, timeoutNs == 0);
    }

    @Override
    public SyncCall begin(int method) {
        return begin(method, Deadlines.NOT_RUNNING, SYNCHRONOUS);
    }

    /** Begins the next attempt of a call that is repeated, at any place. */
    SyncCall beginAgain(int method, long deadlineNs) {
        return begin(method, deadlineNs, SYNCHRONOUS);
    }

    @Override
    public AsyncCall beginAsync(int method) {
        return begin(method, Deadlines.NOT_RUNNING, ASYNCHRONOUS);
    }

    @Override
    public OneWayCall beginOneWay(int method) {
        return begin(method, Deadlines.NOT_RUNNING, ONE_WAY);
    }

    /** Nothing of a call has been sent before it is begun: if its place is lost meanwhile, it goes to another one. */
    private <C> C begin(int method, long knownDeadlineNs, Beginning<C> beginning) {
        long deadlineNs = knownDeadlineNs;
        for (int left = MOST_CHOICES; ; left--) {
            BalancedPlace place = placeOfWaiting();
            if (place == null) {
                place = places.choose();
            }
            if (place == null) {
                deadlineNs = Deadlines.running(deadlineNs, timeoutNs(method));
                place = awaitPlace(method, deadlineNs);
            }
            try {
                return beginning.at(place, method, deadlineNs);
            } catch (ConnectionLostException e) {
                if (left == 0 || e.outcome() != Outcome.NOT_SENT) {
                    throw e;
                }
                deadlineNs = Deadlines.running(deadlineNs, timeoutNs(method));
            }
        }
    }

    /** Within a method that runs for one of the places, the place whose thread waits for the method; else null. */
    private BalancedPlace placeOfWaiting() {
        CallThread thread = CurrentCall.thread();
        CallContext running = thread == null ? null : thread.call();
        if (running == null) {
            return null;
        }
        BalancedPlace place = running.connection() instanceof LaneConnection link ? places.over(link) : null;
        return place != null && Binding.laneOfWaiting(running, place.link()) != null ? place : null;
    }

    private long timeoutNs(int method) {
        CallThread thread = CurrentCall.thread();
        CallTerms terms = thread == null ? type.terms(method) : CallTerms.of(type, method, thread);
        return terms == null ? type.timeoutNs(method) : terms.timeoutNs();
    }

    private BalancedPlace awaitPlace(int method, long deadlineNs) {
        long leftNs = Deadlines.remainingNs(deadlineNs);
        long patienceNs = places.wasReady() ? RootBinding.RETURN_PATIENCE_NS : firstPatienceNs;
        return await(type.method(method).isRepeatable() ? leftNs : Math.min(leftNs, patienceNs), false);
    }

    private BalancedPlace await(long patienceNs, boolean triesAll) {
        BalancedPlace place;
        try {
            place = places.await(Deadlines.after(patienceNs), triesAll);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallInterruptedException(Outcome.NOT_SENT, "the service \"" + serviceName + "\"");
        }
        if (place == null) {
            throw places.unreachable(serviceName, address, patienceNs);
        }
        return place;
    }

    /** Its object at one of the places through another of its interfaces, a reference; null if it does not have it. */
    public Object view(Class<?> wanted) {
        BalancedPlace place = places.choose();
        Route route = (place == null ? await(firstPatienceNs, false) : place).known();
        return route.link.view(route.objectId, wanted);
    }

    /** The object's id, if that is the connection to one of the places; else -1. */
    public int objectIdOver(LaneConnection link) {
        return places.objectIdOver(link);
    }

    String serviceName() {
        return serviceName;
    }

    boolean isLeft(LaneConnection link) {
        return source.isLeft(link);
    }

    @Override
    public Throwable translate(Throwable failure, int method) {
        return RmiFailures.ofCall(failure, type.method(method));
    }

    @Override
    public String describe() {
        return type.type().getSimpleName() + "[" + serviceName + " at " + address + "]";
    }

    @Override
    public boolean equals(Object other) {
        return other == this
                || other instanceof BalancedTarget b
                        && b.type.type() == type.type()
                        && b.serviceName.equals(serviceName)
                        && b.address.equals(address);
    }

    @Override
    public int hashCode() {
        return address.hashCode() * 31 + type.type().hashCode();
    }
}
