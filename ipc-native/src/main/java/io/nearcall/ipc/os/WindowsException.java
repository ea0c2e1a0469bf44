// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import io.nearcall.ipc.os.windows.ErrorCodes;

/** Thrown when a call of Windows has failed. Its error number is the one of {@link Errno} that comes closest. */
public final class WindowsException extends OsException {

    private static final long serialVersionUID = 1;

    private final int code;

    /**
     * @param call the function, such as {@code CreateFileMapping}
     * @param code the positive code, as {@code GetLastError} returns it
     * @param detail what it was called on, such as a name
     */
    public WindowsException(String call, int code, String detail) {
        super(call, errno(code), detail + " (error " + code + " of Windows)");
        this.code = code;
    }

    /** Returns the code that Windows gave. */
    public int code() {
        return code;
    }

    private static int errno(int code) {
        return switch (code) {
            case ErrorCodes.FILE_NOT_FOUND, ErrorCodes.PATH_NOT_FOUND -> Errno.ENOENT;
            case ErrorCodes.ACCESS_DENIED, ErrorCodes.INVALID_OWNER -> Errno.EACCES;
            case ErrorCodes.INVALID_HANDLE -> Errno.EBADF;
            case ErrorCodes.NOT_ENOUGH_MEMORY, ErrorCodes.OUTOFMEMORY, ErrorCodes.COMMITMENT_LIMIT -> Errno.ENOMEM;
            case ErrorCodes.FILE_EXISTS, ErrorCodes.ALREADY_EXISTS -> Errno.EEXIST;
            case ErrorCodes.INVALID_PARAMETER, ErrorCodes.INVALID_NAME -> Errno.EINVAL;
            case ErrorCodes.BROKEN_PIPE, ErrorCodes.NO_DATA, ErrorCodes.PIPE_NOT_CONNECTED -> Errno.EPIPE;
            case ErrorCodes.SEM_TIMEOUT, ErrorCodes.TIMEOUT -> Errno.ETIMEDOUT;
            case ErrorCodes.INSUFFICIENT_BUFFER -> Errno.EMSGSIZE;
            case ErrorCodes.FILENAME_EXCED_RANGE -> Errno.ENAMETOOLONG;
            case ErrorCodes.PIPE_BUSY -> Errno.EBUSY;
            case ErrorCodes.NOT_OWNER -> Errno.EPERM;
            case ErrorCodes.TOO_MANY_POSTS -> Errno.ERANGE;
            case ErrorCodes.OPERATION_ABORTED -> Errno.ECANCELED;
            default -> Errno.EIO;
        };
    }
}
