// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import io.nearcall.ipc.os.OsException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;

/**
 * An object that several JVMs of one user share: fields in memory that all of them map, and one monitor. It is found by
 * name. The first process that opens it makes it, with all fields zero. It exists as long as somebody has it open: the
 * last process to close it removes its name. If all processes have died, the next one that opens the name begins with a
 * new object. So nobody has to clean up after a killed process.
 *
 * <p>If somebody else removes the name, those who have the object open keep it, and the next process that opens the
 * name makes another object. Keep cleaners of temporary files out of its directory.
 *
 * <pre>{@code
 * final class Counter implements AutoCloseable {
 *     private static final Layout LAYOUT = new Layout();
 *     private static final IntField COUNT = LAYOUT.addInt("count");
 *
 *     private final SharedObject object = SharedObject.open("counter", LAYOUT);
 *
 *     int next() {
 *         object.monitor().lock();
 *         try {
 *             int next = COUNT.get(object) + 1;
 *             COUNT.set(object, next);
 *             return next;
 *         } finally {
 *             object.monitor().unlock();
 *         }
 *     }
 *
 *     public void close() {
 *         object.close();
 *     }
 * }
 * }</pre>
 *
 * <p>Safe for use by any number of threads, virtual ones too. Several openings in one JVM exclude each other as those
 * of several JVMs do. All who share an object belong to one user, whom the object trusts: any of them can write
 * anything into it.
 */
public final class SharedObject implements AutoCloseable {

    private static final Cleaner CLEANER = Cleaner.create();

    private final Path path;
    private final Layout layout;
    private final ObjectFile file;
    private final SharedMonitor monitor;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** The number of threads that hold or await the monitor, plus one until this object is closed. */
    private final AtomicInteger users = new AtomicInteger(1);

    private ByteBuffer memory;

    private SharedObject(Path path, Layout layout, ObjectFile file) {
        this.path = path;
        this.layout = layout;
        this.file = file;
        this.memory = file.memory();
        this.monitor = new SharedMonitor(
                this, new LockWord(memory, ObjectDescriptor.OWNER_OFFSET, file.address(), file.id(), file.openings()));
        CLEANER.register(memory, file.end()); // an access in progress keeps the memory alive, too
    }

    /**
     * Opens the object of that path, and makes it if there is none. It waits only for a process that opens or closes
     * the same object at the same time, up to 5 s.
     *
     * @param path a path in a directory that nobody else may write to, best of a file system in memory; a symbolic link
     *     is not followed
     * @param layout the same as that of all others who have the object open
     * @throws OsException EINVAL if something else has that name, or an object of other fields or another format, which
     *     is left as it is; ELOOP if it is a symbolic link; EACCES if it belongs to another user or is open to others;
     *     ENOSPC, ENOMEM, EMFILE, ENOLCK if memory, descriptors or locks do not suffice; EOPNOTSUPP if the file system
     *     lacks what this needs; EAGAIN if the object is open 480 times already, or if a process is stopped while it
     *     opens or closes it. Nothing is left behind
     */
    public static SharedObject open(Path path, Layout layout) {
        layout.conclude();
        Path absolute = path.toAbsolutePath();
        return new SharedObject(absolute, layout, ObjectFile.open(absolute, layout));
    }

    /**
     * Opens an object as above, in the directory of this user. That is the directory that the system property {@code
     * io.nearcall.dir} or the environment variable {@code NEARCALL_DIR} names. Otherwise it is {@code
     * /run/user/UID/nearcall} or {@code /tmp/nearcall-UID}.
     *
     * @param name 1 to 100 letters, digits, and {@code . _ -}, and no dot first
     * @throws IllegalArgumentException if the name is invalid
     * @throws OsException as above; also EACCES if others may change what is in that directory, and ENOTDIR if it is no
     *     directory
     */
    public static SharedObject open(String name, Layout layout) {
        return open(UserDirectory.resolve(name), layout);
    }

    public Path path() {
        return path;
    }

    /** Returns the object's monitor, always the same. */
    public SharedMonitor monitor() {
        return monitor;
    }

    /**
     * Returns a condition of the monitor. A thread that awaits it may be woken without a signal, as all Conditions
     * permit, and sometimes is. So await it in a loop. A signal reaches a waiting thread even if the process that it
     * woke first is killed.
     *
     * <p>A wait also ends with an {@link OwnerDiedException} if the owner of the monitor dies meanwhile, and with an
     * IllegalStateException if this object is closed. However a wait ends, the thread holds the monitor again. It first
     * waits for the monitor, however long another thread holds it.
     */
    public Condition condition(ConditionField field) {
        return new SharedCondition(this, monitor, new SignalWord(field.memory(this), field.index, file.address()));
    }

    ByteBuffer memory(Layout fields) {
        if (fields != layout) {
            throw new IllegalArgumentException(
                    "the field is of " + fields + ", " + path + " was opened with " + layout);
        }
        ByteBuffer current = memory;
        if (current == null) {
            throw new IllegalStateException(path + " is closed");
        }
        return current;
    }

    /** Called when a thread is about to acquire the monitor. */
    void enter() {
        checkOpen();
        if (users.getAndUpdate(count -> count == 0 ? 0 : count + 1) == 0) {
            checkOpen();
        }
    }

    /** Called when the thread has released the monitor, or has not got it. */
    void leave() {
        if (users.decrementAndGet() == 0) {
            memory = null;
            file.leave();
        }
    }

    boolean isClosed() {
        return closed.get();
    }

    void checkOpen() {
        if (isClosed()) {
            throw new IllegalStateException(path + " is closed");
        }
    }

    /**
     * Closes this opening, and removes the name if it is the last one. Threads that wait for the monitor get an
     * IllegalStateException within a tenth of a second. Threads that wait for a condition get it as soon as they hold
     * the monitor again, and they keep the opening in use until then. A thread that holds the monitor keeps it, and
     * this opening with it, until it releases the monitor. Idempotent. Blocks for moments only, unless another process
     * is stopped while it opens or closes the same object: then for 5 s.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            leave();
        }
    }

    @Override
    public String toString() {
        return "SharedObject[" + path + ", " + layout.description() + "]";
    }
}
