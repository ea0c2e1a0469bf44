// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.IncompatibleClassException;
import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.RemoteMethodMissingException;
import io.nearcall.codegen.ClientCall;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.codegen.Repeat;
import io.nearcall.internal.server.CallContext;
import io.nearcall.internal.server.CurrentCall;
import io.nearcall.ipc.wait.VirtualThreads;

/** What a stub calls: an object of another process, seen through one interface. */
public abstract class Binding implements RemoteTarget {

    private final ClientInterface callee;
    private volatile Route route;

    /** @param route may be null: then the first call looks for one */
    Binding(ClientInterface callee, Route route) {
        this.callee = callee;
        this.route = route;
    }

    @Override
    public ClientCall begin(int method) {
        if (VirtualThreads.isCurrentVirtual()) { // a constant before JDK 21
            return beginParked(method);
        }
        long deadlineNs = Deadlines.NOT_RUNNING; // until there is something to wait for
        Route current = route;
        if (current == null || current.link().isClosed()) {
            deadlineNs = Deadlines.after(callee.timeoutNs(method));
            current = bindAgain(method, deadlineNs);
        }
        int remoteMethod = current.remoteMethod(method);
        if (remoteMethod < 0) {
            throw unusable(current, method);
        }
        CallContext running = CurrentCall.context();
        if (running != null
                && running.connection() == current.link()
                && running.nestedCaller() instanceof ClientLane lane) {
            // Within a method that runs for that peer: the call goes to the thread that waits for the method.
            lane.beginNested(this, current.objectId(), method, remoteMethod);
            return lane;
        }
        AsyncLanes async = current.async();
        if (async.isUsed() && async.mustFollow()) {
            return beginParked(method);
        }
        ClientLane lane = current.lanes().borrow(callee.timeoutNs(method), deadlineNs);
        lane.begin(this, current.objectId(), method, remoteMethod);
        return lane;
    }

    /** As {@link #begin}, of a call whose deadline runs already. */
    final ClientCall begin(int method, long deadlineNs) {
        Route current = usableRoute(method, deadlineNs);
        AsyncLanes async = current.async();
        if (VirtualThreads.isCurrentVirtual() || async.isUsed() && async.mustFollow()) {
            return async.beginParked(this, current.objectId(), method, current.remoteMethod(method), deadlineNs);
        }
        ClientLane lane = current.lanes().borrow(callee.timeoutNs(method), deadlineNs);
        lane.begin(this, current.objectId(), method, current.remoteMethod(method));
        return lane;
    }

    /**
     * A call that may be repeated has failed: begins it again, or throws what its caller shall be thrown.
     *
     * @param deadlineNs of the call that has failed, if it was running
     * @param former of the attempts before; null if there was none
     */
    Repeat again(int method, Throwable thrown, long deadlineNs, Repeat former) throws Throwable {
        throw thrown; // an object that came as a reference does not come back
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
        if (current == null || current.link().isClosed()) {
            current = bindAgain(method, deadlineNs);
        }
        if (current.remoteMethod(method) < 0) {
            throw unusable(current, method);
        }
        return current;
    }

    /** A route over a connection that lives, within what is left until the deadline, or an exception that says why not. */
    abstract Route bindAgain(int method, long deadlineNs);

    /** The route that was found last, or null. */
    final Route route() {
        return route;
    }

    final void setRoute(Route found) {
        route = found;
    }

    private NearcallException unusable(Route current, int method) {
        if (current.remoteMethod(method) == Route.LAID_OUT_DIFFERENTLY) {
            return new IncompatibleClassException(
                    Outcome.NOT_SENT,
                    callee.type().getName(),
                    callee.method(method).signature(),
                    "a parameter or the result is passed by reference on one side and by value on the other");
        }
        return new RemoteMethodMissingException(
                serviceName(),
                current.link().peerPid(),
                callee.type().getName(),
                callee.method(method).signature(),
                current.remoteMethod(method) == Route.OTHER_TYPES
                        ? "its methods of that name have other parameters or another result"
                        : "");
    }

    long timeoutNs(int method) {
        return callee.timeoutNs(method);
    }

    ClientInterface callee() {
        return callee;
    }

    /** The end of the connection, as a caller of this object sees it; all other failures as they are. */
    NearcallException lost(NearcallException failure) {
        return failure;
    }

    /** What a caller can do whose object is not exported, as a sentence. */
    String adviceIfMissing() {
        return "Look the service up again.";
    }

    /** A call that nobody answers has been begun, and not been sent. */
    void notPosted() {}

    /** What the object is called in messages. */
    abstract String serviceName();

    abstract int peerPid();

    /** The connection that it was called over last. */
    public abstract Link link();

    /** The method as messages name it: {@code Orders.place}. */
    String methodName(int method) {
        return callee.type().getSimpleName() + "." + callee.method(method).name();
    }
}
