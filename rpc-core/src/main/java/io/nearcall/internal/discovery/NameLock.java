// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import io.nearcall.Outcome;
import io.nearcall.ServiceNameInUseException;
import io.nearcall.TransportException;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.host.LockFile;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.OsException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * The right to a service's name: a lock on a file that bears it. The kernel releases the lock when the process dies. At
 * most one process, thread and endpoint of the host has locked the file that bears the name at any time. If somebody
 * else removes that file, the lock means nothing any more. {@link ServiceSocket#look} does the rest.
 */
final class NameLock implements AutoCloseable {

    /*
     * The file is removed when the name is given up. So between opening the file and locking it, another process may
     * remove it, and a third may make and lock a new one of the same name: both would hold a lock. Hence the file, once
     * locked, is compared with the one that now bears the name. If they differ, all begins again. Only the process that
     * holds the lock of the file that bears the name may remove that file, or touch the socket beside it.
     *
     * A process that finds the lock taken reads the holder's process number in the file. Two kinds of holder write
     * none: one that has just locked it and is about to write, and one that removes the files of a dead process. Both
     * take a moment, so it is worth looking again. The same holds if the number there is that of a dead process.
     *
     * A cleaner of temporary files may remove the file of a living holder. So whoever locks the next file connects to
     * the socket before writing a number, and releases the name if somebody listens. The old holder looks every second
     * (ServiceSocket.look) and locks the next file itself. So the name changes hands only if the cleaner has removed
     * both files, and the old holder finds that out at its next look.
     */

    private static final Host HOST = Host.current();
    private static final int MAX_TEXT_BYTES = 64;
    private static final long GRACE_NS = 500_000_000;
    private static final long SWEEPING_GRACE_NS = 100_000_000;
    private static final long MAX_RACE_NS = 2_000_000_000;
    private static final long PAUSE_NS = 1_000_000;

    private final String path;
    private final LockFile file;
    private final FileStatus identity;
    private final AtomicBoolean open = new AtomicBoolean(true);

    private NameLock(String path, LockFile file, FileStatus identity) {
        this.path = path;
        this.file = file;
        this.identity = identity;
    }

    /**
     * The result of one try to lock the file.
     *
     * @param lock null if somebody else has it
     * @param current whether the file that was opened bears the name; if not, the next try opens another one
     * @param holder the process that has it instead, if known
     */
    record Attempt(NameLock lock, boolean current, Holder holder) {}

    /**
     * Takes the name. Waits at most half a second for a holder that is about to give it up, and at most two seconds
     * while the file is replaced again and again.
     *
     * @throws ServiceNameInUseException if another endpoint holds it
     * @throws TransportException if the file is not a lock of ours; it is left untouched
     */
    static NameLock acquire(RuntimeDirectory directory, ServiceName name) {
        NameLock lock = repeatedly(directory, name, GRACE_NS);
        if (lock == null) {
            throw inUse(directory, name, holder(directory, name));
        }
        try {
            Holder listening = ServiceSocket.listening(directory, name);
            if (listening != null) {
                throw inUse(directory, name, listening);
            }
            lock.claim();
            return lock;
        } catch (Throwable e) {
            lock.close();
            throw e;
        }
    }

    static ServiceNameInUseException inUse(RuntimeDirectory directory, ServiceName name, Holder holder) {
        return new ServiceNameInUseException(
                name.value(), holder.pid(), holder.isElsewhere() ? holder.namespace() : "", directory.lockPath(name));
    }

    /**
     * Takes the lock for a moment, to remove the files of a dead holder. Waits at most a tenth of a second for another
     * process that does the same, and at most two seconds while the file is replaced. Null if somebody holds it.
     */
    static NameLock acquireForSweeping(RuntimeDirectory directory, ServiceName name) {
        NameLock lock = repeatedly(directory, name, SWEEPING_GRACE_NS);
        if (lock != null) {
            lock.write("");
        }
        return lock;
    }

    /** Writes for others who has the name. */
    void claim() {
        write(Holder.current().text());
    }

    /** Tells cleaners of temporary files that the file is in use. */
    void touch() {
        file.touch();
    }

    private void write(String text) {
        try {
            file.write(text);
        } catch (OsException e) {
            close();
            throw failed("writing", path, e);
        }
    }

    private static NameLock repeatedly(RuntimeDirectory directory, ServiceName name, long graceNs) {
        long startNs = System.nanoTime();
        while (true) {
            Attempt attempt = attempt(directory, name);
            if (attempt.lock != null) {
                return attempt.lock;
            }
            boolean settled = attempt.current && attempt.holder.isAlive();
            if (settled || System.nanoTime() - startNs >= (attempt.current ? graceNs : MAX_RACE_NS)) {
                return null;
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    /** Tries once. Does not wait. */
    static Attempt attempt(RuntimeDirectory directory, ServiceName name) {
        String path = directory.lockPath(name);
        LockFile file = openChecked(name, path);
        boolean keep = false;
        try {
            boolean locked = file.tryLock();
            FileStatus opened = file.status();
            FileStatus named = HOST.lstat(path);
            boolean current = opened != null && named != null && FileKind.isSame(opened, named);
            keep = locked && current;
            return keep
                    ? new Attempt(new NameLock(path, file, opened), true, Holder.UNKNOWN)
                    : new Attempt(null, current, Holder.parse(file.read()));
        } catch (OsException e) {
            throw failed("locking", path, e);
        } finally {
            if (!keep) {
                file.close();
            }
        }
    }

    private static LockFile openChecked(ServiceName name, String path) {
        try {
            refuseForeign(name, path, HOST.lstat(path));
            LockFile file = HOST.openLockFile(path);
            try {
                refuseForeign(name, path, file.status());
                if (!Holder.isText(file.read())) {
                    throw occupied(name, path, "a file with other content");
                }
                return file;
            } catch (Throwable e) {
                file.close();
                throw e;
            }
        } catch (OsException e) {
            if (e.errno() == Errno.ELOOP) {
                throw occupied(name, path, "a symbolic link");
            }
            throw failed("opening", path, e);
        }
    }

    private static void refuseForeign(ServiceName name, String path, FileStatus status) {
        if (status != null && !FileKind.isRegular(status)) {
            throw occupied(name, path, FileKind.of(status));
        }
        if (status != null && status.size() > MAX_TEXT_BYTES) {
            throw occupied(name, path, "a file of " + status.size() + " bytes");
        }
    }

    private static TransportException occupied(ServiceName name, String path, String found) {
        return TransportException.occupied(name.value(), path, found, "a lock of Nearcall");
    }

    private static TransportException failed(String doing, String path, OsException cause) {
        return new TransportException(Outcome.NOT_SENT, doing + " the lock " + path, "", cause);
    }

    /** The process that holds the name, according to the lock. Takes no lock. */
    static Holder holder(RuntimeDirectory directory, ServiceName name) {
        String path = directory.lockPath(name);
        FileStatus status = HOST.lstat(path);
        if (status == null || !FileKind.isRegular(status) || status.size() > MAX_TEXT_BYTES) {
            return Holder.UNKNOWN;
        }
        return Holder.parse(HOST.readLockFile(path));
    }

    /** Whether this lock is still the lock of its name, so nobody has removed the file. */
    boolean isCurrent() {
        FileStatus named = HOST.lstat(path);
        return named != null && FileKind.isSame(identity, named);
    }

    /** Gives the name up. The socket must be gone already. Idempotent; any thread. */
    @Override
    public void close() {
        if (!open.compareAndSet(true, false)) {
            return;
        }
        try {
            if (isCurrent()) {
                HOST.unlink(path);
            }
        } finally {
            file.close();
        }
    }
}
