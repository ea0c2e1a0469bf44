// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.EndpointClosedException;
import io.nearcall.Outcome;
import io.nearcall.TransportException;
import io.nearcall.internal.call.CurrentCall;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.discovery.ServiceListing;
import io.nearcall.internal.discovery.StatisticsDirectory;
import io.nearcall.internal.dispatch.LaneThreads;
import io.nearcall.internal.dispatch.RuntimeThreads;
import io.nearcall.internal.hooks.Hooks;
import io.nearcall.internal.log.Log;
import io.nearcall.internal.monitor.Monitor;
import io.nearcall.internal.monitor.RareWarnings;
import io.nearcall.internal.recording.EndpointRecording;
import io.nearcall.internal.reference.ExportTable;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.reference.LocalObjects;
import io.nearcall.internal.statistics.CountedObject;
import io.nearcall.internal.statistics.EndpointStatistics;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.internal.wire.Limits;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.OsException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The internals of an {@link io.nearcall.Endpoint}: its threads, exported objects, and connections. Any thread. */
public final class EndpointCore implements AutoCloseable {

    /** Delay of the sweep, so that more important work at a start comes first. */
    private static final long SWEEP_NS = 1_000_000_000;

    private final RareWarnings warnings = new RareWarnings();
    private final Settings settings;
    private final UUID id = Host.randomId();
    private final RuntimeDirectory directory;
    private final Channels channels;
    private final Monitor monitor;
    private final Lazy<LaneThreads> lanePool = new Lazy<>(() -> new LaneThreads(name()), LaneThreads::close);
    private final Executor laneThreads = task -> lanePool.get().execute(task);
    private final LaneBudget laneBudget = new LaneBudget();
    private final Lazy<ExecutorService> futurePool =
            new Lazy<>(() -> RuntimeThreads.pool("nearcall-future-" + name()), ExecutorService::shutdown);
    private final Executor completions = task -> futurePool.get().execute(task); // runs tasks on the caller once closed
    private final Disposal disposal = new Disposal(completions);
    private final KnownClasses knownClasses;
    private final Hooks hooks;
    private final Interfaces interfaces;
    private final Lazy<LocalObjects> localObjects = new Lazy<>(() -> new LocalObjects(new UnreferencedCalls(name())));
    private final Lazy<ExportTable> exports = new Lazy<>(this::newExports);
    private final Lazy<LocalStubs> localStubs = new Lazy<>(() -> new LocalStubs(this));
    private final Lazy<Loopback> loopback = new Lazy<>(() -> new Loopback(this));
    private final Lazy<DroppedReferences> dropped =
            new Lazy<>(() -> new DroppedReferences(name()), DroppedReferences::close);
    private final Lazy<OfferedServices> offered = new Lazy<>(() -> new OfferedServices(this), OfferedServices::close);
    private final Connections connections;
    private final EndpointStatistics statistics;
    private final EndpointRecording recording;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean draining;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final ExitHook exitHook = new ExitHook(this);

    private EndpointCore(Settings settings, RuntimeDirectory directory, Monitor monitor) {
        this.settings = settings;
        this.directory = directory;
        this.monitor = monitor;
        this.channels = new Channels(directory, completions);
        this.knownClasses =
                new KnownClasses(settings.allowedClasses(), settings.remoteInterfaces(), settings.classLoader());
        this.knownClasses.add(settings.namedClasses());
        this.hooks = settings.observers().isNobody()
                ? null
                : new Hooks(settings.observers(), CurrentCall::metadata, this::warn);
        this.interfaces = new Interfaces(knownClasses, settings.timeoutNs(), hooks);
        this.connections = new Connections(this);
        long openedMs = System.currentTimeMillis();
        this.statistics = new EndpointStatistics(() -> StatisticsDirectory.owner(directory, name(), openedMs));
        this.recording = new EndpointRecording(id, statistics, completions);
    }

    private ExportTable newExports() {
        ExportTable table = new ExportTable(localObjects());
        table.add(interfaces.analyse(Binder.class), new BinderService(this), "", null)
                .offerToOtherHosts(null);
        return table;
    }

    /** Starts the monitor. Nothing else starts before it is needed. */
    public static EndpointCore open(Settings settings) {
        RuntimeDirectory directory = settings.openDirectory();
        Channels.warnWithoutLibrary();
        Monitor monitor = startMonitor(settings.name());
        EndpointCore core = null;
        try {
            core = new EndpointCore(settings, directory, monitor);
            core.recording.find(); // while nobody waits for the endpoint's threads
            if (!settings.transports().isEmpty()) {
                core.connections.transports().listen();
            }
            if (settings.closesOnExit()) {
                core.exitHook.add();
            }
            return core;
        } catch (Throwable e) {
            if (core != null) {
                core.close(); // a transport may be listening
            }
            monitor.close();
            throw e;
        }
    }

    private static Monitor startMonitor(String name) {
        try {
            return Monitor.start(name);
        } catch (OsException e) {
            throw new TransportException(Outcome.NOT_SENT, "opening an endpoint", "", e);
        } catch (OutOfMemoryError e) { // no thread could start
            throw new TransportException(
                    Outcome.NOT_SENT, "opening an endpoint", "Check the limits on processes and memory.", e);
        }
    }

    /** Offers an object to others, until the returned object is closed. */
    public OfferedService export(Class<?> type, Object target, ServiceAddress offer) {
        return export(type, target, offer, null);
    }

    /** Offers an object, on other hosts only to callers that have proven one of these names. Null is for all. */
    public OfferedService export(Class<?> type, Object target, ServiceAddress offer, Set<String> principals) {
        return offered.get().export(type, target, offer, principals);
    }

    /** Analyses an interface in advance, before it is used. */
    public void prepare(Class<?> type) {
        interfaces.analyse(type);
    }

    /** Generates the code that calls of a service need, so the first caller does not wait for it. */
    void prepareToServe(ExportedObject service) {
        exports().get(FrameFormat.BINDER_OBJECT_ID).skeleton();
        service.skeleton();
    }

    /** Shows other processes that the service is offered. Does not wait for that, so the first caller waits less. */
    void showSoon(CountedObject service) {
        monitor.execute(() -> {
            if (statistics.show(service)) {
                monitor.schedule(SWEEP_NS, () -> completions.execute(() -> StatisticsDirectory.sweep(directory)));
            }
        });
    }

    /** Names of the services that live processes offer in the runtime directory, sorted. */
    public List<String> services() {
        requireOpen();
        try {
            return ServiceListing.live(directory);
        } catch (OsException e) {
            throw new TransportException(Outcome.NOT_SENT, "listing the services", "", e);
        }
    }

    /** Logs a warning that peers can cause as often as they like. */
    void warn(String text) {
        warn(text, null);
    }

    /** @param cause may be null */
    void warn(String text, Throwable cause) {
        warnings.log(text, cause);
    }

    /** @throws EndpointClosedException if the endpoint is closed */
    void requireOpen() {
        if (closed.get()) {
            throw new EndpointClosedException(Outcome.NOT_SENT, settings.name());
        }
    }

    /** @throws EndpointClosedException if the endpoint is closed, or serves nothing more */
    void requireServing() {
        if (isDraining()) {
            throw new EndpointClosedException(Outcome.NOT_SENT, settings.name());
        }
    }

    /** Whether the endpoint takes no more calls and connections of peers. */
    public boolean isDraining() {
        return draining || closed.get();
    }

    /**
     * Stops serving, and waits for running methods, at most that long and until the thread is interrupted. Returns
     * whether none is left. Calls of this side continue.
     */
    public boolean drain(long patienceNs) {
        draining = true;
        offered.close();
        return connections.drain(patienceNs);
    }

    /** Blocks until the endpoint is closed. */
    public void awaitClose() throws InterruptedException {
        ended.await();
    }

    /** As above, at most that long. */
    void awaitClose(long timeoutNs) throws InterruptedException {
        ended.await(timeoutNs, TimeUnit.NANOSECONDS);
    }

    public boolean isClosed() {
        return closed.get();
    }

    /**
     * Ends everything: running calls get a second, then their connections end. Bounded in time, idempotent, any thread.
     * A method that is still running goes on, and its memory stays mapped until the JVM ends.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            statistics.closing();
            offered.close();
            connections.close();
            monitor.close();
            connections.retireNow();
            lanePool.close();
            dropped.close();
            futurePool.close();
        } finally {
            recording.close();
            statistics.close(connections.areRetired());
            exitHook.forget(); // last, because the hook waits for this if the JVM ends meanwhile
            ended.countDown();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    RuntimeDirectory directory() {
        return directory;
    }

    ExitHook exitHook() {
        return exitHook;
    }

    Settings settings() {
        return settings;
    }

    private String name() {
        return settings.name();
    }

    UUID id() {
        return id;
    }

    /** The limits of this endpoint. It reads references to objects that were met before, so it asks for no trees. */
    Limits limits() {
        return new Limits(settings.maxLanes(), Limits.REPEATS, settings.maxMessageBytes());
    }

    Channels channels() {
        return channels;
    }

    Connections connections() {
        return connections;
    }

    EndpointRecording recording() {
        return recording;
    }

    EndpointStatistics statistics() {
        return statistics;
    }

    Monitor monitor() {
        return monitor;
    }

    Executor laneThreads() {
        return laneThreads;
    }

    LaneBudget laneBudget() {
        return laneBudget;
    }

    Executor completions() {
        return completions;
    }

    Disposal disposal() {
        return disposal;
    }

    /** Runs the application's code on its executor, or on these threads if there is none or it rejects the task. */
    void runForApplication(Runnable task, Executor otherwise) {
        Executor executor = settings.executor();
        if (executor != null) {
            try {
                executor.execute(task);
                return;
            } catch (RuntimeException e) { // thrown if an executor rejects a task; this task must run
                Log.get().log(Level.DEBUG, "The executor of endpoint {0} takes no more tasks: {1}", settings.name(), e);
            }
        }
        otherwise.execute(task);
    }

    DroppedReferences dropped() {
        return dropped.get();
    }

    LocalStubs localStubs() {
        return localStubs.get();
    }

    Loopback loopback() {
        return loopback.get();
    }

    LocalObjects localObjects() {
        return localObjects.get();
    }

    ExportTable exports() {
        return exports.get();
    }

    KnownClasses knownClasses() {
        return knownClasses;
    }

    Interfaces interfaces() {
        return interfaces;
    }

    /** Calls the listeners and interceptors; null if there are none. */
    Hooks hooks() {
        return hooks;
    }
}
