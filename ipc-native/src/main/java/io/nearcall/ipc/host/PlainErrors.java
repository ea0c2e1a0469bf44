// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Makes error numbers from the exceptions of the JDK, as far as they tell. */
final class PlainErrors {

    private PlainErrors() {}

    /** @param path may be null */
    static OsException of(String call, IOException failure, String path) {
        int errno = errno(failure);
        // If there is no number for the failure, the JDK's message says what it was.
        boolean told = errno != Errno.EIO && path != null;
        return of(call, errno, failure, told ? path : failure.getMessage());
    }

    /** @param failure may be null */
    static OsException of(String call, int errno, IOException failure, String detail) {
        OsException error = new OsException(call, errno, detail);
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
        return failure instanceof ConnectException ? Errno.ECONNREFUSED : Errno.EIO;
    }
}
