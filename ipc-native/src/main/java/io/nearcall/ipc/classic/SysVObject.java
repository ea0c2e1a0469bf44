// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SysVMessages;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** The common part of all System V objects: an id, the ways to find them, and their end. */
abstract class SysVObject implements AutoCloseable {

    /** For nobody but the object's user. */
    private static final int PERMISSIONS = 0600;

    private static final int READING = 0444;

    private final String kind;
    private final int id;
    private final boolean created;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param kind the kind of object, in words */
    SysVObject(String kind, int id, boolean created) {
        this.kind = kind;
        this.id = id;
        this.created = created;
    }

    /** @param open takes the flags, and returns the id or {@code -errno} */
    static int create(String call, String kind, IpcKey key, String limit, IntUnaryOperator open) {
        int id = open.applyAsInt(SysVMessages.CREATE | SysVMessages.EXCLUSIVE | PERMISSIONS);
        return switch (-id) {
            case Errno.EEXIST ->
                throw failed(
                        call, id, "a " + kind + " of key " + key + " is there already: open it, or remove it (ipcrm)");
            case Errno.ENOSPC ->
                throw failed(call, id, "the host has reached its limit (sysctl " + limit + "). See ipcs -u");
            case Errno.EINVAL ->
                throw failed(
                        call, id, "a " + kind + " of that size is more than the host allows (sysctl " + limit + ")");
            default -> checked(call, id, "key " + key);
        };
    }

    /** As above, for an object that exists. It is opened for writing, too, unless {@code readOnly}. */
    static int open(String call, String kind, IpcKey key, boolean readOnly, IntUnaryOperator open) {
        if (key.isPrivate()) {
            throw new IllegalArgumentException("key=PRIVATE: an object without a key can only be opened by its id");
        }
        int id = open.applyAsInt(
                readOnly ? PERMISSIONS & READING : PERMISSIONS); // otherwise a refusal comes only with the first use
        return switch (-id) {
            case Errno.ENOENT -> throw failed(call, id, "there is no " + kind + " of key " + key);
            case Errno.EACCES -> throw failed(call, id, kind + " of key " + key + " belongs to another user");
            default -> checked(call, id, "key " + key);
        };
    }

    private static int checked(String call, int id, String detail) {
        if (id < 0) {
            throw failed(call, id, detail);
        }
        return id;
    }

    static OsException failed(String call, int result, String detail) {
        return new OsException(call, -result, detail);
    }

    /** Returns the id, by which processes find the object if they have no key for it. */
    public final int id() {
        return id;
    }

    /**
     * Returns the exception for a failed call on the object. The kernel says EINVAL for an id that has been removed.
     */
    final OsException gone(String call, int result) {
        boolean removed = result == -Errno.EINVAL || result == -Errno.EIDRM;
        return failed(call, removed ? -Errno.EIDRM : result, name() + (removed ? " has been removed" : ""));
    }

    /** Makes a call on the object and returns its answer. A failure becomes an exception of {@code gone}. */
    final <T> T asked(Supplier<T> question) {
        checkOpen();
        try {
            return question.get();
        } catch (OsException e) {
            throw gone(e.call(), -e.errno());
        }
    }

    final void checkOpen() {
        if (closed.get()) {
            throw new IllegalStateException(name() + " is closed");
        }
    }

    /** Removes the object from the host. Returns false if it was gone. */
    public abstract boolean remove();

    /** Removes the object from the host if this Java object has created it. Idempotent. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true) && created) {
            remove();
        }
    }

    /** The name of the object in messages. */
    private String name() {
        return kind + " " + id;
    }
}
