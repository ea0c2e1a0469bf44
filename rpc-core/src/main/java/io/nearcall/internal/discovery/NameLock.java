// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import io.nearcall.Outcome;
import io.nearcall.PathOccupiedException;
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
 * The right to a service's name: a lock on a file that bears it. The kernel gives it up when the process dies.
 * At most one holder exists at any time among all processes, threads and endpoints of the host.
 */
final class NameLock implements AutoCloseable {

    /*
     * The file is removed when the name is given up. So between opening the file and locking it another process may
     * remove it, and yet another may make and lock a new one of the same name: both would hold a lock. Hence, once
     * locked, the file is compared with the one that now bears the name; if they differ, all begins again. Only who
     * holds the lock of the file that bears the name may remove it, or touch the socket beside it.
     *
     * Who finds the lock taken reads the holder's process number in the file. Two holders write none: one who has just
     * locked it and is about to, and one who removes what a dead process has left. Both are done in a moment, so it is
     * worth looking again; as it is when the number written there is that of a dead process.
     */

    private static final Host HOST = Host.current();
    private static final String MARK = "nearcall ";
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
     * Takes the name. Waits no longer than half a second, for one who is about to give it up.
     *
     * @throws ServiceNameInUseException if another one holds it
     * @throws PathOccupiedException if the file is not a lock of ours; it is left untouched
     */
    static NameLock acquire(RuntimeDirectory directory, ServiceName name) {
        NameLock lock = attempt(directory, name, GRACE_NS);
        if (lock == null) {
            throw new ServiceNameInUseException(name.value(), holderPid(directory, name), directory.lockPath(name));
        }
        lock.write(MARK + HOST.pid() + "\n");
        return lock;
    }

    /**
     * Takes the name for a moment, to remove what a dead holder has left. Waits no longer than a tenth of a second, for
     * another one who does the same. Null if somebody holds it.
     */
    static NameLock acquireForSweeping(RuntimeDirectory directory, ServiceName name) {
        NameLock lock = attempt(directory, name, SWEEPING_GRACE_NS);
        if (lock != null) {
            lock.write("");
        }
        return lock;
    }

    private void write(String text) {
        try {
            file.write(text);
        } catch (OsException e) {
            close();
            throw failed("writing", path, e);
        }
    }

    private static NameLock attempt(RuntimeDirectory directory, ServiceName name, long graceNs) {
        String path = directory.lockPath(name);
        long startNs = System.nanoTime();
        while (true) {
            LockFile file = openChecked(name, path);
            boolean keep = false;
            try {
                boolean locked = file.tryLock();
                FileStatus opened = file.status();
                FileStatus named = HOST.lstat(path);
                boolean current = opened != null && named != null && FileKind.isSame(opened, named);
                if (locked && current) {
                    keep = true;
                    return new NameLock(path, file, opened);
                }
                boolean settled = current && HOST.isAlive(pidIn(file.read()));
                long waitedNs = System.nanoTime() - startNs;
                if (settled || waitedNs >= (current ? graceNs : MAX_RACE_NS)) {
                    return null;
                }
            } catch (OsException e) {
                throw failed("locking", path, e);
            } finally {
                if (!keep) {
                    file.close();
                }
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    private static LockFile openChecked(ServiceName name, String path) {
        try {
            refuseForeign(name, path, HOST.lstat(path));
            LockFile file = HOST.openLockFile(path);
            boolean ours = false;
            try {
                refuseForeign(name, path, file.status());
                String text = file.read(); // once: who sweeps or takes the name empties it just now
                if (!text.startsWith(MARK) && !MARK.startsWith(text)) {
                    throw occupied(name, path, "a file with other content");
                }
                ours = true;
                return file;
            } finally {
                if (!ours) {
                    file.close();
                }
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

    private static PathOccupiedException occupied(ServiceName name, String path, String found) {
        return new PathOccupiedException(name.value(), path, found, "a lock of Nearcall");
    }

    private static TransportException failed(String doing, String path, OsException cause) {
        return new TransportException(Outcome.NOT_SENT, doing + " the lock " + path, "", cause);
    }

    /** The process that holds the name, as the lock says; 0 if it says nothing. Takes no lock. */
    static int holderPid(RuntimeDirectory directory, ServiceName name) {
        String path = directory.lockPath(name);
        FileStatus status = HOST.lstat(path);
        if (status == null || !FileKind.isRegular(status) || status.size() > MAX_TEXT_BYTES) {
            return 0;
        }
        return pidIn(HOST.readLockFile(path));
    }

    private static int pidIn(String text) {
        if (!text.startsWith(MARK)) {
            return 0;
        }
        try {
            return Integer.parseInt(text.substring(MARK.length()).trim());
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Whether this lock is still the one of its name: nobody has removed the file behind our back. */
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
