// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import io.nearcall.ipc.backend.MessageCalls;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * System V message queues by id, without waiting, and the keys of all System V objects. Buffers are direct, and offsets
 * in them are absolute. At the offset there is a message's type in 8 bytes of the machine's order, and behind it the
 * text. Thread-safe.
 */
public final class SysVMessages {

    /** In place of a key: makes a new object, which others find only by its id. */
    public static final int PRIVATE_KEY = 0;

    /** Flag of an open: makes the object if there is none of that key. The lower nine bits are its permissions. */
    public static final int CREATE = 01000;

    /** Flag of an open, with {@link #CREATE}: EEXIST if there is one. */
    public static final int EXCLUSIVE = 02000;

    /** The length of a message's type, which is before its text, in bytes. */
    public static final int TYPE_LENGTH = 8;

    private static final int STATUS_FIELDS = 9;

    /** Set by {@link ForeignFunctions} alone; null if natives are called. */
    static MessageCalls foreign;

    private SysVMessages() {}

    /**
     * The status of a queue.
     *
     * @param capacityBytes how many bytes of text it takes
     * @param lastSender the process that sent last; 0 if none did
     * @param owner the user to whom it belongs; {@code maker} is the user who made it, and who may do the same
     * @param permissions such as 0600
     */
    public record Status(
            long messages,
            long bytes,
            long capacityBytes,
            int lastSender,
            int lastReceiver,
            int owner,
            int permissions,
            int maker,
            int key) {}

    /** Returns the key that {@code ftok} makes of an existing file's identity and the project's lower eight bits. */
    public static int key(String path, int project) {
        NativeLibrary.load();
        return foreign == null
                ? key0(NativeText.bytes("path", path), project)
                : foreign.key(NativeText.bytes("path", path), project);
    }

    /** Returns the id of a queue, or {@code -errno}. */
    public static int open(int key, int flags) {
        NativeLibrary.load();
        return foreign == null ? open0(key, flags) : foreign.open(key, flags);
    }

    /** Sends a message. Returns 0, {@code -EAGAIN} if there is no room, or another {@code -errno}. */
    public static int send(int id, ByteBuffer message, int offset, int textLength) {
        check(message, offset, textLength);
        NativeLibrary.load();
        return foreign == null ? send0(id, message, offset, textLength) : foreign.send(id, message, offset, textLength);
    }

    /**
     * Receives the next message. Returns the length of its text, {@code -ENOMSG} if there is none, {@code -E2BIG} if
     * its text is longer, or another {@code -errno}.
     *
     * @param type 0: any message; positive: the next of that type; negative: of the lowest type up to its absolute
     *     value
     * @param except whether the next message of any other type than {@code type} is wanted
     */
    public static int receive(int id, ByteBuffer message, int offset, int textCapacity, long type, boolean except) {
        check(message, offset, textCapacity);
        NativeLibrary.load();
        return foreign == null
                ? receive0(id, message, offset, textCapacity, type, except)
                : foreign.receive(id, message, offset, textCapacity, type, except);
    }

    private static void check(ByteBuffer message, int offset, int textLength) {
        if (!message.isDirect()) {
            throw new IllegalArgumentException("message=" + message + " is not direct");
        }
        Objects.checkFromIndexSize(offset, (long) TYPE_LENGTH + textLength, (long) message.capacity());
    }

    /** @throws OsException EIDRM or EINVAL if there is none of that id, EACCES */
    public static Status status(int id) {
        NativeLibrary.load();
        long[] fields = new long[STATUS_FIELDS];
        check(foreign == null ? status0(id, fields) : foreign.status(id, fields), "msgctl(IPC_STAT)", id);
        return new Status(
                fields[0],
                fields[1],
                fields[2],
                (int) fields[3],
                (int) fields[4],
                (int) fields[5],
                (int) fields[6] & 0777,
                (int) fields[7],
                (int) fields[8]);
    }

    /** Longest text that the kernel takes, in bytes ({@code msgmax}). */
    public static int maxLength() {
        NativeLibrary.load();
        return foreign == null ? maxLength0() : foreign.maxLength();
    }

    /** Bytes of text that a new queue takes ({@code msgmnb}). */
    public static int maxCapacity() {
        NativeLibrary.load();
        return foreign == null ? maxCapacity0() : foreign.maxCapacity();
    }

    /** @throws OsException EPERM if that is more than the user may have ({@code msgmnb}) */
    public static void resize(int id, long capacityBytes) {
        NativeLibrary.load();
        check(foreign == null ? resize0(id, capacityBytes) : foreign.resize(id, capacityBytes), "msgctl(IPC_SET)", id);
    }

    /** Removes a queue at once, whoever uses it. Returns false if it was gone. */
    public static boolean remove(int id) {
        NativeLibrary.load();
        return removed(foreign == null ? remove0(id) : foreign.remove(id), "msgctl(IPC_RMID)", id);
    }

    static void check(int result, String call, int id) {
        if (result < 0) {
            throw new OsException(call, -result, "id=" + id);
        }
    }

    static boolean removed(int result, String call, int id) {
        if (result == -Errno.EINVAL || result == -Errno.EIDRM) {
            return false;
        }
        check(result, call, id);
        return true;
    }

    private static native int key0(byte[] path, int project);

    private static native int open0(int key, int flags);

    private static native int send0(int id, ByteBuffer message, int offset, int textLength);

    private static native int receive0(
            int id, ByteBuffer message, int offset, int textCapacity, long type, boolean except);

    private static native int status0(int id, long[] fields);

    private static native int maxLength0();

    private static native int maxCapacity0();

    private static native int resize0(int id, long capacityBytes);

    private static native int remove0(int id);
}
