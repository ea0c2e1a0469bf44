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
import io.nearcall.ipc.os.NativeLibrary;
import io.nearcall.ipc.os.NativeLibraryException;
import io.nearcall.ipc.os.OsException;
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

/** The mechanisms that carry lanes here. Any thread. */
final class Channels {

    private static final String SHM = "shm";
    private static final String FIFO = "fifo";
    private static final String UNIX = "unix";
    private static final String TCP = "tcp";
    private static final String SYSVMQ = "sysvmq";
    private static final String SYSVSHM = "sysvshm";

    /** Those of the JDK. */
    private static final Set<String> WITHOUT_LIBRARY = Set.of(UNIX, TCP);

    private final RuntimeDirectory directory;
    private final Executor trials;
    private final Map<String, Failure> failures = new ConcurrentHashMap<>();
    /** What has worked once is not tried again; what has not may work when a shortage is over. */
    private final Set<String> working = ConcurrentHashMap.newKeySet();

    /** Of a trial that began then. */
    private record Failure(String obstacle, long beginNs) {}

    /** @param threads for trials, of which there is one at a time */
    Channels(RuntimeDirectory directory, Executor threads) {
        this.directory = directory;
        this.trials = new FewThreads(threads, 1);
    }

    /**
     * Makes sure that a scheme, which may be {@link ServiceAddress#AUTO}, is not one for which this process lacks the native
     * library.
     *
     * @throws TransportException if it is
     */
    static void requireLibrary(String scheme) {
        if (scheme.equals(ServiceAddress.AUTO) || WITHOUT_LIBRARY.contains(scheme)) {
            return;
        }
        try {
            NativeLibrary.load();
        } catch (NativeLibraryException e) {
            throw TransportException.noNativeLibrary(
                    scheme.equals(SHM) ? "Shared memory" : "The channel \"" + scheme + "\"", e);
        }
    }

    /** Says once in a process that it goes without the library, because somebody else may have seen to that. */
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
     * Why lanes to processes of that user cannot be had in this way, in words; null if they can. What has not worked yet is
     * tried, which may take long: not for the monitor's thread.
     *
     * @param scheme any text, as a peer may have sent it
     */
    String unavailable(String scheme, int peerUid) {
        String obstacle = refused(scheme, peerUid);
        return obstacle != null || hasWorked(scheme) ? obstacle : tried(scheme, peerUid);
    }

    /** As above, as far as that can be told without a trial. */
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
     * As {@link #unavailable}, on another thread, for a peer. Those who ask before a trial begins share what it finds, because each
     * looks through the directory.
     *
     * @param told hears it, perhaps late or never
     */
    void tryFor(String scheme, int peerUid, Consumer<String> told) {
        long askedNs = System.nanoTime();
        try {
            trials.execute(() -> told.accept(triedSince(askedNs, scheme, peerUid)));
        } catch (OutOfMemoryError e) {
            // no thread can be had: it is tried together with the next one
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

    /** Whether a process that dies can leave what carried its lanes. */
    static boolean canLeaveAnything(String scheme) {
        return !scheme.equals(SHM) && !scheme.equals(TCP);
    }

    /** Whether there may be objects of dead processes, which nothing but a sweep removes. */
    private boolean isAnythingLeft() {
        String[] names = new File(directory.path()).list();
        for (int i = 0; names != null && i < names.length; i++) {
            if (names[i].startsWith(".sysv")) {
                return true;
            }
        }
        return false;
    }

    /** Removes what dead processes have left of their lanes. */
    void sweep() {
        Path path = Path.of(directory.path());
        UnixChannelProvider.sweep(path);
        if (NativeLibrary.isAvailable()) {
            FifoChannelProvider.sweep(path);
            SysVChannelProvider.sweep(path);
        }
    }

    /** One of {@link ServiceAddress#SCHEMES}, for lanes to processes of that user. */
    ChannelProvider provider(String scheme, int peerUid) {
        return switch (scheme) {
            case SHM -> new ShmChannelProvider();
            case FIFO -> new FifoChannelProvider(Path.of(directory.path()), peerUid);
            case UNIX -> new UnixChannelProvider(Path.of(directory.path()));
            case TCP -> new TcpChannelProvider();
            case SYSVMQ -> SysVChannelProvider.ofQueues(Path.of(directory.path()), peerUid);
            case SYSVSHM -> SysVChannelProvider.ofMemory(Path.of(directory.path()), peerUid);
            default -> throw new IllegalArgumentException("scheme=" + scheme);
        };
    }
}
