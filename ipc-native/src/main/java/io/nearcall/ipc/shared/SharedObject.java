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
 * An object that several JVMs of one user share: fields in memory that all of them map, and one monitor. It is found by name,
 * made by whoever comes first, with all fields zero, and exists as long as somebody has it open: the last to close it removes
 * its name, and if all have died the next one to open it begins with a new one. A process that is killed thus needs nobody to
 * clean up after it. If somebody else removes the name, those who have the object open keep it, and the next one to open it
 * makes another object: keep cleaners of temporary files out of its directory.
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
 * <p>Safe for use by any number of threads, virtual ones too. What is open several times in one JVM excludes itself as if there
 * were several JVMs. All who share an object are of one user, whom it trusts: any of them can write anything into it.
 */
public final class SharedObject implements AutoCloseable {

    private static final Cleaner CLEANER = Cleaner.create();

    private final Path path;
    private final Layout layout;
    private final ObjectFile file;
    private final SharedMonitor monitor;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Threads that hold or await the monitor, and one more until this object is closed. */
    private final AtomicInteger users = new AtomicInteger(1);

    private ByteBuffer memory;

    private SharedObject(Path path, Layout layout, ObjectFile file) {
        this.path = path;
        this.layout = layout;
        this.file = file;
        this.memory = file.memory();
        this.monitor = new SharedMonitor(
                this, new LockWord(memory, ObjectDescriptor.OWNER_OFFSET, file.address(), file.id(), file.openings()));
        CLEANER.register(memory, file.end()); // which an access in progress keeps alive, too
    }

    /**
     * Opens the object of that path, and makes it if there is none. Does not wait but for a process that opens or closes the
     * same object at the same time, and for that up to 5 s.
     *
     * @param path in a directory that nobody else may write to, best of a file system in memory; a symbolic link is not
     *     followed
     * @param layout the same as that of all others who have it open
     * @throws OsException EINVAL if there is something else of that name, or an object of other fields or another format, which
     *     is left as it is; ELOOP if it is a symbolic link; EACCES if it is another user's, or open to others; ENOSPC, ENOMEM,
     *     EMFILE, ENOLCK if memory, descriptors or locks do not suffice; EOPNOTSUPP if the file system lacks what this needs;
     *     EAGAIN if it is open 480 times already, or a process is stopped while it opens or closes it. Nothing is left behind
     */
    public static SharedObject open(Path path, Layout layout) {
        layout.conclude();
        Path absolute = path.toAbsolutePath();
        return new SharedObject(absolute, layout, ObjectFile.open(absolute, layout));
    }

    /**
     * As above, of an object in this user's directory: the one that the system property {@code io.nearcall.dir} or the
     * environment variable {@code NEARCALL_DIR} names, {@code /run/user/UID/nearcall}, or {@code /tmp/nearcall-UID}.
     *
     * @param name of up to 100 letters, digits, and {@code . _ -}
     * @throws OsException EACCES or ENOTDIR, too, if others may change what is in that directory, or if it is none
     */
    public static SharedObject open(String name, Layout layout) {
        return open(UserDirectory.resolve(name), layout);
    }

    public Path path() {
        return path;
    }

    /** The object's only one, always the same. */
    public SharedMonitor monitor() {
        return monitor;
    }

    /**
     * A condition of the monitor. Who awaits it may be woken without a signal, as all Conditions permit, and is so once in a
     * while: hence in a loop. A signal reaches somebody also if the process that it woke is killed. A wait also ends by an
     * {@link OwnerDiedException} if the owner dies meanwhile, and by an IllegalStateException if this object is closed; however
     * it ends, the thread has the monitor again, and waits for it before anything else, however long another has it.
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

    /** A thread is about to take the monitor. */
    void enter() {
        checkOpen();
        if (users.getAndUpdate(count -> count == 0 ? 0 : count + 1) == 0) {
            checkOpen();
        }
    }

    /** It has given it back, or not got it. */
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
     * Gives up this opening, and removes the name if it is the last. Threads that wait for the monitor get an
     * IllegalStateException in a tenth of a second; those that wait for a condition, as soon as they have the monitor again
     * after that, and until then this opening is theirs. One that has the monitor keeps it, and this opening with it, until it
     * gives it back. Idempotent; blocks for moments only, unless another process is stopped while it opens or closes the same
     * object: then for 5 s.
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
