// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.Caller;
import io.nearcall.Export;
import io.nearcall.internal.rmi.Bindings;
import io.nearcall.internal.rmi.Place;
import io.nearcall.ipc.host.Host;
import java.rmi.AccessException;
import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Objects;
import java.util.TreeMap;

/** A registry in this JVM. Any thread. */
final class OwnRegistry implements Registry {

    private final Home home;
    private final int port;
    private final TreeMap<String, Bound> bound = new TreeMap<>(); // guarded by itself
    private Export export;

    OwnRegistry(Home home, int port) {
        this.home = home;
        this.port = port;
    }

    int port() {
        return port;
    }

    /** @param offer null for a registry that nobody finds */
    void offered(Export offer) {
        export = offer;
    }

    /** Returns whether another process has taken the registry's name, so that others find that process's registry. */
    boolean isReplaced() {
        return export != null && export.isClosed();
    }

    /** Withdraws the registry: nobody finds it any more, and it no longer holds the bound objects. */
    void close() {
        if (export != null) {
            export.close();
        }
        synchronized (bound) {
            bound.values().forEach(Bound::drop);
            bound.clear();
        }
    }

    @Override
    public Remote lookup(String name) throws RemoteException, NotBoundException {
        Bound found = get(name);
        if (found.own == null) {
            return home.find(found.place, name);
        }
        Remote object = found.own.object();
        if (object == null) {
            throw new NotBoundException(name); // as for a look-up from another process
        }
        return home.referredStub(object);
    }

    @Override
    public void bind(String name, Remote object) throws RemoteException, AlreadyBoundException {
        bind(name, ownBound(object, false), false);
    }

    @Override
    public void rebind(String name, Remote object) throws RemoteException {
        put(name, ownBound(object, false));
    }

    /**
     * Binds as a caller that has found the registry does, although it is in this JVM: the name refers to the object.
     */
    void bindFound(String name, Remote object, boolean replace) throws RemoteException, AlreadyBoundException {
        bind(name, ownBound(object, true), replace);
    }

    private Bound ownBound(Remote object, boolean referring) throws RemoteException {
        Place place = home.placeOf(object);
        Remote original = Home.original(object);
        return new Bound(home.hold(original), place, referring ? home.refer(original) : () -> {});
    }

    @Override
    public void unbind(String name) throws NotBoundException {
        synchronized (bound) {
            Bound removed = bound.remove(Objects.requireNonNull(name, "name"));
            if (removed == null) {
                throw new NotBoundException(name);
            }
            removed.drop();
        }
    }

    @Override
    public String[] list() {
        synchronized (bound) {
            return bound.keySet().toArray(new String[0]);
        }
    }

    private Bound get(String name) throws NotBoundException {
        synchronized (bound) {
            Bound found = bound.get(Objects.requireNonNull(name, "name"));
            if (found == null) {
                throw new NotBoundException(name);
            }
            return found;
        }
    }

    private void bind(String name, Bound binding, boolean replace) throws AlreadyBoundException {
        try {
            synchronized (bound) {
                if (!replace && bound.containsKey(Objects.requireNonNull(name, "name"))) {
                    throw new AlreadyBoundException(name);
                }
                put(name, binding);
            }
        } catch (Throwable e) {
            binding.drop();
            throw e;
        }
    }

    private void put(String name, Bound binding) {
        synchronized (bound) {
            Bound replaced = bound.put(Objects.requireNonNull(name, "name"), binding);
            if (replaced != null) {
                replaced.drop();
            }
        }
    }

    private void forget(String name, Bound binding) {
        synchronized (bound) {
            bound.remove(name, binding);
        }
    }

    /** Returns this registry as the service that other processes call. */
    Bindings asService() {
        return new Bindings() {
            @Override
            public void bind(String name, Remote object, Place place, boolean replace)
                    throws AlreadyBoundException, RemoteException {
                requireOwnUser("bind", Caller.current().uid());
                Bound binding =
                        new Bound(Objects.requireNonNull(object, "object"), Objects.requireNonNull(place, "place"));
                OwnRegistry.this.bind(name, binding, replace);
                binding.watch(() -> forget(name, binding)); // last: that process may have died already
            }

            @Override
            public void unbind(String name) throws NotBoundException, RemoteException {
                requireOwnUser("unbind", Caller.current().uid());
                OwnRegistry.this.unbind(name);
            }

            @Override
            public Place lookup(String name) throws NotBoundException {
                return get(name).place;
            }

            @Override
            public String[] list() {
                return OwnRegistry.this.list();
            }
        };
    }

    /** Refuses other users. They may be allowed to connect, but only to look up names. */
    static void requireOwnUser(String method, int uid) throws AccessException {
        if (uid != Host.current().uid()) {
            throw new AccessException("User " + uid + " must not call Registry." + method
                    + ", because the registry belongs to user " + Host.current().uid());
        }
    }

    @Override
    public String toString() {
        return "Registry[" + port + " in this process]";
    }
}
