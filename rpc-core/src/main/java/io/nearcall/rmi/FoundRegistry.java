// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.internal.rmi.Bindings;
import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Objects;

/** The registry of a port, in whatever process of this host it is when it is used. Any thread. */
final class FoundRegistry implements Registry {

    private final int port;

    FoundRegistry(int port) {
        this.port = port;
    }

    @Override
    public Remote lookup(String name) throws RemoteException, NotBoundException {
        Objects.requireNonNull(name, "name");
        Home home = Home.open();
        OwnRegistry own = home.registry(port);
        return own != null ? own.lookup(name) : home.find(home.bindings(port).lookup(name), name);
    }

    @Override
    public void bind(String name, Remote object) throws RemoteException, AlreadyBoundException {
        bind(name, object, false);
    }

    @Override
    public void rebind(String name, Remote object) throws RemoteException {
        try {
            bind(name, object, true);
        } catch (AlreadyBoundException e) {
            throw new AssertionError("a name that may be bound already was refused for that", e);
        }
    }

    private void bind(String name, Remote object, boolean replace) throws RemoteException, AlreadyBoundException {
        Home home = Home.open();
        OwnRegistry own = home.registry(port);
        if (own != null) {
            own.bindFound(name, object, replace);
            return;
        }
        Objects.requireNonNull(name, "name");
        Bindings bindings = home.bindings(port);
        bindings.bind(name, Home.original(object), home.placeOf(object), replace);
    }

    @Override
    public void unbind(String name) throws RemoteException, NotBoundException {
        Objects.requireNonNull(name, "name");
        Home home = Home.open();
        OwnRegistry own = home.registry(port);
        if (own != null) {
            own.unbind(name);
        } else {
            home.bindings(port).unbind(name);
        }
    }

    @Override
    public String[] list() throws RemoteException {
        Home home = Home.open();
        OwnRegistry own = home.registry(port);
        return own != null ? own.list() : home.bindings(port).list();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FoundRegistry found && found.port == port;
    }

    @Override
    public int hashCode() {
        return port;
    }

    @Override
    public String toString() {
        return "Registry[" + port + "]";
    }
}
