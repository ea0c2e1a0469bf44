// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import io.nearcall.CallInterruptedException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.Outcome;
import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.lane.CallFailures;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.OutgoingPhase;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** A service's root object through one interface. Finds the service again when its process was restarted. */
public final class ServiceTarget extends RootBinding {

    /** Finds the service and binds the interface, over the connection that exists or a new one. */
    @FunctionalInterface
    public interface Binder {
        /** Waits for the service for at most {@code timeoutNs}. Blocks at most until {@code deadlineNs}. */
        Route bind(long timeoutNs, long deadlineNs);
    }

    private final long firstPatienceNs;
    private final ReentrantLock binding = new ReentrantLock();

    /** A target that begins with {@code route}. */
    public ServiceTarget(ClientInterface callee, String serviceName, Binder binder, Route route) {
        super(callee, serviceName, binder, route);
        this.firstPatienceNs = 0;
    }

    /** A target whose first call finds the service, and waits for it for at most {@code firstPatienceNs}. */
    public ServiceTarget(ClientInterface callee, String serviceName, Binder binder, long firstPatienceNs) {
        super(callee, serviceName, binder, null);
        this.firstPatienceNs = firstPatienceNs;
    }

    /** The same service with another default for methods without a deadline, over the connection that is known. */
    public ServiceTarget withDefaultTimeout(long timeoutNs) {
        ServiceTarget other = new ServiceTarget(type.withDefault(timeoutNs), serviceName(), binder, firstPatienceNs);
        other.like(this);
        return other;
    }

    @Override
    Route bindAgain(int method, long deadlineNs) {
        Route lost = known();
        // A service that has been restarted is there already. One that has died must cause an exception, not a wait.
        long patienceNs = lost == null ? firstPatienceNs : RETURN_PATIENCE_NS;
        long leftNs = Deadlines.remainingNs(deadlineNs);
        boolean patient = type.method(method).isRepeatable();
        long patienceEndNs = Deadlines.after(patient ? leftNs : Math.min(leftNs, patienceNs));
        acquire(lost, () -> CallFailures.interrupted(this, method, OutgoingPhase.WRITING), patienceEndNs);
        return bindOnce(patienceEndNs, deadlineNs);
    }

    /** The route that was found last. Looks for the service if there has been none. */
    private Route bound() {
        Route known = known();
        if (known != null) {
            return known;
        }
        long deadlineNs = Deadlines.after(firstPatienceNs);
        acquire(
                null,
                () -> new CallInterruptedException(Outcome.NOT_SENT, "the service \"" + serviceName() + "\""),
                deadlineNs);
        return bindOnce(deadlineNs, deadlineNs);
    }

    /** Binds, and gives back the lock that {@link #acquire} has taken. */
    private Route bindOnce(long patienceEndNs, long deadlineNs) {
        try {
            Route current = route();
            if (current == null || current.link.isClosed()) {
                long patienceNs = Deadlines.remainingNs(patienceEndNs);
                Route lost = known();
                if (patienceNs == 0 && lost != null) {
                    throw lost.link.lost(Long.MAX_VALUE, null, true);
                }
                current = binder.bind(patienceNs, deadlineNs);
                setRoute(current);
            }
            return current;
        } finally {
            binding.unlock();
        }
    }

    /** One thread looks for the service; the others wait for what it finds. */
    private void acquire(Route lost, Supplier<? extends RuntimeException> interrupted, long patienceEndNs) {
        try {
            long patienceNs = Deadlines.remainingNs(patienceEndNs);
            if (binding.tryLock() || binding.tryLock(patienceNs, TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted.get();
        }
        if (lost != null) {
            throw lost.link.lost(Long.MAX_VALUE, null, true);
        }
        throw new DeadlineExceededException(
                "The service", serviceName(), 0, "for the look-up, which another thread makes,");
    }

    @Override
    public LaneConnection link() {
        return bound().link;
    }

    /** The service's object through another of its interfaces, as a reference; null if it lacks that interface. */
    public Object view(Class<?> type) {
        Route current = bound();
        return current.link.view(current.objectId, type);
    }

    /** The object's id if it was last found over that connection; otherwise -1. */
    public int objectIdOver(LaneConnection link) {
        Route current = known();
        return current != null && current.link == link ? current.objectId : -1;
    }

    @Override
    public String describe() {
        int pid = peerPid();
        return type.type().getSimpleName() + "[" + serviceName() + (pid == 0 ? "" : " of process " + pid) + "]";
    }

    @Override
    public boolean equals(Object other) {
        return other == this
                || other instanceof ServiceTarget b
                        && b.type.type() == type.type()
                        && b.serviceName().equals(serviceName())
                        && leadsTo(b.known());
    }

    private boolean leadsTo(Route other) {
        Route known = known();
        return known != null && other != null && known.link == other.link;
    }

    @Override
    public int hashCode() {
        return serviceName().hashCode() * 31 + type.type().hashCode();
    }
}
