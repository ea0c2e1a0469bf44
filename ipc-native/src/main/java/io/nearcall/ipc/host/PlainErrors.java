// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** What the JDK's exceptions were to the system, as far as they tell. */
final class PlainErrors {

    private PlainErrors() {}

    /** @param path may be null */
    static OsException of(String call, IOException failure, String path) {
        int errno = errno(failure);
        // Where there is no number for it, the JDK's words say what it was.
        boolean told = errno != Errno.EIO && path != null;
        OsException error = new OsException(call, errno, told ? path : failure.getMessage());
        error.initCause(failure);
        return error;
    }

    static int errno(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return Errno.ENOENT;
        }
        if (failure instanceof FileAlreadyExistsException) {
            return Errno.EEXIST;
        }
        if (failure instanceof AccessDeniedException) {
            return Errno.EACCES;
        }
        if (failure instanceof NotDirectoryException) {
            return Errno.ENOTDIR;
        }
        if (failure instanceof ConnectException) {
            return Errno.ECONNREFUSED;
        }
        return failure instanceof BindException ? Errno.EADDRINUSE : Errno.EIO;
    }
}
