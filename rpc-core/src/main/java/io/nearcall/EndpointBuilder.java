// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import io.nearcall.internal.codec.AllowedClasses;
import io.nearcall.internal.connection.Channels;
import io.nearcall.internal.connection.EndpointCore;
import io.nearcall.internal.connection.Settings;
import io.nearcall.internal.context.DurationText;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.hooks.Observers;
import io.nearcall.internal.wire.ReferenceList;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Platform;
import io.nearcall.spi.CallListener;
import io.nearcall.spi.ClientInterceptor;
import io.nearcall.spi.RemoteTransport;
import io.nearcall.spi.ServerInterceptor;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;

/** Collects the options of an {@link Endpoint}. Not thread-safe; {@link #open()} concludes it. */
public final class EndpointBuilder {

    /** A lane costs each side a ring of 64 KiB. */
    private static final int LIMIT_OF_LANES = 1024;

    private static final long SMALLEST_MESSAGE_BYTES = 64 * 1024;

    private static final String INSPECT_PROPERTY = "io.nearcall.inspect";

    private String name = "";
    private String directory; // null for the configured directory or the usual one
    private String channel = ServiceAddress.configuredScheme(System.getProperties(), System.getenv());
    private long deadlineNs = Duration.ofSeconds(30).toNanos();
    private long lookupTimeoutNs = Duration.ofSeconds(10).toNanos();
    private int maxLanes = 64;
    private int maxCalls = 4096;
    private int maxReferences = 65_536;
    private int maxConnections = 1024;
    private long maxMessageBytes = 256L << 20;
    private Executor executor;
    private final Set<Integer> allowedUsers = new HashSet<>();
    private final List<Class<?>> allowed = new ArrayList<>();
    private final List<String> allowedPackages = new ArrayList<>();
    private final List<CallListener> listeners = new ArrayList<>();
    private final List<ClientInterceptor> clientInterceptors = new ArrayList<>();
    private final List<ServerInterceptor> serverInterceptors = new ArrayList<>();
    private final List<RemoteTransport> transports = new ArrayList<>();
    private boolean remoteInterfaces;
    private boolean closesOnExit = true;
    private Inspect inspect = configuredInspect();

    EndpointBuilder() {}

    /** Sets the name that appears in the names of the endpoint's threads and in messages; the process id by default. */
    public EndpointBuilder name(String endpointName) {
        this.name = endpointName;
        return this;
    }

    /**
     * Sets the runtime directory, where services meet, for this endpoint alone. The default is the system property
     * {@code io.nearcall.dir}, or else the environment variable {@code NEARCALL_DIR}, or else the usual directory of the
     * user. If its parent exists, the directory is created with mode 0700. An existing directory must belong to the
     * user, or to a user whose services are trusted. Its mode must be 0700, or 0711 at most.
     */
    public EndpointBuilder directory(Path runtimeDirectory) {
        this.directory = runtimeDirectory.toString();
        return this;
    }

    /**
     * Sets the channel for addresses that name none: {@code shm}, {@code fifo}, {@code unix}, {@code tcp}, {@code
     * sysvshm}, {@code sysvmq} or {@code auto}. {@code auto} takes the first of shared memory, FIFOs, Unix sockets and
     * TCP sockets that works on both sides. The default is the system property {@code io.nearcall.channel}, or else the
     * environment variable {@code NEARCALL_CHANNEL}, or else {@code auto}. A server exports its services over this
     * channel only, or over all channels if it is {@code auto}.
     *
     * @throws IllegalArgumentException if there is no such channel
     */
    public EndpointBuilder channel(String scheme) {
        ServiceAddress.checkScheme(scheme);
        this.channel = scheme;
        return this;
    }

    /**
     * Sets how long a call waits if its method, its interface and its {@link Context} set no deadline; 30 s by default.
     * A {@link Deadline} sets one for a method or an interface.
     */
    public EndpointBuilder deadline(Duration deadline) {
        this.deadlineNs = toNs(deadline);
        return this;
    }

    /**
     * Removes the default deadline. Calls without a {@link Deadline} or a deadline of their {@link Context} then wait
     * for their answer as long as the other process lives.
     */
    public EndpointBuilder noDeadline() {
        this.deadlineNs = DurationText.NONE_NS;
        return this;
    }

    /** Sets how long a look-up waits for a service that is not there; 10 s by default, zero to try once. */
    public EndpointBuilder lookupTimeout(Duration timeout) {
        this.lookupTimeoutNs = toNs(timeout);
        return this;
    }

    /**
     * Sets how many synchronous calls may be in progress on one connection, 1 to 1024; 64 by default. The smaller
     * number of both sides counts.
     */
    public EndpointBuilder maxLanes(int lanes) {
        this.maxLanes = lanes;
        return this;
    }

    /**
     * Sets how many futures, one-way calls and calls of virtual threads may be in progress on one connection, in each
     * direction; 4096 by default. Each side keeps its own limit. The caller counts the calls that have not been
     * answered. The service counts the calls that it has read and not answered, and separately the one-way calls that
     * it has not run.
     *
     * <p>Beyond the caller's limit, a future ends with an {@link OverloadedException} at once; a call of a virtual
     * thread first waits until its deadline. Beyond the service's limit, calls end with that exception, and senders of
     * one-way calls wait.
     */
    public EndpointBuilder maxCalls(int calls) {
        this.maxCalls = calls;
        return this;
    }

    /**
     * Sets how many remote objects of each side the other side of one connection may refer to at once, 1 to 1,048,576;
     * 65,536 by default. A call that would pass one more object of this side fails with an {@link EncodingException},
     * and its method does not run. An answer that would do so fails in the same way, after its method has run. An
     * object counts until the other side has given it up. Iterators, streams and publishers that are passed count too.
     * A peer that passes more objects than this side allows loses its connection. The two sides do not negotiate the
     * number: to pass more objects, set the higher value on both.
     */
    public EndpointBuilder maxReferences(int references) {
        this.maxReferences = references;
        return this;
    }

    /**
     * Sets the number of connections, made or accepted, at which no further one is accepted; 1024 by default. A
     * connection that has ended counts as long as a method runs for it.
     */
    public EndpointBuilder maxConnections(int connections) {
        this.maxConnections = connections;
        return this;
    }

    /**
     * Sets the maximum length in bytes of the arguments or the result of one call, 64 KiB or more; 256 MiB by default.
     * The smaller number of both sides counts.
     */
    public EndpointBuilder maxMessageBytes(long bytes) {
        this.maxMessageBytes = bytes;
        return this;
    }

    /**
     * Sets the executor that runs the methods of exported objects; by default threads of the endpoint run them. Each
     * call is a task, but one-way calls and futures of one thread follow each other in one task. If the executor
     * rejects a task, the call ends with an {@link OverloadedException}; one-way calls wait until the executor takes
     * them. The thread of a task is interrupted when the caller gives up. When the method returns, that interrupt is
     * cleared, and any other interrupt stays. The application shuts the executor down, after it has closed the
     * endpoint.
     */
    public EndpointBuilder executor(Executor methodExecutor) {
        this.executor = methodExecutor;
        return this;
    }

    /**
     * Allows processes of another user to connect, and trusts services of that user. The user of this process is always
     * allowed. Without the native library, other users cannot be recognised and are refused.
     *
     * @throws UnsupportedOperationException on Windows, where users have no numbers
     */
    public EndpointBuilder allowUser(int uid) {
        if (Platform.isWindows()) {
            throw new UnsupportedOperationException("uid=" + uid + ": on Windows, processes of one user meet only.");
        }
        allowedUsers.add(uid);
        return this;
    }

    /** Allows objects of these classes to travel although no interface names the classes. Both sides must allow them. */
    public EndpointBuilder allow(Class<?>... classes) {
        allowed.addAll(List.of(classes));
        return this;
    }

    /**
     * Allows objects of all classes of a package, and of the packages below it, to travel. Both sides must allow them.
     * The context class loader of the thread that opens the endpoint finds the classes. The endpoint does not keep that
     * class loader alive.
     */
    public EndpointBuilder allowPackage(String packageName) {
        allowedPackages.add(packageName);
        return this;
    }

    /** Adds a listener, which is told of all calls that are made here and of all calls whose methods run here. */
    public EndpointBuilder listener(CallListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * Adds an interceptor, which sees the calls that are made here. Interceptors run in the order in which they were
     * added.
     */
    public EndpointBuilder clientInterceptor(ClientInterceptor interceptor) {
        clientInterceptors.add(Objects.requireNonNull(interceptor, "interceptor"));
        return this;
    }

    /**
     * Adds an interceptor, which sees the calls whose methods run here. Interceptors run in the order in which they
     * were added.
     */
    public EndpointBuilder serverInterceptor(ServerInterceptor interceptor) {
        serverInterceptors.add(Objects.requireNonNull(interceptor, "interceptor"));
        return this;
    }

    /**
     * Allows the other side to pass remote objects through any interface that extends {@link java.rmi.Remote}. This
     * side need not have exported the interface, looked it up, or named it in another one. The class file shows that it
     * is such an interface, before the interface is loaded. The interface must be visible to the context class loader
     * of the thread that opens the endpoint. It must belong to the application, not to the JDK. Once it is loaded, the
     * classes that its methods name may travel.
     *
     * <p>Objects that Java RMI itself has exported, and its stubs, are refused when they are passed. They come from an
     * import that was not changed.
     */
    public EndpointBuilder allowRemoteInterfaces() {
        remoteInterfaces = true;
        return this;
    }

    /**
     * Adds a transport to other hosts, such as {@code GrpcTransport}. Addresses of its scheme use it. If it listens,
     * callers of other hosts are let in as soon as the endpoint is open. They may call the objects that are exported
     * under a name without a channel, and the objects that are passed to them. A transport without options to set need
     * not be added: the endpoint finds it on the class path.
     */
    public EndpointBuilder transport(RemoteTransport transport) {
        transports.add(Objects.requireNonNull(transport, "transport"));
        return this;
    }

    /**
     * Sets whether the endpoint closes itself when the JVM ends in order, as on SIGTERM. The default is true. A
     * container that stops its parts in an order of its own sets false, and must call {@link Endpoint#close} itself. If
     * nobody closes the endpoint before the JVM ends, its peers see the end as that of a killed process.
     */
    public EndpointBuilder closeOnExit(boolean close) {
        closesOnExit = close;
        return this;
    }

    /**
     * Sets what the endpoint tells the command {@code nearcall}. The default is the system property {@code
     * io.nearcall.inspect}, which is {@code off}, {@code describe} or {@code call}, or else {@link Inspect#DESCRIBE}.
     */
    public EndpointBuilder inspect(Inspect told) {
        this.inspect = Objects.requireNonNull(told, "told");
        return this;
    }

    /** Returns the configured value, or null for the default: most endpoints never need the class {@link Inspect}. */
    private static Inspect configuredInspect() {
        String configured = System.getProperty(INSPECT_PROPERTY, "");
        if (configured.isBlank()) {
            return null;
        }
        for (Inspect each : Inspect.values()) {
            if (each.name().equalsIgnoreCase(configured.strip())) {
                return each;
            }
        }
        throw new IllegalArgumentException(
                INSPECT_PROPERTY + "=" + configured + ": must be one of off, describe and call");
    }

    /**
     * Checks the options and opens the endpoint; see {@link Endpoint#open()}.
     *
     * @throws IllegalArgumentException if an option is out of bounds
     */
    public Endpoint open() {
        require(maxLanes >= 1 && maxLanes <= LIMIT_OF_LANES, "maxLanes", maxLanes);
        require(maxCalls >= 1, "maxCalls", maxCalls);
        require(maxReferences >= 1 && maxReferences <= ReferenceList.MOST_OBJECTS, "maxReferences", maxReferences);
        require(maxConnections >= 1, "maxConnections", maxConnections);
        require(maxMessageBytes >= SMALLEST_MESSAGE_BYTES, "maxMessageBytes", maxMessageBytes);
        require(deadlineNs > 0, "deadlineNs", deadlineNs);
        AllowedClasses classes = AllowedClasses.NONE.with(allowed);
        for (String packageName : allowedPackages) {
            classes = classes.withPackage(packageName);
        }
        Channels.requireLibrary(channel); // before the host tells the process
        String concludedName = name.isEmpty() ? Integer.toString(Host.current().pid()) : name;
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        Settings settings = new Settings(
                concludedName,
                directory,
                channel,
                deadlineNs,
                maxLanes,
                maxCalls,
                maxReferences,
                maxConnections,
                maxMessageBytes,
                Set.copyOf(allowedUsers),
                classes,
                remoteInterfaces,
                List.copyOf(allowed),
                new WeakReference<>(context), // weak: its application may be undeployed without closing the endpoint
                closesOnExit,
                inspect,
                executor,
                new Observers(listeners, clientInterceptors, serverInterceptors),
                List.copyOf(transports));
        return new Endpoint(EndpointCore.open(settings), settings, lookupTimeoutNs);
    }

    private static void require(boolean valid, String option, long value) {
        if (!valid) {
            throw new IllegalArgumentException(option + "=" + value);
        }
    }

    static long toNs(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException e) {
            return DurationText.NONE_NS;
        }
    }
}
