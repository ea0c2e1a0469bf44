// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** A service's root object through one interface. Finds the service again when its process was restarted. */
public final class ServiceTarget extends Binding {

    /** Finds the service and binds the interface, over the connection that exists or a new one. */
    @FunctionalInterface
    public interface Binder {
        /** Blocks, for {@code timeoutNs} at most until the service is there, and until {@code deadlineNs} at most. */
        Route bind(long timeoutNs, long deadlineNs);
    }

    /** How long a call waits at most for a service whose process has gone. */
    private static final long RETURN_PATIENCE_NS = 300_000_000;

    private final String serviceName;
    private final Binder binder;
    private final ReentrantLock binding = new ReentrantLock();

    /** A target that begins with {@code route}. */
    public ServiceTarget(ClientInterface callee, String serviceName, Binder binder, Route route) {
        super(callee, route);
        this.serviceName = serviceName;
        this.binder = binder;
    }

    @Override
    Route bindAgain(int method, long deadlineNs) {
        // A service that has been restarted is there already. One that has died is to be an exception, not a wait.
        long patienceEndNs = Deadlines.after(Math.min(Deadlines.remainingNs(deadlineNs), RETURN_PATIENCE_NS));
        Route lost = route();
        acquire(lost, method, Deadlines.remainingNs(patienceEndNs));
        try {
            Route current = route();
            if (current.link().isClosed()) {
                long patienceNs = Deadlines.remainingNs(patienceEndNs);
                if (patienceNs == 0) {
                    throw current.link().lost(Long.MAX_VALUE, null, true);
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
    private void acquire(Route lost, int method, long patienceNs) {
        try {
            if (binding.tryLock() || binding.tryLock(patienceNs, TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CallFailures.interrupted(this, method, CallPhase.WRITING);
        }
        throw lost.link().lost(Long.MAX_VALUE, null, true);
    }

    @Override
    public Link link() {
        return route().link();
    }

    /** Its object through another of its interfaces, a reference; null if it does not have it. */
    public Object view(Class<?> type) {
        Route current = route();
        return current.link().view(current.objectId(), type);
    }

    /** The object's id, if that is the connection over which it was found last; else -1. */
    public int objectIdOver(Link link) {
        Route current = route();
        return current.link() == link ? current.objectId() : -1;
    }

    @Override
    String serviceName() {
        return serviceName;
    }

    @Override
    int peerPid() {
        return route().link().peerPid();
    }

    @Override
    public String describe() {
        return callee().type().getSimpleName() + "[" + serviceName + " of process " + peerPid() + "]";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ServiceTarget b
                && b.callee().type() == callee().type()
                && b.serviceName.equals(serviceName)
                && b.route().link() == route().link();
    }

    @Override
    public int hashCode() {
        return serviceName.hashCode() * 31 + callee().type().hashCode();
    }
}
