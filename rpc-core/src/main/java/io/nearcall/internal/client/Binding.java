// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.RemoteMethodMissingException;
import io.nearcall.codegen.ClientCall;
import io.nearcall.codegen.RemoteTarget;

/**
 * What a stub calls: a service's root object through one interface. Finds the service again when its process was
 * restarted.
 */
public final class Binding implements RemoteTarget {

    /** Finds the service and binds the interface, over the connection that exists or a new one. */
    @FunctionalInterface
    public interface Binder {
        /** Blocks, at most for {@code timeoutNs}. */
        Route bind(long timeoutNs);
    }

    private final ClientInterface callee;
    private final String serviceName;
    private final Binder binder;
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
        Route current = route;
        if (current.link().isClosed()) {
            current = bindAgain(method);
        }
        int remoteMethod = current.remoteMethod(method);
        if (remoteMethod < 0) {
            throw missing(current, method);
        }
        AsyncLanes async = current.async();
        if (async.isUsed()) {
            async.awaitOwnCalls(this, method);
        }
        ClientLane lane = current.lanes().borrow(callee.timeoutNs(method));
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
        Route current = route;
        if (current.link().isClosed()) {
            current = bindAgain(method);
        }
        int remoteMethod = current.remoteMethod(method);
        if (remoteMethod < 0) {
            throw missing(current, method);
        }
        return current.async().begin(this, current.objectId(), method, remoteMethod, answered);
    }

    private synchronized Route bindAgain(int method) {
        Route current = route;
        if (current.link().isClosed()) {
            route = current = binder.bind(callee.timeoutNs(method));
        }
        return current;
    }

    private RemoteMethodMissingException missing(Route current, int method) {
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
