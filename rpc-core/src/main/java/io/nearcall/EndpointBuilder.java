// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import io.nearcall.internal.codec.AllowedClasses;
import io.nearcall.internal.connection.EndpointCore;
import io.nearcall.internal.connection.Settings;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.hooks.Observers;
import io.nearcall.internal.wire.ReferenceList;
import io.nearcall.ipc.host.Host;
import io.nearcall.spi.CallListener;
import io.nearcall.spi.ClientInterceptor;
import io.nearcall.spi.ServerInterceptor;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;

/** Options of an {@link Endpoint}. Not thread-safe; concluded by {@link #open()}. */
public final class EndpointBuilder {

    /** A lane costs each side a ring of 64 KiB. */
    private static final int LIMIT_OF_LANES = 1024;

    private static final long SMALLEST_MESSAGE_BYTES = 64 * 1024;

    private String name = "";
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
    private boolean remoteInterfaces;

    EndpointBuilder() {}

    /** Appears in the names of the endpoint's threads and in messages; the process id by default. */
    public EndpointBuilder name(String endpointName) {
        this.name = endpointName;
        return this;
    }

    /**
     * The mechanism for addresses that name none: {@code shm}, {@code fifo}, {@code unix}, {@code tcp}, {@code sysvshm},
     * {@code sysvmq}, or {@code auto}, which takes the first of shared memory, FIFOs, Unix sockets and TCP sockets that both
     * sides can do. By default what the system property {@code io.nearcall.channel} or the environment
     * variable {@code NEARCALL_CHANNEL} says, else {@code auto}. A server offers its services over this one only, over all if it is
     * {@code auto}.
     *
     * @throws IllegalArgumentException if there is no such channel
     */
    public EndpointBuilder channel(String scheme) {
        ServiceAddress.checkScheme(scheme);
        this.channel = scheme;
        return this;
    }

    /**
     * How long calls wait if neither their method nor its interface has a {@link Deadline}, nor their {@link Context} one that
     * was set there; 30 s by default.
     */
    public EndpointBuilder deadline(Duration deadline) {
        this.deadlineNs = toNs(deadline);
        return this;
    }

    /** Lets calls without a {@link Deadline} wait for their answer as long as the other process lives. */
    public EndpointBuilder noDeadline() {
        this.deadlineNs = DurationText.NONE_NS;
        return this;
    }

    /** How long a look-up waits for a service that is not there; 10 s by default, zero to try once. */
    public EndpointBuilder lookupTimeout(Duration timeout) {
        this.lookupTimeoutNs = toNs(timeout);
        return this;
    }

    /** Synchronous calls in progress on one connection, 1 to 1024; 64 by default. The smaller of both sides' counts. */
    public EndpointBuilder maxLanes(int lanes) {
        this.maxLanes = lanes;
        return this;
    }

    /**
     * Futures, one-way calls and calls of virtual threads in progress on one connection, in each direction; 4096 by
     * default. Each side keeps its own limit: the caller counts what has not been answered, the service what it has read
     * and not answered, and apart from that the one-way calls that it has not run. Beyond it calls end with an {@link
     * OverloadedException}, and senders of one-way calls wait.
     */
    public EndpointBuilder maxCalls(int calls) {
        this.maxCalls = calls;
        return this;
    }

    /**
     * The remote objects of each side that the other side of one connection may refer to at once, 1 to 1,048,576; 65,536 by
     * default. A call that would pass one more object of this side fails with an {@link EncodingException}, and its method
     * does not run. So does an answer, after its method has run. An object counts until the other side has given it up.
     * Iterators, streams and publishers that are passed count, too. A peer that passes more objects than this side allows
     * loses its connection. The two sides do not agree on a number: to pass more objects, set the higher value on both.
     */
    public EndpointBuilder maxReferences(int references) {
        this.maxReferences = references;
        return this;
    }

    /**
     * With so many connections, made or accepted, no further one is accepted; 1024 by default. One that has ended counts
     * for as long as a method runs on for it.
     */
    public EndpointBuilder maxConnections(int connections) {
        this.maxConnections = connections;
        return this;
    }

    /**
     * Length in bytes of the arguments or the result of one call, 64 KiB or more; 256 MiB by default. The smaller of both
     * sides' counts.
     */
    public EndpointBuilder maxMessageBytes(long bytes) {
        this.maxMessageBytes = bytes;
        return this;
    }

    /**
     * Runs the methods of exported objects; by default threads of the endpoint do. One task for each call, but that one-way
     * calls and futures of one thread follow each other in one task. A task that the executor rejects ends its call with
     * an {@link OverloadedException}; one-way calls wait until it takes them. The thread of a task is interrupted when the
     * caller gives up. That interrupt is taken back when the method returns, and any other one stays. The executor is the application's to shut
     * down, after the endpoint.
     */
    public EndpointBuilder executor(Executor methodExecutor) {
        this.executor = methodExecutor;
        return this;
    }

    /**
     * Lets processes of that user connect too, and trusts services of that user. The own user always is. Without the native
     * library nobody else can be told, and others are refused.
     */
    public EndpointBuilder allowUser(int uid) {
        allowedUsers.add(uid);
        return this;
    }

    /** Lets objects of these classes travel though no interface names them; both sides must. */
    public EndpointBuilder allow(Class<?>... classes) {
        allowed.addAll(List.of(classes));
        return this;
    }

    /**
     * Lets objects of all classes of a package, and of those below it, travel; both sides must. They are found by the context
     * class loader of the thread that opens the endpoint, which the endpoint does not keep alive.
     */
    public EndpointBuilder allowPackage(String packageName) {
        allowedPackages.add(packageName);
        return this;
    }

    /** Tells a listener of all calls, those that are made and those whose methods run here; one more each time. */
    public EndpointBuilder listener(CallListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /** Shows the calls that are made here to an interceptor; one more each time, asked in that order. */
    public EndpointBuilder clientInterceptor(ClientInterceptor interceptor) {
        clientInterceptors.add(Objects.requireNonNull(interceptor, "interceptor"));
        return this;
    }

    /** Shows the calls whose methods run here to an interceptor; one more each time, asked in that order. */
    public EndpointBuilder serverInterceptor(ServerInterceptor interceptor) {
        serverInterceptors.add(Objects.requireNonNull(interceptor, "interceptor"));
        return this;
    }

    /**
     * Lets the other side pass remote objects through any interface that extends {@link java.rmi.Remote}, though this side
     * has neither exported nor looked it up nor named it in one that it has. Such an interface is told by its class file,
     * before it is loaded; it must be visible to the context class loader of the thread that opens the endpoint, and of the
     * application, not of the JDK. What its methods name may travel from then on. What Java RMI itself has exported, and its
     * stubs, are refused when they are passed: that is an import which was not changed.
     */
    public EndpointBuilder allowRemoteInterfaces() {
        remoteInterfaces = true;
        return this;
    }

    /**
     * Concludes the options and opens the endpoint; see {@link Endpoint#open()}.
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
        String concludedName = name.isEmpty() ? Integer.toString(Host.current().pid()) : name;
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        Settings settings = new Settings(
                concludedName,
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
                new WeakReference<>(context), // whose application may go, and forget the endpoint
                executor,
                new Observers(listeners, clientInterceptors, serverInterceptors));
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
