// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import io.nearcall.internal.codec.TypeMarks;
import io.nearcall.internal.connection.EndpointCore;
import io.nearcall.internal.connection.LookUp;
import io.nearcall.internal.connection.OfferedService;
import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.internal.connection.Settings;
import io.nearcall.internal.discovery.ServiceAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Represents a JVM on its host: exports objects to other processes, and looks up theirs. Safe for use by any number of
 * threads. The threads of an endpoint are daemons, so it does not keep the JVM alive; a server calls {@link
 * #awaitClose()}. After the endpoint has been closed, exporting, looking up and listing services throws an {@link
 * EndpointClosedException}.
 *
 * <p>The end of the JVM closes the endpoint, unless {@link EndpointBuilder#closeOnExit} is false. While the JVM ends,
 * {@link #export} first waits for the end, about six seconds at most. A program that is told to end while it starts
 * therefore reports no exception.
 *
 * <pre>{@code
 * try (Endpoint endpoint = Endpoint.open()) {             // server
 *     endpoint.export(Orders.class, new OrdersInMemory());
 *     endpoint.awaitClose();
 * }
 * try (Endpoint endpoint = Endpoint.open()) {             // client
 *     Orders orders = endpoint.lookup(Orders.class);
 *     orders.place(order);
 * }
 * }</pre>
 */
public final class Endpoint implements AutoCloseable {

    static {
        OwnObjects.accessThrough(endpoint -> endpoint.core); // for io.nearcall.rmi
    }

    private final EndpointCore core;
    private final Settings settings;
    private final long lookupTimeoutNs;

    Endpoint(EndpointCore core, Settings settings, long lookupTimeoutNs) {
        this.core = core;
        this.settings = settings;
        this.lookupTimeoutNs = lookupTimeoutNs;
    }

    /**
     * Opens an endpoint with the defaults of {@link #builder()}.
     *
     * @throws TransportException if the configured channel needs the native library and it cannot be loaded
     *     ({@code auto}, {@code unix} and {@code tcp} do not need it); if the runtime directory is open to other users; or
     *     if the system refuses descriptors, threads or that directory
     * @throws IllegalStateException if a jar that Nearcall needs is missing; the message names it
     */
    public static Endpoint open() {
        return builder().open();
    }

    /**
     * Returns a builder with the default options, to be concluded by {@link EndpointBuilder#open()}.
     *
     * @throws IllegalStateException if a jar that Nearcall needs is missing; the message names it
     */
    public static EndpointBuilder builder() {
        NeededJars.require();
        return new EndpointBuilder();
    }

    /**
     * Exports an object under the service name of its interface. That is the name of {@link RemoteService}, or else the
     * simple name of the interface. Otherwise the same as {@link #export(Class, Object, String)}.
     */
    public <T> Export export(Class<T> type, T target) {
        return export(type, target, serviceName(type));
    }

    /**
     * Exports an object under a name, or under an address such as {@code fifo:orders}. With an address, the object can
     * be called over that channel only. The endpoint holds the object until the handle or the endpoint is closed. The
     * methods run on daemon threads of the endpoint or on its executor, several at a time. Their context class loader
     * is the class loader of the object's class.
     *
     * @throws IllegalArgumentException if the interface cannot be called remotely, with every fault in the message; if
     *     the object does not implement the interface; or if the name is invalid
     * @throws ServiceNameInUseException if a live process exports a service of that name; the message names the process
     * @throws TransportException if a foreign file stands where the service's socket or lock belongs; if the channel of
     *     the address needs the native library and it cannot be loaded; or if the system lacks descriptors or memory
     */
    public <T> Export export(Class<T> type, T target, String name) {
        return offer(type, target, name, null);
    }

    /**
     * Exports an object as {@link #export(Class, Object, String)} does, and restricts callers on other hosts. Only those
     * with one of the given names may look the object up and call it. The others get a {@link
     * ConnectionRefusedException}, which tells them nothing about the interface. Callers on this host are not
     * restricted. They have no such name, and {@link EndpointBuilder#allowUser} permits their users. An object that a
     * method passes by reference may be called by whoever has received it.
     *
     * @param principals the names of the permitted callers on other hosts, as {@link Caller#principal} returns them;
     *     empty to permit none of these callers
     * @throws IllegalArgumentException also if a principal is blank; or if other hosts cannot call the object, because
     *     it is exported over one channel of this host
     */
    public <T> Export export(Class<T> type, T target, String name, Set<String> principals) {
        return offer(type, target, name, Set.copyOf(principals));
    }

    /** @param principals null to permit all callers on other hosts */
    private <T> Export offer(Class<T> type, T target, String name, Set<String> principals) {
        Objects.requireNonNull(type, "type");
        if (!type.isInstance(target)) {
            throw new IllegalArgumentException(
                    "target=" + (target == null ? "null" : target.getClass().getName()) + " does not implement "
                            + type.getName());
        }
        OfferedService service = core.export(type, target, address(name), principals);
        return new Export() {
            @Override
            public String name() {
                return service.name();
            }

            @Override
            public boolean isClosed() {
                return service.isClosed() || core.isDraining();
            }

            @Override
            public void close() {
                service.close();
            }

            @Override
            public String toString() {
                return "Export[" + name() + "]";
            }
        };
    }

    /**
     * Prepares a remote interface, as exporting it or looking it up does. From then on, the classes that its methods
     * name may travel, and the other side may pass objects that implement the interface. Call this method if either is
     * needed before the first use, or to check early whether the interface is valid.
     *
     * @throws IllegalArgumentException if the interface cannot be called remotely, with every fault in the message
     */
    public void prepare(Class<?> type) {
        core.prepare(Objects.requireNonNull(type, "type"));
    }

    /** Finds the service with the interface's own name; see {@link #lookup(Class, String, Duration)}. */
    public <T> T lookup(Class<T> type) {
        return lookup(type, serviceName(type));
    }

    /**
     * Finds a service and waits for it, at most for the endpoint's look-up timeout; see {@link #lookup(Class, String,
     * Duration)}.
     */
    public <T> T lookup(Class<T> type, String name) {
        return LookUp.now(core, Objects.requireNonNull(type, "type"), address(name), lookupTimeoutNs);
    }

    /**
     * Finds a service. Blocks until the service is there, then connects and agrees with it on methods and classes.
     *
     * @param name the service's name, or its address. The address names the channel: {@code shm:orders} for shared
     *     memory, {@code fifo:orders} for FIFOs, {@code unix:orders} for Unix sockets, {@code tcp:orders} for loopback
     *     TCP. {@code sysvshm:orders} and {@code sysvmq:orders} are for System V's shared memory and message queues.
     *     {@code auto:orders} takes the first of shared memory, FIFOs, Unix sockets and TCP sockets that works on both
     *     sides. {@code grpc://orders@shop.example:7443} is a service of another host, for which {@code nearcall-grpc}
     *     is on the class path. {@code grpc://orders@h1:7443,h2:7443} is a service that two endpoints offer, and each
     *     call goes to one of them
     * @param timeout how long to wait for the service; zero to try once
     * @return a stub, which any number of threads may call; after a restart of the service, the next call finds it
     *     again
     * @throws ServiceNotFoundException if the service does not appear in time
     * @throws DeadlineExceededException if the service is there, but does not react
     * @throws ConnectionRefusedException if the service refuses the connection, runs as an untrusted user, cannot be
     *     called over the channel of the address, does not permit this caller, or speaks another version of the
     *     protocol; or if the process that answers is not a Nearcall endpoint
     * @throws TransportException if something other than a socket has the service's name; if the channel of the address
     *     needs the native library and it cannot be loaded; or if the system lacks descriptors or memory
     * @throws IllegalArgumentException if the interface cannot be called remotely, with every fault in the message
     * @throws CallInterruptedException if the thread is interrupted
     */
    public <T> T lookup(Class<T> type, String name, Duration timeout) {
        return LookUp.now(
                core,
                Objects.requireNonNull(type, "type"),
                address(name),
                EndpointBuilder.toNs(Objects.requireNonNull(timeout, "timeout")));
    }

    /** Returns a stub of the service with the interface's own name; see {@link #stub(Class, String)}. */
    public <T> T stub(Class<T> type) {
        return stub(type, serviceName(type));
    }

    /**
     * Returns a stub of a service that need not be there yet. Does not block. The first call finds the service. It
     * waits for the service until the endpoint's look-up timeout or the deadline of the call, whichever is earlier. A
     * call of an idempotent method waits until its deadline. If the service is not found, the call fails as {@link
     * #lookup(Class, String, Duration)} does, and the next call tries again. Once the service is found, the stub is
     * like one of {@code lookup}. Methods of {@link Remotes} that need the process of the stub find the service as a
     * call does.
     *
     * @param name the service's name, or its address
     * @throws IllegalArgumentException if the interface cannot be called remotely, with every fault in the message; or
     *     if the name is invalid
     * @throws TransportException if the channel of the address needs the native library and it cannot be loaded
     */
    public <T> T stub(Class<T> type, String name) {
        return LookUp.later(core, Objects.requireNonNull(type, "type"), address(name), lookupTimeoutNs);
    }

    /**
     * Returns the names of all services of live processes in the runtime directory, sorted. Removes the files that
     * killed processes have left there.
     *
     * @throws TransportException if this process lacks descriptors or memory
     */
    public List<String> services() {
        return core.services();
    }

    /**
     * Blocks until the endpoint is closed, by another thread or by the end of the JVM. Meant for the {@code main} of a
     * server.
     */
    public void awaitClose() throws InterruptedException {
        core.awaitClose();
    }

    public boolean isClosed() {
        return core.isClosed();
    }

    /**
     * Stops serving, as the first step of an orderly end. Ends all exports, so that another process may take their
     * names. Refuses calls over existing connections, and drops one-way calls that have not begun. The refused callers
     * get a {@link ConnectionLostException}, whose outcome is {@link Outcome#NOT_STARTED}. Calls of idempotent methods
     * go on in the process that takes the name. Blocks until the running methods have answered. Calls that are made
     * here go on, and so do callbacks that belong to them. Call {@link #close} afterwards. Any thread, repeatable.
     *
     * @param patience how long to wait for the running methods
     * @return whether all methods have answered; false if {@code patience} has passed, or if the thread is interrupted,
     *     which stays so
     */
    public boolean drain(Duration patience) {
        return core.drain(EndpointBuilder.toNs(Objects.requireNonNull(patience, "patience")));
    }

    /**
     * Ends all exports, gives running calls up to a second, and ends all connections. Calls in flight fail with an
     * {@link EndpointClosedException} on this side and a {@link ConnectionLostException} on the other. Takes about
     * three seconds at most. Any thread, idempotent. A JVM that ends in order, as on SIGTERM or Ctrl-C, closes its
     * endpoints itself, unless {@link EndpointBuilder#closeOnExit} is false.
     */
    @Override
    public void close() {
        core.close();
    }

    private ServiceAddress address(String text) {
        return ServiceAddress.parse(Objects.requireNonNull(text, "name"), settings.channel());
    }

    private static String serviceName(Class<?> type) {
        String name = TypeMarks.value(Objects.requireNonNull(type, "type"), RemoteService.class);
        return name == null || name.isEmpty() ? type.getSimpleName() : name;
    }

    @Override
    public String toString() {
        return "Endpoint[" + settings.name() + "]";
    }
}
