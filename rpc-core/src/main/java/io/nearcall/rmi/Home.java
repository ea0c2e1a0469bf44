// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.DeadlineExceededException;
import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.Export;
import io.nearcall.NearcallException;
import io.nearcall.Remotes;
import io.nearcall.ServiceNameInUseException;
import io.nearcall.internal.call.RmiFailures;
import io.nearcall.internal.codec.RemoteTypes;
import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.internal.rmi.Bindings;
import io.nearcall.internal.rmi.ObjectHost;
import io.nearcall.internal.rmi.Place;
import java.rmi.NoSuchObjectException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.ExportException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/** The state of this package in this JVM: the endpoint, the exported objects, and the registries. Any thread. */
final class Home {

    /* Java RMI's interface is static, so this state belongs to no object of the user. It is reached through CURRENT
     * only. After close(), a new Home is made. Users keep no part of the old one, except registries that they have
     * created. These stay closed.
     *
     * A registry returns places, not references. Whoever looks up a name then asks the object's own process for the
     * object at that place. So no call goes through the registry, and the registry needs none of the classes. Each
     * process that has bound something exports an ObjectHost for these requests, under a name of its own. */

    /** How long a call takes at most, in nanoseconds, from the start of its dispatch until it counts as called. */
    private static final long SETTLE_NS = 1_000_000;

    private static final Object CURRENT = new Object();
    private static Home current; // guarded by CURRENT
    private static UnaryOperator<EndpointBuilder> options = UnaryOperator.identity(); // guarded by CURRENT

    private final Endpoint endpoint;
    private final Exports exports;

    /* The table of exported objects (exports) and that of withdrawn objects (objects) have to agree. This lock keeps
     * them in agreement when several threads export and unexport an object at once. Also, nothing is exported, and
     * keeps the JVM up, after the endpoint is closed and its exports are cleared. */
    private final Object exporting = new Object();

    private final BoundObjects bound = new BoundObjects();
    private final OwnObjects objects;
    private final Set<OwnRegistry> registries = ConcurrentHashMap.newKeySet();
    private final Map<Integer, Bindings> found = new ConcurrentHashMap<>();
    private final Map<String, ObjectHost> hosts = new ConcurrentHashMap<>();
    private Export host; // guarded by this

    private Home(Endpoint endpoint) {
        this.endpoint = endpoint;
        this.objects = OwnObjects.of(endpoint);
        this.exports = new Exports(objects::isCalled);
    }

    static Home open() throws RemoteException {
        synchronized (CURRENT) {
            if (current == null || current.endpoint.isClosed()) {
                if (current != null) {
                    current.closeExports();
                }
                current = new Home(openEndpoint(options));
            }
            return current;
        }
    }

    private static Endpoint openEndpoint(UnaryOperator<EndpointBuilder> options) throws ExportException {
        try {
            EndpointBuilder builder = Endpoint.builder().name("rmi").allowRemoteInterfaces();
            return options.apply(AllowedByProperty.apply(builder)).open();
        } catch (NearcallException e) {
            throw new ExportException("This process cannot open an endpoint", e);
        }
    }

    static void configure(UnaryOperator<EndpointBuilder> more) {
        Objects.requireNonNull(more, "options");
        synchronized (CURRENT) {
            if (current != null && !current.endpoint.isClosed()) {
                throw new IllegalStateException(
                        "The endpoint of io.nearcall.rmi is open already: configure it before anything"
                                + " is exported, bound or looked up, or call Rmi.close() first");
            }
            UnaryOperator<EndpointBuilder> before = options;
            options = builder -> more.apply(before.apply(builder));
        }
    }

    static void closeCurrent() {
        Home closing;
        synchronized (CURRENT) {
            closing = current;
            current = null;
            options = UnaryOperator.identity();
        }
        if (closing != null) {
            closing.endpoint.close();
            closing.registries.forEach(OwnRegistry::close);
            closing.closeExports();
        }
    }

    private static Home currentOrNull() {
        synchronized (CURRENT) {
            return current;
        }
    }

    Endpoint endpoint() {
        return endpoint;
    }

    void export(Remote object) throws ExportException {
        refuseForeign(object);
        try {
            RemoteTypes.of(object.getClass()).forEach(endpoint::prepare);
        } catch (IllegalArgumentException e) {
            throw new ExportException(
                    object.getClass().getName()
                            + " cannot be exported, because one of its remote interfaces is invalid",
                    e);
        }
        synchronized (exporting) {
            if (endpoint.isClosed()) {
                throw new ExportException("object not exported: the endpoint of io.nearcall.rmi is being closed");
            }
            if (!exports.add(object)) {
                throw new ExportException("object already exported");
            }
            objects.setContext(object, Thread.currentThread().getContextClassLoader());
            objects.readmit(object); // it may have been unexported before
        }
    }

    /** Refuses an object of a program that was not changed everywhere: its calls would still be Java RMI's. */
    private static void refuseForeign(Remote object) throws ExportException {
        if (RemoteTypes.isExportedByRmi(object)) {
            throw new ExportException(object.getClass().getName()
                    + " is exported by java.rmi: change the import of UnicastRemoteObject to that of io.nearcall.rmi");
        }
    }

    /** Returns a stub of an exported object, or null if the object is not exported. */
    static Remote stub(Remote object) {
        Home home = currentOrNull();
        return home != null && home.isExportedHere(object) ? (Remote) home.objects.stub(object) : null;
    }

    /** Returns the stub that a look-up of the object returns. The object need not be exported. */
    Remote referredStub(Remote object) {
        return (Remote) objects.referredStub(object);
    }

    /** Returns the object of this process that a stub stands for. Other stubs and objects are returned as they are. */
    static Remote original(Remote object) throws NoSuchObjectException {
        Remote original = (Remote) OwnObjects.original(Objects.requireNonNull(object, "object"));
        if (original == null) {
            throw new NoSuchObjectException("object not exported");
        }
        return original;
    }

    /** Keeps an object alive until it is unexported. */
    Hold hold(Remote object) {
        return exports.hold(object);
    }

    /** Counts as a reference to the object until the returned action is run. */
    Runnable refer(Remote object) {
        return objects.refer(object);
    }

    static boolean isExported(Remote object) {
        Home home = currentOrNull();
        return home != null && home.isExportedHere(object);
    }

    static boolean unexport(Remote object, boolean force) throws NoSuchObjectException {
        Home home = currentOrNull();
        if (home == null || !isExported(object)) {
            throw new NoSuchObjectException("object not exported");
        }
        return home.withdraw(object, force);
    }

    private boolean withdraw(Remote object, boolean force) throws NoSuchObjectException {
        if (!force && isCalledForLong(object)) {
            return false;
        }
        synchronized (exporting) {
            if (!isExportedHere(object)) {
                throw new NoSuchObjectException("object not exported"); // another thread was faster
            }
            objects.withdraw(object);
            if (!force) {
                LockSupport.parkNanos(SETTLE_NS);
                if (isCalledForLong(object)) {
                    objects.readmit(object);
                    return false;
                }
            }
            exports.remove(object);
        }
        if (object instanceof OwnRegistry registry && registries.remove(registry)) {
            registry.close();
        }
        return true;
    }

    private boolean isExportedHere(Remote object) {
        return exports.contains(object) || registries.contains(object);
    }

    private void closeExports() {
        synchronized (exporting) {
            exports.clear();
        }
    }

    /** Returns whether a call of the object runs. A call whose caller already has its answer does not count. */
    private boolean isCalledForLong(Remote object) {
        if (!objects.isCalled(object)) {
            return false;
        }
        LockSupport.parkNanos(SETTLE_NS);
        return objects.isCalled(object);
    }

    OwnRegistry createRegistry(int port) throws ExportException {
        OwnRegistry registry = new OwnRegistry(this, port);
        try {
            if (port != 0) {
                registry.offered(endpoint.export(Bindings.class, registry.asService(), registryName(port)));
            }
        } catch (ServiceNameInUseException e) {
            throw new ExportException("There is a registry " + port + " already", e);
        } catch (NearcallException e) {
            throw new ExportException("Registry " + port + " cannot be offered", e);
        }
        registries.add(registry);
        return registry;
    }

    private static String registryName(int port) {
        return "rmiregistry-" + port;
    }

    /** Returns the registry of a port in this JVM, or null. */
    OwnRegistry registry(int port) {
        for (OwnRegistry registry : registries) {
            if (registry.port() == port && !registry.isReplaced()) {
                return registry;
            }
        }
        return null;
    }

    /** Returns the registry of a port in another process. */
    Bindings bindings(int port) throws RemoteException {
        Bindings known = found.get(port);
        if (known == null) {
            known = lookup(Bindings.class, registryName(port));
            found.put(port, known);
        }
        return known;
    }

    private <T> T lookup(Class<T> type, String name) throws RemoteException {
        try {
            try {
                return endpoint.lookup(type, name, Duration.ZERO); // as in RMI, without waiting for the name
            } catch (DeadlineExceededException e) {
                return endpoint.lookup(type, name); // it exists, but the machine is busy
            }
        } catch (NearcallException e) {
            throw RmiFailures.of(e);
        }
    }

    /** Returns where others find an object of this process, or the object of a stub that this process has. */
    Place placeOf(Remote object) throws RemoteException {
        refuseForeign(Objects.requireNonNull(object, "object"));
        return new Place(hostName(), bound.idOf(original(object)));
    }

    private synchronized String hostName() throws RemoteException {
        if (host != null && host.isClosed()) {
            host = null; // another process has its name; objects bound under it must be bound again
        }
        if (host == null) {
            sweepNames();
        }
        for (int i = 0; host == null; i++) {
            try {
                // Another endpoint of this process may have the name, or a process with the same id in another pid
                // namespace.
                host = endpoint.export(
                        ObjectHost.class,
                        bound,
                        "rmi-" + ProcessHandle.current().pid() + "-" + i);
            } catch (ServiceNameInUseException e) {
                // try the next name
            } catch (NearcallException e) {
                throw new ExportException("The objects of this process cannot be offered", e);
            }
        }
        return host.name();
    }

    /** Removes the files of killed processes before a name is added: nobody takes their names again. */
    private void sweepNames() {
        try {
            endpoint.services(); // removes the files of dead processes
        } catch (NearcallException e) {
            // the next process that adds a name tries again
        }
    }

    private synchronized boolean isHere(Place place) {
        return host != null && !host.isClosed() && host.name().equals(place.host());
    }

    /** Returns the object at the place that a name is bound to. */
    Remote find(Place place, String name) throws RemoteException, NotBoundException {
        Remote object =
                isHere(place) ? bound.object(place.id()) : host(place.host()).object(place.id());
        if (object == null) {
            throw new NotBoundException(name);
        }
        return referredStub(object);
    }

    private ObjectHost host(String name) throws RemoteException {
        ObjectHost known = hosts.get(name);
        if (known == null) {
            known = lookup(ObjectHost.class, name);
            hosts.put(name, known);
            Remotes.onDeath(known, () -> hosts.remove(name)); // its name is not used again
        }
        return known;
    }
}
