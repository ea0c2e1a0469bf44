// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

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
            case WindowsErrors.FILE_NOT_FOUND, WindowsErrors.PATH_NOT_FOUND -> Errno.ENOENT;
            case WindowsErrors.ACCESS_DENIED, WindowsErrors.INVALID_OWNER -> Errno.EACCES;
            case WindowsErrors.INVALID_HANDLE -> Errno.EBADF;
            case WindowsErrors.NOT_ENOUGH_MEMORY, WindowsErrors.OUTOFMEMORY, WindowsErrors.COMMITMENT_LIMIT ->
                Errno.ENOMEM;
            case WindowsErrors.FILE_EXISTS, WindowsErrors.ALREADY_EXISTS -> Errno.EEXIST;
            case WindowsErrors.INVALID_PARAMETER, WindowsErrors.INVALID_NAME -> Errno.EINVAL;
            case WindowsErrors.BROKEN_PIPE, WindowsErrors.NO_DATA, WindowsErrors.PIPE_NOT_CONNECTED -> Errno.EPIPE;
            case WindowsErrors.SEM_TIMEOUT, WindowsErrors.TIMEOUT -> Errno.ETIMEDOUT;
            case WindowsErrors.INSUFFICIENT_BUFFER -> Errno.EMSGSIZE;
            case WindowsErrors.FILENAME_EXCED_RANGE -> Errno.ENAMETOOLONG;
            case WindowsErrors.PIPE_BUSY -> Errno.EBUSY;
            case WindowsErrors.NOT_OWNER -> Errno.EPERM;
            case WindowsErrors.TOO_MANY_POSTS -> Errno.ERANGE;
            case WindowsErrors.OPERATION_ABORTED -> Errno.ECANCELED;
            default -> Errno.EIO;
        };
    }
}
