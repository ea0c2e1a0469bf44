// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import io.nearcall.ipc.os.Credentials;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.NativeLibrary;
import io.nearcall.ipc.os.NativeLibraryException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What processes need of the system to meet: files, locks, Unix sockets, and to wait for many of them. By the native library
 * where it can be loaded, else in plain Java. A descriptor is a number that means something to the same host alone. Any
 * thread; what fails is an {@link io.nearcall.ipc.os.OsException} unless it says otherwise.
 */
public interface Host {

    /** No number of a descriptor. */
    int NO_DESCRIPTOR = -1;

    /** Of {@link Credentials}: what cannot be told in plain Java, such as the number of another user. */
    int UNKNOWN = -1;

    /** The one of this process: chosen when it is first asked for. */
    static Host current() {
        return Choice.HOST;
    }

    /** Why the host of this process is the plain one, to the first who asks; null to others, and if it is not. */
    static String untoldFailure() {
        return Choice.UNTOLD_FAILURE.getAndSet(null);
    }

    /** Made when it is first asked for. */
    final class Choice {
        private static final AtomicReference<String> UNTOLD_FAILURE = new AtomicReference<>();
        private static final Host HOST = choose();

        private Choice() {}

        private static Host choose() {
            try {
                NativeLibrary.load();
                return new NativeHost();
            } catch (NativeLibraryException e) {
                UNTOLD_FAILURE.set(e.getMessage());
                return new PlainHost();
            }
        }
    }

    int pid();

    /** The effective user. */
    int uid();

    /** CPU time that the calling thread has used, a system call to ask for; always 0 in plain Java. */
    long threadCpuNs();

    /** Whether the process of that number runs; natively true as well if that cannot be told. */
    boolean isAlive(int pid);

    /** What there is at {@code path}, a symbolic link not followed; null if there is nothing. */
    FileStatus lstat(String path);

    /**
     * Makes one directory.
     *
     * @param mode its permissions
     * @throws io.nearcall.ipc.os.OsException EEXIST if there is something of that name
     */
    void makeDirectory(String path, int mode);

    /** Removes a name that is not a directory's; false if it was not there. */
    boolean unlink(String path);

    /**
     * Sets the times of the last access and change of what there is at {@code path} to now. Not for lock files, which have
     * {@link LockFile#touch}.
     */
    void touch(String path);

    /**
     * Opens a file to be locked, and makes it if need be, for this user alone. Does not wait, except in plain Java for
     * somebody who has a lease on the file.
     *
     * @throws io.nearcall.ipc.os.OsException ELOOP if the path is a symbolic link; natively EAGAIN if somebody has a lease
     */
    LockFile openLockFile(String path);

    /** What a lock file says, without opening it to be locked; empty if there is none or it cannot be read. */
    String readLockFile(String path);

    /**
     * Makes a listening Unix socket at {@code path}, which must not exist.
     *
     * @param mode permissions; who may not write to it cannot connect
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

    /** Makes two sockets that are connected to each other; {@code two} takes their descriptors. */
    void pair(int[] two);

    /** The next connection's descriptor, {@code -EAGAIN} if none waits, or another {@code -errno}. Does not block. */
    int accept(int listener);

    /** Who is at the other end of a socket. In plain Java without the pid, and without numbers but for the own user's. */
    Credentials peer(int socket);

    /**
     * A descriptor that is readable when the process at the other end has died, or negative if there is none to be had. That is
     * {@link #NO_DESCRIPTOR} in plain Java, otherwise {@code -errno}: {@code -ESRCH} if the process is dead already.
     */
    int processOf(int socket);

    /**
     * Whether two descriptors of {@link #processOf} certainly stand for the same process; false as well if that cannot be told.
     * Does not block.
     */
    boolean isSameProcess(int process, int other);

    /**
     * Whether a process is dead or on its way out; false as well if that cannot be told. Does not block.
     *
     * @param process its descriptor, of {@link #processOf}
     * @param pid its number, of {@link #peer}
     */
    boolean isEnding(int process, int pid);

    /**
     * Sends what fits now. Does not block.
     *
     * @param source direct; its position and limit neither matter nor move
     * @param length at least 1
     * @param passed a descriptor that travels with the first byte, or {@link #NO_DESCRIPTOR}
     * @return how many bytes were sent, or {@code -errno}: {@code -EAGAIN} if nothing fits, {@code -EPIPE} if the other
     *     side has closed
     */
    int send(int socket, ByteBuffer source, int offset, int length, int passed);

    /**
     * Receives what is there. Does not block.
     *
     * @param destination direct; its position and limit neither matter nor move
     * @param length at least 1
     * @param descriptors takes those that came along, from index 0, the rest is negative. Behind a negative one at index 0 it
     *     takes those of later bytes: the next call finds them there. If there is no next call they are the caller's to close.
     *     None is closed here if there are {@link io.nearcall.ipc.os.UnixSocket#DESCRIPTORS_MAX} + 1 elements.
     * @return how many bytes were received, 0 at the end of the stream, or {@code -errno}: {@code -EAGAIN} if there is
     *     nothing, {@code -EPROTO} if it cannot have the descriptors that came
     */
    int receive(int socket, ByteBuffer destination, int offset, int length, int[] descriptors);

    /**
     * Blocks until a socket can be read or written, or the other side has hung up. May end for no reason.
     *
     * @param timeoutNs does not block if it is 0
     * @return whether it is known that it can
     */
    boolean await(int socket, boolean readable, long timeoutNs);

    /** Ends the conversation both ways; wakes whoever waits at either end. The descriptor remains to be closed. */
    void shutdown(int socket);

    /** Closes a descriptor. Exactly once. */
    void close(int descriptor);

    Polling openPolling();
}
