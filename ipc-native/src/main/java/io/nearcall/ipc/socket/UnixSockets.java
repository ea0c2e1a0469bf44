// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.stream.BatchNames;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import jdk.net.ExtendedSocketOptions;

/** Unix stream sockets, with names in a directory that is this user's alone. */
final class UnixSockets implements SocketFamily {

    private static final BatchNames NAMES = new BatchNames("unix");

    private static final Set<PosixFilePermission> FOR_OWNER = PosixFilePermissions.fromString("rw-------");

    private final Path directory;

    UnixSockets(Path directory) {
        this.directory = directory;
    }

    @Override
    public ServerSocketChannel listen(int backlog) throws IOException {
        requireCredentials();
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        boolean listening = false;
        try {
            listener.configureBlocking(false);
            Path path = directory.resolve(NAMES.next());
            listener.bind(UnixDomainSocketAddress.of(path), backlog);
            Files.setPosixFilePermissions(path, FOR_OWNER); // the umask may have taken some
            listening = true;
            return listener;
        } finally {
            if (!listening) {
                listener.close();
            }
        }
    }

    /** Fails here if credentials are missing, and not only when somebody has connected. */
    private static void requireCredentials() throws IOException {
        try {
            ExtendedSocketOptions.SO_PEERCRED.name();
        } catch (LinkageError e) {
            throw new IOException(
                    "this Java runtime lacks the module jdk.net, which tells the user of a socket's peer", e);
        }
    }

    @Override
    public String place(ServerSocketChannel listener) throws IOException {
        return path(listener).getFileName().toString();
    }

    private static Path path(ServerSocketChannel listener) throws IOException {
        return ((UnixDomainSocketAddress) listener.getLocalAddress()).getPath();
    }

    @Override
    public void close(ServerSocketChannel listener) {
        try (listener) {
            Files.deleteIfExists(path(listener));
        } catch (IOException e) {
            // the name is left for a sweep
        }
    }

    @Override
    public SocketAddress address(String place) {
        if (!NAMES.matches(place)) {
            throw new PeerFault("not the name of a peer's socket: " + place);
        }
        return UnixDomainSocketAddress.of(directory.resolve(place));
    }

    @Override
    public void connected(String place) {
        try {
            Files.deleteIfExists(directory.resolve(place));
        } catch (IOException e) {
            // the name is left for the side that listens there
        }
    }

    @Override
    public SocketChannel open() throws IOException {
        SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX);
        socket.configureBlocking(false);
        return socket;
    }

    @Override
    public void check(SocketChannel connected) throws IOException {
        UserPrincipal peer =
                connected.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
        UserPrincipal own = Files.getOwner(directory);
        if (!peer.equals(own)) { // compares numbers
            throw new PeerFault("user " + peer.getName() + " is at the other end of a socket, not " + own.getName());
        }
    }

    /** Removes the sockets that dead processes have left in the directory. Returns how many that were. */
    static int sweep(Path directory) {
        return NAMES.sweep(directory, pid -> ProcessHandle.of(pid).isEmpty(), UnixSockets::removeOwn);
    }

    private static boolean removeOwn(Path entry) {
        try {
            boolean own = Files.getOwner(entry, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(entry.getParent()));
            return own && isAbandoned(entry) && Files.deleteIfExists(entry);
        } catch (IOException e) {
            return false; // gone meanwhile
        }
    }

    /** Whether nobody listens there. A process of another container does not exist here, but it may still listen. */
    private static boolean isAbandoned(Path entry) throws IOException {
        if (!Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isOther()) {
            return false;
        }
        try (SocketChannel trial = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            trial.configureBlocking(false);
            trial.connect(UnixDomainSocketAddress.of(entry));
            return false;
        } catch (ConnectException e) {
            return true;
        }
    }
}
