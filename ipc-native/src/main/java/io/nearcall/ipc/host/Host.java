// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import io.nearcall.ipc.host.windows.WindowsHost;
import io.nearcall.ipc.os.Credentials;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.NativeLibrary;
import io.nearcall.ipc.os.NativeLibraryException;
import io.nearcall.ipc.os.Platform;
import io.nearcall.ipc.os.windows.RandomBytes;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The functions of the system that processes need to meet: files, locks, Unix sockets, and waiting for many of them. On
 * Linux the native library provides them where it can be loaded, and plain Java elsewhere. On Windows named pipes take
 * the place of Unix sockets. A descriptor is a number that has a meaning for the same host only. Any thread. A failure
 * is an {@link io.nearcall.ipc.os.OsException} unless a method says otherwise.
 */
public interface Host {

    /** The number that is no descriptor. */
    int NO_DESCRIPTOR = -1;

    /** In {@link Credentials}: a value that plain Java cannot tell, such as the number of another user. */
    int UNKNOWN = -1;

    /**
     * The host of this process. It is chosen when it is first asked for.
     *
     * @throws NativeLibraryException on Windows, if the library cannot be loaded
     */
    static Host current() {
        if (Choice.HOST == null) {
            throw new NativeLibraryException(Choice.UNTOLD_FAILURE.get());
        }
        return Choice.HOST;
    }

    /** Returns why the host of this process is the plain one. Later calls return null, as does a native host. */
    static String untoldFailure() {
        return Choice.UNTOLD_FAILURE.getAndSet(null);
    }

    /** Chooses the host when it is first asked for. */
    final class Choice {
        private static final AtomicReference<String> UNTOLD_FAILURE = new AtomicReference<>();
        private static final Host HOST = choose();

        private Choice() {}

        private static Host choose() {
            boolean windows = Platform.isWindows(); // whose library has other natives, wherever it is loaded from
            try {
                if (windows) {
                    return new WindowsHost();
                }
                NativeLibrary.load();
                return new NativeHost();
            } catch (NativeLibraryException e) {
                UNTOLD_FAILURE.set(e.getMessage());
                return windows ? null : new PlainHost();
            }
        }
    }

    /**
     * Returns a random UUID. So does {@link UUID#randomUUID()}, which takes 20 ms in a fresh JVM and is only asked where
     * there is no {@code /dev/urandom}.
     */
    static UUID randomId() {
        if (Platform.isWindows()) {
            return RandomBytes.uuid();
        }
        byte[] bytes = new byte[2 * Long.BYTES];
        try (FileInputStream random = new FileInputStream("/dev/urandom")) {
            if (random.readNBytes(bytes, 0, bytes.length) == bytes.length) {
                ByteBuffer bits = ByteBuffer.wrap(bytes);
                return new UUID( // marked as one of version 4, as random ones are
                        bits.getLong() & ~0xf000L | 0x4000L, bits.getLong() >>> 2 | Long.MIN_VALUE);
            }
        } catch (IOException e) {
            // as in a chroot without devices
        }
        return UUID.randomUUID();
    }

    int pid();

    /** The effective user. */
    int uid();

    /** CPU time that the calling thread has used. Natively this is a system call; in plain Java it is always 0. */
    long threadCpuNs();

    /** Whether the process of that number runs. Natively also true if that cannot be told. */
    boolean isAlive(int pid);

    /** Returns the status of {@code path}, a symbolic link not followed; null if there is nothing. */
    FileStatus lstat(String path);

    /**
     * Makes one directory.
     *
     * @param mode its permissions
     * @throws io.nearcall.ipc.os.OsException EEXIST if there is something of that name
     */
    void makeDirectory(String path, int mode);

    /** Removes a name, unless it is a directory's. Returns false if it was not there. */
    boolean unlink(String path);

    /**
     * Sets the times of the last access and change of {@code path} to now. Not for lock files, which have
     * {@link LockFile#touch}.
     */
    void touch(String path);

    /**
     * Opens a file to be locked, and makes it if it does not exist, for this user alone. Does not wait, except in plain
     * Java for somebody who has a lease on the file.
     *
     * @throws io.nearcall.ipc.os.OsException ELOOP if the path is a symbolic link; natively EAGAIN if somebody has a
     *     lease
     */
    LockFile openLockFile(String path);

    /** Returns a lock file's text without opening it to be locked; empty if there is no file or it cannot be read. */
    String readLockFile(String path);

    /**
     * Makes a listening Unix socket at {@code path}, which must not exist.
     *
     * @param mode permissions; whoever may not write to it cannot connect
     * @return the listener's descriptor; removing the path is up to the caller
     */
    int listen(String path, int mode, int backlog);

    /**
     * Connects to the listener at {@code path}. Blocks while its backlog is full, up to the timeout.
     *
     * @throws io.nearcall.ipc.os.OsException ENOENT if there is no such socket, ECONNREFUSED if nobody listens on it any
     *     more, ETIMEDOUT
     */
    int connect(String path, long timeoutNs);

    /** Makes two sockets that are connected to each other. {@code two} receives their descriptors. */
    void pair(int[] two);

    /**
     * Returns the next connection's descriptor, {@code -EAGAIN} if none waits, or another {@code -errno}. Does not
     * block.
     */
    int accept(int listener);

    /**
     * Returns who is at the other end of a socket. In plain Java without the pid, and with the own user's numbers only.
     */
    Credentials peer(int socket);

    /**
     * Returns a descriptor that is readable when the process at the other end has died, or a negative number if there
     * is none to be had. In plain Java that is {@link #NO_DESCRIPTOR}, natively {@code -errno}: {@code -ESRCH} if the
     * process is dead already.
     */
    int processOf(int socket);

    /**
     * Whether two descriptors of {@link #processOf} certainly stand for the same process. Also false if that cannot be
     * told. Does not block.
     */
    boolean isSameProcess(int process, int other);

    /**
     * Whether a process is dead or on its way out. Also false if that cannot be told. Does not block.
     *
     * @param process its descriptor, from {@link #processOf}
     * @param pid its number, from {@link #peer}
     */
    boolean isEnding(int process, int pid);

    /**
     * Sends what fits now. Does not block.
     *
     * @param source direct; its position and limit are neither used nor changed
     * @param length at least 1
     * @param passed a descriptor that travels with the first byte, or {@link #NO_DESCRIPTOR}
     * @return how many bytes were sent, or {@code -errno}: {@code -EAGAIN} if nothing fits, {@code -EPIPE} if the other
     *     side has closed
     */
    int send(int socket, ByteBuffer source, int offset, int length, int passed);

    /**
     * Receives what is there. Does not block.
     *
     * @param destination direct; its position and limit are neither used nor changed
     * @param length at least 1
     * @param descriptors receives the descriptors that came along, from index 0; the other elements are negative. If
     *     the element at index 0 is negative, the elements behind it receive the descriptors of later bytes, and the
     *     next call finds them there. If there is no next call, the caller has to close them. None is closed here if
     *     there are {@link io.nearcall.ipc.os.UnixSocket#DESCRIPTORS_MAX} + 1 elements.
     * @return how many bytes were received, 0 at the end of the stream, or {@code -errno}: {@code -EAGAIN} if there is
     *     nothing, {@code -EPROTO} if it cannot have the descriptors that came
     */
    int receive(int socket, ByteBuffer destination, int offset, int length, int[] descriptors);

    /**
     * Blocks until a socket can be read or written, or the other side has hung up. May return for no reason.
     *
     * @param timeoutNs 0 does not block
     * @return whether the socket is known to be ready
     */
    boolean await(int socket, boolean readable, long timeoutNs);

    /** Ends the conversation both ways, and wakes whoever waits at either end. The descriptor must still be closed. */
    void shutdown(int socket);

    /** Closes a descriptor. To be called exactly once. */
    void close(int descriptor);

    Polling openPolling();
}
