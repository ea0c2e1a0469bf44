// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.CallInterruptedException;
import io.nearcall.EndpointClosedException;
import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.TransportException;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.internal.client.ClientInterface;
import io.nearcall.internal.client.Deadlines;
import io.nearcall.internal.client.Route;
import io.nearcall.internal.client.ServiceTarget;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.discovery.ServiceListing;
import io.nearcall.internal.discovery.ServiceName;
import io.nearcall.internal.hooks.Hooks;
import io.nearcall.internal.reference.ExportTable;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.reference.LocalObjects;
import io.nearcall.internal.server.LaneThreads;
import io.nearcall.internal.wire.Limits;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.wait.VirtualThreads;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** What is behind an {@link io.nearcall.Endpoint}: its threads, its exported objects, its connections. Any thread. */
public final class EndpointCore implements AutoCloseable {

    private static final int NESTING_DEPTH = 0; // nobody looks at it: calls nest as deep as the protocol says
    private static final long GRACE_NS = 1_000_000_000;
    private static final long CALLERS_NS = 500_000_000;
    private static final long RETIRE_NS = 1_000_000_000;
    private static final long PAUSE_NS = 1_000_000;
    private static final long COMPLETION_THREAD_S = 5;

    private static final System.Logger LOG = System.getLogger("io.nearcall");

    private final RareWarnings warnings = new RareWarnings(System::nanoTime);
    private final Settings settings;
    private final UUID id = UUID.randomUUID();
    private final RuntimeDirectory directory;
    private final Channels channels;
    private final Monitor monitor;
    private final LaneThreads laneThreads;
    private final ExecutorService completions;
    private final KnownClasses knownClasses;
    private final Hooks hooks;
    private final Interfaces interfaces;
    private final LocalObjects localObjects;
    private final ExportTable exports;
    private final DroppedReferences dropped;
    private final Map<String, ServiceListener> listeners = new ConcurrentHashMap<>();
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    /** Those that have not given everything back yet: {@link #connections}, and some that have ended. */
    private final Set<Connection> unretired = ConcurrentHashMap.newKeySet();

    private final Set<Arrival> arrivals = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread exitHook = new Thread(this::closeBeforeExit, "nearcall-exit");

    private EndpointCore(Settings settings, RuntimeDirectory directory, Monitor monitor) {
        this.settings = settings;
        this.directory = directory;
        this.channels = new Channels(directory);
        this.monitor = monitor;
        this.laneThreads = new LaneThreads(settings.name());
        this.completions = completionThreads(settings.name());
        this.dropped = new DroppedReferences(settings.name());
        this.localObjects = new LocalObjects(new UnreferencedCalls(settings.name())::tell);
        this.exports = new ExportTable(localObjects);
        this.knownClasses =
                new KnownClasses(settings.allowedClasses(), settings.remoteInterfaces(), settings.classLoader());
        this.knownClasses.add(settings.namedClasses());
        this.hooks = Hooks.of(settings.observers(), this::warn);
        this.interfaces = new Interfaces(knownClasses, settings.timeoutNs(), hooks);
        this.exports.add(interfaces.analyse(Binder.class), new BinderService(exports), "", null);
    }

    /** Starts the monitor; nothing else runs before it is needed. */
    public static EndpointCore open(Settings settings) {
        Channels.requireLibrary(settings.channel());
        RuntimeDirectory directory = openDirectory(settings);
        Monitor monitor = startMonitor(settings.name());
        boolean opened = false;
        try {
            EndpointCore core = new EndpointCore(settings, directory, monitor);
            core.closeOnExit();
            opened = true;
            return core;
        } finally {
            if (!opened) {
                monitor.close();
            }
        }
    }

    private static RuntimeDirectory openDirectory(Settings settings) {
        try {
            return RuntimeDirectory.open(settings::allowsUser);
        } catch (OsException e) {
            throw new TransportException(Outcome.NOT_SENT, "opening the runtime directory", "", e);
        }
    }

    private static Monitor startMonitor(String name) {
        try {
            return Monitor.start(name);
        } catch (OsException e) {
            throw new TransportException(Outcome.NOT_SENT, "opening an endpoint", "Check the limit on open files.", e);
        } catch (OutOfMemoryError e) { // no thread can be had
            throw new TransportException(
                    Outcome.NOT_SENT, "opening an endpoint", "Check the limits on processes and memory.", e);
        }
    }

    /** So that a process that is told to end says goodbye, and takes its names out of the directory. */
    private void closeOnExit() {
        try {
            Runtime.getRuntime().addShutdownHook(exitHook);
        } catch (IllegalStateException e) {
            close(); // the JVM is ending already
        }
    }

    private void closeBeforeExit() {
        close();
        try {
            // another thread may have begun to close it
            ended.await(GRACE_NS + CALLERS_NS + RETIRE_NS, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void forgetExitHook() {
        if (Thread.currentThread() != exitHook) {
            try {
                Runtime.getRuntime().removeShutdownHook(exitHook);
            } catch (IllegalStateException e) {
                // the JVM is ending, and the hook waits for us
            }
        }
    }

    private static ExecutorService completionThreads(String endpointName) {
        AtomicInteger count = new AtomicInteger();
        return new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                COMPLETION_THREAD_S,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> {
                    Thread thread = new Thread(task, "nearcall-future-" + endpointName + "-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                },
                (task, pool) -> task.run()); // the endpoint is closed: the last futures are completed all the same
    }

    /** Offers an object to others, until what is returned is closed. */
    public Export export(Class<?> type, Object target, ServiceAddress offer) {
        requireOpen();
        Channels.requireLibrary(offer.scheme());
        ServiceName name = offer.name();
        RemoteInterface<?> analysed = interfaces.analyse(type); // or others would see the name of what is refused
        ExportedObject object = null;
        ServiceListener listener = null;
        boolean exported = false;
        try {
            // The name first: it is what may be taken. Nobody is let in before the object is in the table.
            listener = ServiceListener.open(this, directory, offer);
            object = exports.add(analysed, target, name.value(), hooks);
            listeners.put(name.value(), listener);
            listener.start();
            requireOpen();
            exported = true;
            return new Export(object, listener);
        } catch (OsException e) {
            throw new TransportException(
                    Outcome.NOT_SENT, "offering \"" + name + "\"", "Check the limits on open files and memory.", e);
        } finally {
            if (!exported) {
                withdraw(object, listener);
            }
        }
    }

    /** An object that is offered. */
    public final class Export {
        private final String name;
        private final ServiceListener listener;
        private volatile ExportedObject object; // null once it is closed: who keeps the handle does not keep the object

        private Export(ExportedObject object, ServiceListener listener) {
            this.name = object.serviceName();
            this.object = object;
            this.listener = listener;
        }

        public String name() {
            return name;
        }

        /** Calls that come from now on are refused; those that run go on. Idempotent. */
        public void close() {
            withdraw(object, listener);
            object = null;
        }
    }

    private void withdraw(ExportedObject object, ServiceListener listener) {
        if (object != null) {
            exports.remove(object);
        }
        if (listener != null) {
            listeners.values().remove(listener);
            listener.close();
        }
    }

    /** Analyses an interface that is not used yet. */
    public void prepare(Class<?> type) {
        interfaces.analyse(type);
    }

    /** Calls through any reference to the object are refused from now on. */
    public void withdraw(Object target) {
        localObjects.withdraw(target);
        connections.forEach(connection -> connection.references().withdrawalChanged(target));
    }

    /** They are not any more. */
    public void readmit(Object target) {
        localObjects.readmit(target);
        connections.forEach(connection -> connection.references().withdrawalChanged(target));
    }

    /** Whether a method of the object is seen to run for a peer. */
    public boolean isCalled(Object target) {
        return connections.stream().anyMatch(connection -> connection.isCalled(target));
    }

    /** A stub of the service's object, as soon as the service is there. */
    public <T> T lookup(Class<T> type, ServiceAddress address, long timeoutNs) {
        requireOpen();
        Channels.requireLibrary(address.scheme());
        Interfaces.Described<T> described = interfaces.describe(type);
        ClientInterface callee = described.callee();
        ServiceTarget.Binder binder = (timeout, deadline) -> {
            requireOpen();
            ServiceBinding binding = new ServiceBinding(this, directory, callee, address);
            return VirtualThreads.isCurrentVirtual()
                    ? onPlatformThread(() -> binding.bind(timeout, deadline), address.name())
                    : binding.bind(timeout, deadline);
        };
        Route route = binder.bind(timeoutNs, Deadlines.after(timeoutNs));
        return described
                .analysed()
                .stub(new ServiceTarget(callee, address.name().value(), binder, route));
    }

    /** Binding waits in native code, where a virtual thread would take its carrier along. */
    private Route onPlatformThread(Supplier<Route> binding, ServiceName name) {
        try {
            return CompletableFuture.supplyAsync(binding, completions).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallInterruptedException(Outcome.NOT_SENT, "the service \"" + name + "\"");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        }
    }

    /** Names of the services that live processes offer in the runtime directory, sorted. */
    public List<String> services() {
        requireOpen();
        return ServiceListing.live(directory);
    }

    /** The connection to that endpoint over that channel which this one made, or null. */
    Connection connectionTo(UUID peerId, String channel) {
        for (Connection connection : connections) {
            if (connection.isInitiator()
                    && !connection.isClosed()
                    && connection.channel().equals(channel)
                    && connection.peerId().equals(peerId)) {
                return connection;
            }
        }
        return null;
    }

    /** The connections to that process over that channel which this one made. */
    List<Connection> connectionsTo(int pid, String channel) {
        return connections.stream()
                .filter(connection -> connection.isInitiator()
                        && !connection.isClosed()
                        && connection.channel().equals(channel)
                        && connection.peerPid() == pid)
                .toList();
    }

    /** Whether one more may come and greet. */
    boolean hasRoomForArrival() {
        return connections.size() + arrivals.size() < settings.maxConnections();
    }

    /** Whether one more connection may begin: those that have ended hold threads and memory until they are given back. */
    boolean hasRoomForConnection() {
        return unretired.size() < settings.maxConnections();
    }

    /** Begins to use a connection whose greetings have been exchanged. */
    void add(Connection connection) {
        unretired.add(connection);
        connections.add(connection);
        connection.start();
        if (closed.get()) {
            connection.close();
        }
    }

    /** A connection has ended; a dead peer may have left its names, and what carried its lanes. */
    void ended(Connection connection, boolean died) {
        connections.remove(connection);
        String services = connection.serviceName();
        if (closed.get()) {
            return;
        }
        if (!services.isEmpty() || died && Channels.canLeaveAnything(connection.channel())) {
            try {
                completions.execute(() -> sweep(services));
            } catch (OutOfMemoryError e) {
                // no thread can be had: whoever looks for the name next sweeps it
            }
        }
    }

    /** A connection has given everything back. */
    void retired(Connection connection) {
        unretired.remove(connection);
        if (!arrivals.isEmpty()) {
            monitor.execute(() -> arrivals.forEach(Arrival::tryAgain));
        }
    }

    /** Somebody has connected, and is expected to greet. */
    void expect(Arrival arrival) {
        arrivals.add(arrival);
    }

    /** He has, or has been sent away. */
    void settled(Arrival arrival) {
        arrivals.remove(arrival);
    }

    /** Logs what peers can cause as often as they like. */
    void warn(String text) {
        warn(text, null);
    }

    /** @param cause may be null */
    void warn(String text, Throwable cause) {
        long leftOut = warnings.leftOutOrNone();
        if (leftOut >= 0) {
            LOG.log(Level.WARNING, leftOut == 0 ? text : text + " (and " + leftOut + " other warnings)", cause);
        }
    }

    private void sweep(String services) {
        for (String service : services.isEmpty() ? new String[0] : services.split(", ")) {
            try {
                ServiceListing.sweep(directory, new ServiceName(service));
            } catch (NearcallException | OsException e) {
                // whoever looks for the name next sweeps it, or says what is in the way
            }
        }
        try {
            channels.sweep();
        } catch (UncheckedIOException e) {
            // whoever makes lanes next sweeps
        }
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new EndpointClosedException(Outcome.NOT_SENT, settings.name());
        }
    }

    /** Blocks until the endpoint is closed. */
    public void awaitClose() throws InterruptedException {
        ended.await();
    }

    public boolean isClosed() {
        return closed.get();
    }

    /**
     * Ends everything: calls that run are given a second, then their connections end. Bounded in time, idempotent, any
     * thread; a method that is still running goes on, and its memory stays mapped until the JVM ends.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            listeners.values().forEach(ServiceListener::close);
            monitor.execute(() -> arrivals.forEach(Arrival::turnAway)); // those that come from now on see the close
            List<Connection> all = List.copyOf(unretired);
            all.forEach(Connection::announceClosing);
            await(GRACE_NS, () -> all.stream().noneMatch(Connection::isCalled));
            await(CALLERS_NS, () -> endCalls(all));
            all.forEach(Connection::close);
            await(RETIRE_NS, unretired::isEmpty);
            monitor.close();
            unretired.forEach(Connection::retireNow);
            laneThreads.close();
            dropped.close();
            completions.shutdown();
        } finally {
            forgetExitHook(); // last: should the JVM end meanwhile, the hook waits for this
            ended.countDown();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether no call is left that was made through any of them. */
    private static boolean endCalls(List<Connection> connections) {
        boolean ended = true;
        for (Connection connection : connections) {
            ended &= connection.endCalls();
        }
        return ended;
    }

    private static void await(long timeoutNs, BooleanSupplier condition) {
        long deadlineNs = Deadlines.after(timeoutNs);
        while (!condition.getAsBoolean() && Deadlines.remainingNs(deadlineNs) > 0) {
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    Settings settings() {
        return settings;
    }

    UUID id() {
        return id;
    }

    Limits limits() {
        return new Limits(settings.maxLanes(), NESTING_DEPTH, settings.maxMessageBytes());
    }

    Channels channels() {
        return channels;
    }

    Monitor monitor() {
        return monitor;
    }

    LaneThreads laneThreads() {
        return laneThreads;
    }

    Executor completions() {
        return completions;
    }

    /** Runs code of the application: on its executor, unless there is none or that takes nothing more. */
    void runForApplication(Runnable task) {
        Executor executor = settings.executor();
        if (executor != null) {
            try {
                executor.execute(task);
                return;
            } catch (RuntimeException e) { // what an executor throws that rejects a task: this one has to be run
                LOG.log(Level.DEBUG, "The executor of endpoint {0} takes nothing more: {1}", settings.name(), e);
            }
        }
        completions.execute(task);
    }

    DroppedReferences dropped() {
        return dropped;
    }

    LocalObjects localObjects() {
        return localObjects;
    }

    ExportTable exports() {
        return exports;
    }

    KnownClasses knownClasses() {
        return knownClasses;
    }

    Interfaces interfaces() {
        return interfaces;
    }

    /** Of who is told of calls; null if nobody is. */
    Hooks hooks() {
        return hooks;
    }
}
