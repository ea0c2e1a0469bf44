// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.NativeLibraryMissingException;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.ServiceAddress;
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
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The mechanisms that carry lanes here. Any thread. */
final class Channels {

    private static final String SHM = "shm";
    private static final String FIFO = "fifo";
    private static final String UNIX = "unix";
    private static final String TCP = "tcp";

    /** Those of the JDK. */
    private static final Set<String> WITHOUT_LIBRARY = Set.of(UNIX, TCP);

    /** What only the user who has made it can open, or who has to be asked who he is. */
    private static final Map<String, String> FOR_ONE_USER =
            Map.of(FIFO, "FIFOs", UNIX, "Unix sockets", TCP, "TCP sockets");

    private final RuntimeDirectory directory;
    /** What has worked once is not tried again; what has not may work when a shortage is over. */
    private final Set<String> working = ConcurrentHashMap.newKeySet();

    Channels(RuntimeDirectory directory) {
        this.directory = directory;
    }

    /**
     * Makes sure that a scheme, which may be {@link ServiceAddress#AUTO}, is not one for which this process lacks the native
     * library.
     *
     * @throws NativeLibraryMissingException if it is
     */
    static void requireLibrary(String scheme) {
        if (scheme.equals(ServiceAddress.AUTO) || WITHOUT_LIBRARY.contains(scheme)) {
            return;
        }
        try {
            NativeLibrary.load();
        } catch (NativeLibraryException e) {
            throw new NativeLibraryMissingException(
                    scheme.equals(SHM) ? "Shared memory" : "The channel \"" + scheme + "\"", e);
        }
    }

    /**
     * Why lanes to processes of that user cannot be had in this way, in words; null if they can.
     *
     * @param scheme any text, as a peer may have sent it
     */
    String unavailable(String scheme, int peerUid) {
        if (!ServiceAddress.SCHEMES.contains(scheme)) {
            return "there is no channel \"" + scheme + "\" here";
        }
        String forOneUser = FOR_ONE_USER.get(scheme);
        if (forOneUser != null && peerUid != Host.current().uid()) {
            return forOneUser + " are for processes of one user";
        }
        if (working.contains(scheme)) {
            return null;
        }
        try {
            if (scheme.equals(FIFO) || scheme.equals(UNIX)) {
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

    /** Removes what dead processes have left of lanes that were just being made. */
    void sweep() {
        Path path = Path.of(directory.path());
        if (NativeLibrary.isAvailable()) {
            FifoChannelProvider.sweep(path);
        }
        UnixChannelProvider.sweep(path);
    }

    /** One of {@link ServiceAddress#SCHEMES}, for lanes to processes of that user. */
    ChannelProvider provider(String scheme, int peerUid) {
        return switch (scheme) {
            case SHM -> new ShmChannelProvider();
            case FIFO -> new FifoChannelProvider(Path.of(directory.path()), peerUid);
            case UNIX -> new UnixChannelProvider(Path.of(directory.path()));
            case TCP -> new TcpChannelProvider();
            default -> throw new IllegalArgumentException("scheme=" + scheme);
        };
    }
}
