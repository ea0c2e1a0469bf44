// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import io.nearcall.ipc.os.Credentials;
import io.nearcall.ipc.os.FileStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import jdk.net.UnixDomainPrincipal;

/** The host in plain Java. */
final class PlainHost implements Host {

    private final PlainSockets sockets = new PlainSockets();
    private final PlainLocks locks = new PlainLocks();
    private final PlainOwner owner = PlainOwner.current();

    @Override
    public int pid() {
        return (int) ProcessHandle.current().pid();
    }

    @Override
    public int uid() {
        return owner.uid();
    }

    @Override
    public long threadCpuNs() {
        return 0;
    }

    @Override
    public boolean isAlive(int pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    @Override
    public FileStatus lstat(String path) {
        return PlainFiles.status(Path.of(path), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void makeDirectory(String path, int mode) {
        try {
            Set<PosixFilePermission> permissions = PlainFiles.permissions(mode);
            Files.createDirectory(Path.of(path), PosixFilePermissions.asFileAttribute(permissions));
            Files.setPosixFilePermissions(Path.of(path), permissions); // the umask may have removed some
        } catch (IOException e) {
            throw PlainErrors.of("mkdir", e, path);
        }
    }

    @Override
    public boolean unlink(String path) {
        return PlainFiles.unlink(Path.of(path));
    }

    @Override
    public void touch(String path) {
        PlainFiles.touch(Path.of(path), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public LockFile openLockFile(String path) {
        return locks.open(Path.of(path));
    }

    @Override
    public String readLockFile(String path) {
        return locks.read(Path.of(path));
    }

    @Override
    public int listen(String path, int mode, int backlog) {
        return sockets.listen(Path.of(path), mode, backlog);
    }

    @Override
    public int connect(String path, long timeoutNs) {
        return sockets.connect(Path.of(path), timeoutNs);
    }

    @Override
    public void pair(int[] two) {
        sockets.pair(two);
    }

    @Override
    public int accept(int listener) {
        return sockets.accept(listener);
    }

    @Override
    public Credentials peer(int socket) {
        UnixDomainPrincipal peer = sockets.peer(socket); // its parts compare by number
        return new Credentials(
                UNKNOWN,
                peer.user().equals(owner.user()) ? owner.uid() : UNKNOWN,
                peer.group().equals(owner.group()) ? owner.gid() : UNKNOWN);
    }

    @Override
    public int processOf(int socket) {
        return NO_DESCRIPTOR;
    }

    @Override
    public boolean isSameProcess(int process, int other) {
        return false;
    }

    @Override
    public boolean isEnding(int process, int pid) {
        return false;
    }

    @Override
    public int send(int socket, ByteBuffer source, int offset, int length, int passed) {
        if (passed >= 0) {
            throw new IllegalArgumentException("passed=" + passed + ", but plain Java passes no descriptors");
        }
        return sockets.send(socket, source, offset, length);
    }

    @Override
    public int receive(int socket, ByteBuffer destination, int offset, int length, int[] descriptors) {
        return sockets.receive(socket, destination, offset, length, descriptors);
    }

    @Override
    public boolean await(int socket, boolean readable, long timeoutNs) {
        return sockets.await(socket, readable, timeoutNs);
    }

    @Override
    public void shutdown(int socket) {
        sockets.shutdown(socket);
    }

    @Override
    public void close(int descriptor) {
        sockets.close(descriptor);
    }

    @Override
    public Polling openPolling() {
        return SelectorPolling.open(sockets::channel);
    }
}
