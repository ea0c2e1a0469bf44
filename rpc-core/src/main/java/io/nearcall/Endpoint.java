// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import io.nearcall.internal.connection.EndpointCore;
import io.nearcall.internal.connection.OfferedService;
import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.internal.connection.Settings;
import io.nearcall.internal.discovery.ServiceAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * One JVM's presence on the host: offers objects to other processes, and finds theirs. Any thread. Its own threads are
 * daemons, so an endpoint does not keep the JVM alive; a server calls {@link #awaitClose()}. When it has been closed, who
 * offers, looks up or lists services gets an {@link EndpointClosedException}.
 * While the JVM ends, which closes it, {@link #export} waits for that end first, five seconds at most: a program that is told
 * to end while it starts has nothing to complain of.
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
        OwnObjects.accessThrough(new Access());
    }

    /** For {@code io.nearcall.rmi}. No lambda, since the first one of a JVM takes long. */
    private static final class Access extends OwnObjects.Access {
        @Override
        protected EndpointCore core(Endpoint endpoint) {
            return endpoint.core;
        }
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
     * An endpoint with the defaults of {@link #builder()}.
     *
     * @throws NativeLibraryMissingException if the configured channel needs the native library and it cannot be loaded; the
     *     channels {@code unix} and {@code tcp} do not
     * @throws InsecureDirectoryException if the directory in which endpoints meet is open to other users
     * @throws TransportException if the system lacks descriptors
     * @throws IllegalStateException if a jar is missing that Nearcall needs; the message names it
     */
    public static Endpoint open() {
        return builder().open();
    }

    /** Options, to be concluded by {@link EndpointBuilder#open()}. */
    public static EndpointBuilder builder() {
        NeededJars.require();
        return new EndpointBuilder();
    }

    /**
     * Offers an object under the interface's service name: that of {@link RemoteService}, else its simple name. Otherwise as
     * {@link #export(Class, Object, String)}.
     */
    public <T> Export export(Class<T> type, T target) {
        return export(type, target, serviceName(type));
    }

    /**
     * Offers an object under a name, or under an address such as {@code fifo:orders}: then it can be called over that channel
     * only. The object is held until the handle or the endpoint is closed. Its methods are called on daemon threads of the
     * endpoint, or on its executor, several at a time, with the class loader of the object's class as the context's.
     *
     * @throws IllegalArgumentException if the interface cannot be called remotely, with every fault in the message, or if
     *     the name cannot be one
     * @throws ServiceNameInUseException if a live process offers that name; it names the process
     * @throws PathOccupiedException if something else than a socket stands where the service's belongs
     * @throws NativeLibraryMissingException if the address's channel needs the native library and it cannot be loaded
     * @throws TransportException if the system lacks descriptors or memory
     */
    public <T> Export export(Class<T> type, T target, String name) {
        Objects.requireNonNull(type, "type");
        if (!type.isInstance(target)) {
            throw new IllegalArgumentException(
                    "target=" + (target == null ? "null" : target.getClass().getName()) + " is no " + type.getName());
        }
        OfferedService service = core.export(type, target, address(name));
        return new Export() {
            @Override
            public String name() {
                return service.name();
            }

            @Override
            public boolean isClosed() {
                return service.isClosed() || core.isClosed();
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
     * Gets to know a remote interface, as exporting or looking it up does: from then on what its methods name may travel, and
     * the other side may pass objects that implement it. To be called where that comes before the first use, or to see
     * early whether the interface will do.
     *
     * @throws IllegalArgumentException if the interface cannot be called remotely, with every fault in the message
     */
    public void prepare(Class<?> type) {
        core.prepare(Objects.requireNonNull(type, "type"));
    }

    /**
     * Takes an object back that was passed by reference: calls that come from now on through any reference to it are refused
     * with a {@link RemoteObjectMissingException}, those that run go on. It can still be passed to others, and comes home as
     * itself, but is not called until {@link #readmit}. What is offered under a name has its own way back, {@link
     * Export#close}. Any thread, does not block, idempotent.
     */
    public void withdraw(Object target) {
        core.withdraw(Objects.requireNonNull(target, "target"));
    }

    /** Lets an object be called again that was withdrawn. Any thread, does not block, idempotent. */
    public void readmit(Object target) {
        core.readmit(Objects.requireNonNull(target, "target"));
    }

    /**
     * Whether a method of an object runs for another process at this moment, or its answer is being sent; also if its caller has
     * given up, or its connection has ended. What is just about to begin need not be seen, and while calls nest on a thread, all
     * objects count as called that it could have passed. Lets a caller that has withdrawn an object find out when the last call
     * is over.
     */
    public boolean isCalled(Object target) {
        return core.isCalled(Objects.requireNonNull(target, "target"));
    }

    /** Finds the service of the interface's own name; see {@link #lookup(Class, String, Duration)}. */
    public <T> T lookup(Class<T> type) {
        return lookup(type, serviceName(type));
    }

    /**
     * Finds a service, waiting for it as long as the endpoint's look-up timeout says; see {@link #lookup(Class, String,
     * Duration)}.
     */
    public <T> T lookup(Class<T> type, String name) {
        return core.lookup(Objects.requireNonNull(type, "type"), address(name), lookupTimeoutNs);
    }

    /**
     * Finds a service. Blocks until it is there, connects and agrees on methods and classes.
     *
     * @param name the service's name, or its address: {@code shm:orders} and {@code fifo:orders} are called over shared
     *     memory and FIFOs, {@code unix:orders} and {@code tcp:orders} over Unix sockets and loopback TCP, {@code
     *     sysvshm:orders} and {@code sysvmq:orders} over System V's shared memory and message queues, {@code auto:orders}
     *     over the first of shared memory, FIFOs, Unix sockets and TCP sockets that both sides can do
     * @param timeout how long to wait for the service; zero to try once
     * @return a stub, which any number of threads may call. When the service was restarted, the next call finds it again
     * @throws ServiceNotFoundException if the service did not come in time
     * @throws DeadlineExceededException if it is there, but does not react
     * @throws ConnectionRefusedException if it does not let us in, runs as a user whom this endpoint does not trust, or
     *     cannot be called over the channel of the address
     * @throws ProtocolVersionException if it speaks another version of the protocol
     * @throws ProtocolException if what answers is no Nearcall endpoint
     * @throws PathOccupiedException if something else than a socket bears the service's name
     * @throws NativeLibraryMissingException if the address's channel needs the native library and it cannot be loaded
     * @throws TransportException if the system lacks descriptors or memory
     * @throws IllegalArgumentException if the interface cannot be called remotely, with every fault in the message
     * @throws CallInterruptedException if the thread is interrupted
     */
    public <T> T lookup(Class<T> type, String name, Duration timeout) {
        return core.lookup(
                Objects.requireNonNull(type, "type"),
                address(name),
                EndpointBuilder.toNs(Objects.requireNonNull(timeout, "timeout")));
    }

    /**
     * Names of all services of live processes in the directory in which this endpoint meets others, sorted. What killed
     * processes have left there is removed.
     *
     * @throws TransportException if this process lacks descriptors or memory for it
     */
    public List<String> services() {
        return core.services();
    }

    /** Blocks until the endpoint is closed, by another thread or by the end of the JVM: for a server's {@code main}. */
    public void awaitClose() throws InterruptedException {
        core.awaitClose();
    }

    public boolean isClosed() {
        return core.isClosed();
    }

    /**
     * Takes all offers back, gives calls that run here up to a second, and ends all connections: calls in flight fail with
     * {@link EndpointClosedException} on this side and {@link ConnectionLostException} on the other. Takes at most about
     * three seconds. Any thread, idempotent. Done by itself when the JVM ends in order, as on SIGTERM or Ctrl-C.
     */
    @Override
    public void close() {
        core.close();
    }

    private ServiceAddress address(String text) {
        return ServiceAddress.parse(Objects.requireNonNull(text, "name"), settings.channel());
    }

    private static String serviceName(Class<?> type) {
        RemoteService service = Objects.requireNonNull(type, "type").getAnnotation(RemoteService.class);
        return service == null || service.value().isEmpty() ? type.getSimpleName() : service.value();
    }

    @Override
    public String toString() {
        return "Endpoint[" + settings.name() + "]";
    }
}
