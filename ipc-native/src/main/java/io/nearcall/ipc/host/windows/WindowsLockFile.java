// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host.windows;

import io.nearcall.ipc.host.LockFile;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.windows.Files;
import io.nearcall.ipc.os.windows.Handles;
import io.nearcall.ipc.wait.WaitSlices;

/** A lock file by its handle. Other openings in this process count as those of other processes. */
final class WindowsLockFile implements LockFile {

    private static final int ATTEMPTS = 50;
    private static final long PAUSE_NS = 2_000_000;

    private final WindowsHost host;
    private final String path;
    private final long handle;

    private WindowsLockFile(WindowsHost host, String path, long handle) {
        this.host = host;
        this.path = path;
        this.handle = handle;
    }

    /** Opens the file. Waits for a tenth of a second at most while a removed file has the name: its holder closes it. */
    static LockFile open(WindowsHost host, String path) {
        for (int attempt = 1; ; attempt++) {
            try {
                return checked(new WindowsLockFile(host, path, Files.open(path)));
            } catch (OsException e) {
                if (e.errno() != Errno.EACCES || attempt == ATTEMPTS) {
                    throw e;
                }
            }
            WaitSlices.park(PAUSE_NS);
        }
    }

    /** Closes it if it is a link. */
    private static LockFile checked(WindowsLockFile file) {
        boolean valid = false;
        try {
            if (file.status().isSymbolicLink()) {
                throw new OsException("open", Errno.ELOOP, file.path);
            }
            valid = true;
            return file;
        } finally {
            if (!valid) {
                file.close();
            }
        }
    }

    @Override
    public boolean tryLock() {
        return Files.tryLock(handle);
    }

    @Override
    public FileStatus status() {
        return Files.status(handle);
    }

    @Override
    public String read() {
        return Files.read(handle);
    }

    @Override
    public void write(String text) {
        Files.write(handle, text);
    }

    @Override
    public void touch() {
        host.touch(path);
    }

    @Override
    public void close() {
        Handles.close(handle);
    }
}
