// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.IncompatibleClassException;
import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.RemoteMethodMissingException;
import io.nearcall.codegen.ClientCall;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.ipc.wait.VirtualThreads;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a stub calls: a service's root object through one interface. Finds the service again when its process was
 * restarted.
 */
public final class Binding implements RemoteTarget {

    /** Finds the service and binds the interface, over the connection that exists or a new one. */
    @FunctionalInterface
    public interface Binder {
        /** Blocks, for {@code timeoutNs} at most until the service is there, and until {@code deadlineNs} at most. */
        Route bind(long timeoutNs, long deadlineNs);
    }

    /** How long a call waits at most for a service whose process has gone. */
    private static final long RETURN_PATIENCE_NS = 300_000_000;

    private final ClientInterface callee;
    private final String serviceName;
    private final Binder binder;
    private final ReentrantLock binding = new ReentrantLock();
    private volatile Route route;

    /** A binding that begins with {@code route}. */
    public Binding(ClientInterface callee, String serviceName, Binder binder, Route route) {
        this.callee = callee;
        this.serviceName = serviceName;
        this.binder = binder;
        this.route = route;
    }

    @Override
    public ClientCall begin(int method) {
        if (VirtualThreads.isCurrentVirtual()) { // a constant before JDK 21
            return beginParked(method);
        }
        long deadlineNs = Deadlines.NOT_RUNNING; // until there is something to wait for
        Route current = route;
        if (current.link().isClosed()) {
            deadlineNs = Deadlines.after(callee.timeoutNs(method));
            current = bindAgain(method, deadlineNs);
        }
        int remoteMethod = current.remoteMethod(method);
        if (remoteMethod < 0) {
            throw unusable(current, method);
        }
        AsyncLanes async = current.async();
        if (async.isUsed() && async.mustFollow()) {
            return beginParked(method);
        }
        ClientLane lane = current.lanes().borrow(callee.timeoutNs(method), deadlineNs);
        lane.begin(this, current.objectId(), method, remoteMethod);
        return lane;
    }

    @Override
    public ClientCall beginAsync(int method) {
        return beginShared(method, true);
    }

    @Override
    public ClientCall beginOneWay(int method) {
        return beginShared(method, false);
    }

    private ClientCall beginShared(int method, boolean answered) {
        long deadlineNs = Deadlines.after(callee.timeoutNs(method));
        Route current = usableRoute(method, deadlineNs);
        int remoteMethod = current.remoteMethod(method);
        return current.async().begin(this, current.objectId(), method, remoteMethod, answered, deadlineNs);
    }

    private ClientCall beginParked(int method) {
        long deadlineNs = Deadlines.after(callee.timeoutNs(method));
        Route current = usableRoute(method, deadlineNs);
        int remoteMethod = current.remoteMethod(method);
        return current.async().beginParked(this, current.objectId(), method, remoteMethod, deadlineNs);
    }

    private Route usableRoute(int method, long deadlineNs) {
        Route current = route;
        if (current.link().isClosed()) {
            current = bindAgain(method, deadlineNs);
        }
        if (current.remoteMethod(method) < 0) {
            throw unusable(current, method);
        }
        return current;
    }

    private Route bindAgain(int method, long deadlineNs) {
        // A service that has been restarted is there already. One that has died is to be an exception, not a wait.
        long patienceEndNs = Deadlines.after(Math.min(Deadlines.remainingNs(deadlineNs), RETURN_PATIENCE_NS));
        Route lost = route;
        acquire(lost, method, Deadlines.remainingNs(patienceEndNs));
        try {
            Route current = route;
            if (current.link().isClosed()) {
                long patienceNs = Deadlines.remainingNs(patienceEndNs);
                if (patienceNs == 0) {
                    throw current.link().lost(Long.MAX_VALUE, null, true);
                }
                route = current = binder.bind(patienceNs, deadlineNs);
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

    private NearcallException unusable(Route current, int method) {
        if (current.remoteMethod(method) == Route.LAID_OUT_DIFFERENTLY) {
            return new IncompatibleClassException(
                    Outcome.NOT_SENT,
                    callee.type().getName(),
                    callee.method(method).signature(),
                    "a class in its signature is final on one side only, so its values are laid out differently");
        }
        return new RemoteMethodMissingException(
                serviceName,
                current.link().peerPid(),
                callee.type().getName(),
                callee.method(method).signature());
    }

    long timeoutNs(int method) {
        return callee.timeoutNs(method);
    }

    ClientInterface callee() {
        return callee;
    }

    String serviceName() {
        return serviceName;
    }

    int peerPid() {
        return route.link().peerPid();
    }

    /** The method as messages name it: {@code Orders.place}. */
    String methodName(int method) {
        return callee.type().getSimpleName() + "." + callee.method(method).name();
    }

    @Override
    public String describe() {
        return callee.type().getSimpleName() + "[" + serviceName + " of process " + peerPid() + "]";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Binding b
                && b.callee.type() == callee.type()
                && b.serviceName.equals(serviceName)
                && b.route.link() == route.link();
    }

    @Override
    public int hashCode() {
        return serviceName.hashCode() * 31 + callee.type().hashCode();
    }
}
