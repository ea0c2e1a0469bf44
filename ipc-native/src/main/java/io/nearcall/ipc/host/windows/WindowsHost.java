// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host.windows;

import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.host.LockFile;
import io.nearcall.ipc.host.Polling;
import io.nearcall.ipc.os.Credentials;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.NativeLibraryException;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.WindowsException;
import io.nearcall.ipc.os.windows.ErrorCodes;
import io.nearcall.ipc.os.windows.Files;
import io.nearcall.ipc.os.windows.Handles;
import io.nearcall.ipc.os.windows.Library;
import io.nearcall.ipc.os.windows.Pipes;
import io.nearcall.ipc.wait.WaitSlices;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;

/** The host on Windows. Nobody but processes of one user meets here. */
public final class WindowsHost implements Host {

    /** How many bytes {@link #send} takes at once, if there is room. */
    public static final int SEND_LENGTH = PipeSocket.BUFFER_BYTES;

    private static final long PAUSE_NS = 1_000_000;

    private final Descriptors descriptors = new Descriptors();

    /** @throws NativeLibraryException if the library of Windows cannot be loaded */
    public WindowsHost() {
        Library.load();
    }

    @Override
    public int pid() {
        return (int) ProcessHandle.current().pid();
    }

    @Override
    public int uid() {
        return Files.OWN;
    }

    @Override
    public long threadCpuNs() {
        return 0;
    }

    @Override
    public boolean isAlive(int pid) {
        return ProcessHandle.of(Integer.toUnsignedLong(pid))
                .map(ProcessHandle::isAlive)
                .orElse(false);
    }

    @Override
    public FileStatus lstat(String path) {
        FileStatus status = Files.status(path);
        return status != null && PipeFile.isOne(path, status) ? PipeFile.asSocket(status) : status;
    }

    /** Makes the directory for this user, whatever the mode. */
    @Override
    public void makeDirectory(String path, int mode) {
        Files.makeDirectory(path);
    }

    @Override
    public boolean unlink(String path) {
        FileStatus status = Files.status(path);
        if (status != null && status.isDirectory()) {
            throw new OsException("unlink", Errno.EISDIR, path);
        }
        try {
            return java.nio.file.Files.deleteIfExists(Path.of(path));
        } catch (IOException e) {
            throw failed("unlink", e, path);
        }
    }

    @Override
    public void touch(String path) {
        try {
            java.nio.file.Files.setLastModifiedTime(Path.of(path), FileTime.fromMillis(System.currentTimeMillis()));
        } catch (IOException e) {
            throw failed("SetFileTime", e, path);
        }
    }

    static OsException failed(String call, IOException cause, String path) {
        OsException failure = new OsException(call, Errno.EIO, path + ": " + cause.getMessage());
        failure.initCause(cause);
        return failure;
    }

    @Override
    public LockFile openLockFile(String path) {
        return WindowsLockFile.open(this, path);
    }

    @Override
    public String readLockFile(String path) {
        try {
            return java.nio.file.Files.readString(Path.of(path));
        } catch (IOException e) {
            return ""; // gone meanwhile
        }
    }

    @Override
    public int listen(String path, int mode, int backlog) {
        PipeFile file = PipeFile.random();
        PipeListener listener = new PipeListener(file.pipe());
        boolean done = false;
        try {
            file.write(path);
            done = true;
            return descriptors.add(listener);
        } finally {
            if (!done) {
                listener.close();
            }
        }
    }

    @Override
    public int connect(String path, long timeoutNs) {
        return descriptors.add(connected(PipeFile.read(path).pipe(), path, timeoutNs));
    }

    /** Makes the server of a pipe of that name, as {@link #listen} does. */
    public int listenAt(String pipe) {
        return descriptors.add(new PipeListener(pipe));
    }

    /** Connects to such a server, as {@link #connect} does. */
    public int connectTo(String pipe, long timeoutNs) {
        return descriptors.add(connected(pipe, pipe, timeoutNs));
    }

    private static PipeSocket connected(String pipe, String path, long timeoutNs) {
        long startNs = System.nanoTime();
        while (true) {
            long handle = Pipes.open(pipe, Pipes.READ | Pipes.WRITE);
            if (handle >= 0) {
                requireOwn(handle, path);
                return new PipeSocket(handle, false);
            }
            if (handle == -ErrorCodes.FILE_NOT_FOUND) {
                throw new OsException("connect", Errno.ECONNREFUSED, path);
            }
            if (handle != -ErrorCodes.PIPE_BUSY) {
                throw new WindowsException("CreateFile", (int) -handle, path);
            }
            if (System.nanoTime() - startNs >= timeoutNs) { // all ends have clients that the server has not accepted
                throw new OsException("connect", Errno.ETIMEDOUT, path);
            }
            WaitSlices.park(PAUSE_NS);
        }
    }

    /**
     * Checks that this user has made the pipe, and closes it otherwise. The process that is there now may be another one
     * than its maker, so its user tells nothing about the pipe's.
     */
    private static void requireOwn(long pipe, String path) {
        boolean own = false;
        try {
            own = Handles.isOwn(pipe);
            if (!own) {
                throw new OsException("connect", Errno.EACCES, path + ": the pipe is another user's");
            }
        } catch (WindowsException e) {
            if (e.errno() == Errno.EPIPE) { // its server has just died
                throw new OsException("connect", Errno.ECONNREFUSED, path);
            }
            throw e;
        } finally {
            if (!own) {
                Handles.close(pipe);
            }
        }
    }

    @Override
    public void pair(int[] two) {
        String pipe = PipeFile.random().pipe();
        PipeListener listener = new PipeListener(pipe);
        try {
            PipeSocket one = connected(pipe, pipe, 0);
            PipeSocket other = null;
            try {
                other = listener.acceptOne();
            } finally {
                if (other == null) {
                    one.close();
                }
            }
            two[0] = descriptors.add(one);
            two[1] = descriptors.add(other);
        } finally {
            listener.close();
        }
    }

    @Override
    public int accept(int listener) {
        try {
            PipeSocket accepted = descriptors.get(listener, PipeListener.class).accept();
            return accepted == null ? -Errno.EAGAIN : descriptors.add(accepted);
        } catch (OsException e) {
            return -e.errno();
        }
    }

    @Override
    public Credentials peer(int socket) {
        return descriptors.get(socket, PipeSocket.class).peer();
    }

    @Override
    public int processOf(int socket) {
        try {
            return descriptors.add(new PeerProcess(
                    descriptors.get(socket, PipeSocket.class).peer().pid()));
        } catch (OsException e) {
            return -Errno.ESRCH;
        }
    }

    @Override
    public boolean isSameProcess(int process, int other) {
        // Windows gives an id to no other process as long as a handle stands for the first one.
        return descriptors.get(process, PeerProcess.class).pid()
                == descriptors.get(other, PeerProcess.class).pid();
    }

    @Override
    public boolean isEnding(int process, int pid) {
        return descriptors.get(process, PeerProcess.class).readiness() != 0;
    }

    @Override
    public int send(int socket, ByteBuffer source, int offset, int length, int passed) {
        if (passed >= 0) {
            throw new IllegalArgumentException("passed=" + passed + ", but pipes of Windows pass no descriptors");
        }
        return descriptors.get(socket, PipeSocket.class).send(source, offset, length);
    }

    @Override
    public int receive(int socket, ByteBuffer destination, int offset, int length, int[] passed) {
        Arrays.fill(passed, NO_DESCRIPTOR);
        return descriptors.get(socket, PipeSocket.class).receive(destination, offset, length);
    }

    @Override
    public boolean await(int socket, boolean readable, long timeoutNs) {
        return descriptors.get(socket, PipeSocket.class).await(readable, timeoutNs);
    }

    @Override
    public void shutdown(int socket) {
        descriptors.get(socket, PipeSocket.class).shutdown();
    }

    @Override
    public void close(int descriptor) {
        descriptors.remove(descriptor).close();
    }

    @Override
    public Polling openPolling() {
        return new WindowsPolling(descriptors);
    }
}
