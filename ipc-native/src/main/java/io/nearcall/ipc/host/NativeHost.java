// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import io.nearcall.ipc.os.Credentials;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.Poller;
import io.nearcall.ipc.os.ProcessDescriptor;
import io.nearcall.ipc.os.ProcessStatus;
import io.nearcall.ipc.os.UnixSocket;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** The host that uses the native library. */
final class NativeHost implements Host {

    @Override
    public int pid() {
        return CurrentProcess.pid();
    }

    @Override
    public int uid() {
        return CurrentProcess.uid();
    }

    @Override
    public long threadCpuNs() {
        return CurrentProcess.threadCpuNs();
    }

    @Override
    public boolean isAlive(int pid) {
        return pid > 0 && !ProcessDescriptor.isDead(pid);
    }

    @Override
    public FileStatus lstat(String path) {
        return FileSystem.lstat(path);
    }

    @Override
    public void makeDirectory(String path, int mode) {
        FileSystem.makeDirectory(path, mode);
    }

    @Override
    public boolean unlink(String path) {
        return FileSystem.unlink(path);
    }

    @Override
    public void touch(String path) {
        PlainFiles.touch(Path.of(path), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public LockFile openLockFile(String path) {
        return new NativeLockFile(FileSystem.openLockFile(path));
    }

    @Override
    public String readLockFile(String path) {
        // Without the channels of java.nio, which load some 30 classes.
        try (FileInputStream file = new FileInputStream(path)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return ""; // gone meanwhile
        }
    }

    @Override
    public int listen(String path, int mode, int backlog) {
        return UnixSocket.listen(path, mode, backlog);
    }

    @Override
    public int connect(String path, long timeoutNs) {
        return UnixSocket.connect(path, timeoutNs);
    }

    @Override
    public void pair(int[] two) {
        UnixSocket.pair(two);
    }

    @Override
    public int accept(int listener) {
        return UnixSocket.accept(listener);
    }

    @Override
    public Credentials peer(int socket) {
        return UnixSocket.peer(socket);
    }

    @Override
    public int processOf(int socket) {
        return ProcessDescriptor.ofPeer(socket);
    }

    @Override
    public boolean isSameProcess(int process, int other) {
        return ProcessDescriptor.isSame(process, other);
    }

    @Override
    public boolean isEnding(int process, int pid) {
        ProcessStatus status = ProcessStatus.of(pid); // of this process, if it is alive afterwards
        return !ProcessDescriptor.isAlive(process) || status != null && status.exiting();
    }

    @Override
    public int send(int socket, ByteBuffer source, int offset, int length, int passed) {
        return UnixSocket.send(socket, source, offset, length, passed);
    }

    @Override
    public int receive(int socket, ByteBuffer destination, int offset, int length, int[] descriptors) {
        return UnixSocket.receive(socket, destination, offset, length, descriptors);
    }

    @Override
    public boolean await(int socket, boolean readable, long timeoutNs) {
        return UnixSocket.await(socket, readable, timeoutNs) == 1;
    }

    @Override
    public void shutdown(int socket) {
        UnixSocket.shutdown(socket);
    }

    @Override
    public void close(int descriptor) {
        Descriptors.close(descriptor);
    }

    @Override
    public Polling openPolling() {
        return new NativePolling(Poller.open());
    }
}
