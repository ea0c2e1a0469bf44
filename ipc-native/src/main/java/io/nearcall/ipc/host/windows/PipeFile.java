// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host.windows;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.windows.Handles;
import io.nearcall.ipc.os.windows.RandomBytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A file in place of a Unix socket's: its text names a pipe. Every user can list the names of pipes. The pipe's access
 * list lets in this user alone, and whoever connects checks that the pipe is this user's.
 */
record PipeFile(String id) {

    private static final String MARK = "nearcall pipe ";
    private static final int ID_LENGTH = 32;
    private static final String PIPES = "\\\\.\\pipe\\nearcall-";
    private static final int TYPE_MASK = 0170000;
    private static final int SOCKET = 0140000;

    static PipeFile random() {
        return new PipeFile(RandomBytes.hex());
    }

    String pipe() {
        return PIPES + id;
    }

    /** @throws OsException EADDRINUSE if there is a file of that name */
    void write(String path) {
        long file;
        try {
            file = io.nearcall.ipc.os.windows.Files.create(path);
        } catch (OsException e) {
            throw e.errno() == Errno.EEXIST ? new OsException("bind", Errno.EADDRINUSE, path) : e;
        }
        try {
            io.nearcall.ipc.os.windows.Files.write(file, MARK + id);
        } finally {
            Handles.close(file);
        }
    }

    /** @throws OsException ENOENT if there is no file, ECONNREFUSED if it names no pipe */
    static PipeFile read(String path) {
        String text = text(path);
        if (text == null) {
            throw new OsException("connect", Errno.ENOENT, path);
        }
        if (!isText(text)) {
            throw new OsException("connect", Errno.ECONNREFUSED, path);
        }
        return new PipeFile(text.substring(MARK.length()));
    }

    /** Whether the file names a pipe. */
    static boolean isOne(String path, FileStatus status) {
        return status.isRegularFile() && status.size() == MARK.length() + ID_LENGTH && isText(text(path));
    }

    /** Returns the status with the type of a socket. */
    static FileStatus asSocket(FileStatus status) {
        return new FileStatus(
                status.mode() & ~TYPE_MASK | SOCKET,
                status.uid(),
                status.gid(),
                status.inode(),
                status.device(),
                status.size());
    }

    private static boolean isText(String text) {
        return text != null
                && text.startsWith(MARK)
                && text.substring(MARK.length()).matches("[0-9a-f]{" + ID_LENGTH + "}");
    }

    private static String text(String path) {
        try (InputStream file =
                Files.newInputStream(Path.of(path))) { // a FileInputStream would keep others from removing it
            return new String(file.readNBytes(MARK.length() + ID_LENGTH), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw WindowsHost.failed("connect", e, path);
        }
    }
}
