// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.TransportException;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.dispatch.FewThreads;
import io.nearcall.internal.log.Log;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.fifo.FifoChannelProvider;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.mapping.MappingChannelProvider;
import io.nearcall.ipc.os.NativeLibrary;
import io.nearcall.ipc.os.NativeLibraryException;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.Platform;
import io.nearcall.ipc.pipe.PipeChannelProvider;
import io.nearcall.ipc.shm.ShmChannelProvider;
import io.nearcall.ipc.socket.TcpChannelProvider;
import io.nearcall.ipc.socket.UnixChannelProvider;
import io.nearcall.ipc.sysv.SysVChannelProvider;
import java.io.File;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** The mechanisms that carry lanes in this process. Any thread. */
public final class Channels {

    private static final String SHM = "shm";
    private static final String FIFO = "fifo";
    private static final String UNIX = "unix";
    private static final String TCP = "tcp";
    private static final String PIPE = "pipe";
    private static final String SYSVMQ = "sysvmq";
    private static final String SYSVSHM = "sysvshm";

    /** The channels of the JDK. */
    private static final Set<String> WITHOUT_LIBRARY = Set.of(UNIX, TCP);

    private final RuntimeDirectory directory;
    private final Executor trials;
    private final Map<String, Failure> failures = new ConcurrentHashMap<>();
    /** What has worked once is not tried again. What has not may work when a shortage is over. */
    private final Set<String> working = ConcurrentHashMap.newKeySet();

    /** The failure of a trial that began at that time. */
    private record Failure(String obstacle, long beginNs) {}

    /** @param threads run trials, one at a time */
    Channels(RuntimeDirectory directory, Executor threads) {
        this.directory = directory;
        this.trials = new FewThreads(threads, 1);
    }

    /**
     * Checks that this process has the native library if a scheme needs it, as all do on Windows. The scheme may be
     * {@link ServiceAddress#AUTO}.
     *
     * @throws TransportException if the library is missing
     */
    public static void requireLibrary(String scheme) {
        boolean windows = Platform.isWindows();
        if (!windows && (scheme.equals(ServiceAddress.AUTO) || WITHOUT_LIBRARY.contains(scheme))) {
            return;
        }
        try {
            if (windows) {
                Host.current(); // needs the library whatever the scheme
            } else {
                NativeLibrary.load();
            }
        } catch (NativeLibraryException e) {
            throw TransportException.noNativeLibrary(
                    windows
                            ? "An endpoint on Windows"
                            : scheme.equals(SHM) ? "Shared memory" : "The channel \"" + scheme + "\"",
                    e);
        }
    }

    /** Warns once in a process that it goes without the library, because somebody else may have caused that. */
    static void warnWithoutLibrary() {
        String failure = Host.untoldFailure();
        if (failure != null) {
            Log.get()
                    .log(
                            Level.WARNING,
                            "The native library cannot be loaded. Calls go over sockets of the JDK, other users are refused,"
                                    + " and SECURITY.md promises less: {0}",
                            failure);
        }
    }

    /**
     * Says in words why this channel cannot carry lanes to processes of that user; null if it can. Tries a channel that
     * has not worked yet, which may take long, so not on the monitor's thread.
     *
     * @param scheme any text, as a peer may have sent it
     */
    String unavailable(String scheme, int peerUid) {
        String obstacle = refused(scheme, peerUid);
        return obstacle != null || hasWorked(scheme) ? obstacle : tried(scheme, peerUid);
    }

    /** As above, as far as that is known without a trial. */
    static String refused(String scheme, int peerUid) {
        if (!ServiceAddress.SCHEMES.contains(scheme)) {
            return "there is no channel \"" + scheme + "\" here";
        }
        if (!scheme.equals(SHM) && peerUid != Host.current().uid()) {
            return scheme + " is for processes of one user";
        }
        return null;
    }

    boolean hasWorked(String scheme) {
        return working.contains(scheme);
    }

    /**
     * As {@link #unavailable}, on another thread, for a peer. Those who ask before a trial begins share its result,
     * because each trial looks through the directory.
     *
     * @param told receives the result, perhaps late or never
     */
    void tryFor(String scheme, int peerUid, Consumer<String> told) {
        long askedNs = System.nanoTime();
        try {
            trials.execute(() -> told.accept(triedSince(askedNs, scheme, peerUid)));
        } catch (OutOfMemoryError e) {
            // No thread could start. The channel is tried together with the next request.
        }
    }

    private String triedSince(long askedNs, String scheme, int peerUid) {
        Failure last = failures.get(scheme);
        if (last != null && last.beginNs - askedNs >= 0) {
            return last.obstacle;
        }
        long beginNs = System.nanoTime();
        String obstacle = unavailable(scheme, peerUid);
        if (obstacle != null) {
            failures.put(scheme, new Failure(obstacle, beginNs));
        }
        return obstacle;
    }

    private String tried(String scheme, int peerUid) {
        try {
            if (canLeaveAnything(scheme) || isAnythingLeft()) {
                sweep();
            }
            LaneBatch trial = provider(scheme, peerUid).open(0, 1, Settings.RING_CAPACITY, ChannelMode.TURN_TAKING);
            trial.close();
            working.add(scheme);
            return null;
        } catch (OsException | UncheckedIOException | NativeLibraryException e) {
            return e.getMessage();
        }
    }

    /** Whether a process that dies can leave behind what carried its lanes. */
    private static boolean canLeaveAnything(String scheme) {
        return !scheme.equals(SHM) && !scheme.equals(TCP) && !scheme.equals(PIPE);
    }

    /** Whether there may have been a peer whose lanes leave something behind if it dies. */
    boolean canHaveLeftAnything() {
        return working.stream().anyMatch(Channels::canLeaveAnything);
    }

    /** Whether there may be objects of dead processes that only a sweep removes. */
    private boolean isAnythingLeft() {
        String[] names = new File(directory.path()).list();
        for (int i = 0; names != null && i < names.length; i++) {
            if (names[i].startsWith(".sysv")) {
                return true;
            }
        }
        return false;
    }

    /** Removes what the lanes of dead processes have left behind. */
    void sweep() {
        Path path = Path.of(directory.path());
        UnixChannelProvider.sweep(path);
        if (NativeLibrary.isAvailable()) {
            FifoChannelProvider.sweep(path);
            SysVChannelProvider.sweep(path);
        }
    }

    /** The provider of one of {@link ServiceAddress#SCHEMES}, for lanes to processes of that user. */
    ChannelProvider provider(String scheme, int peerUid) {
        return switch (scheme) {
            case SHM -> Platform.isWindows() ? new MappingChannelProvider() : new ShmChannelProvider();
            case FIFO -> new FifoChannelProvider(Path.of(directory.path()), peerUid);
            case UNIX -> new UnixChannelProvider(Path.of(directory.path()));
            case PIPE -> new PipeChannelProvider();
            case TCP -> new TcpChannelProvider();
            case SYSVMQ -> SysVChannelProvider.ofQueues(Path.of(directory.path()), peerUid);
            case SYSVSHM -> SysVChannelProvider.ofMemory(Path.of(directory.path()), peerUid);
            default -> throw new IllegalArgumentException("scheme=" + scheme);
        };
    }
}
