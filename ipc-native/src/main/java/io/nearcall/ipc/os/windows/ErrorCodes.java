// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os.windows;

import io.nearcall.ipc.os.WindowsException;

/** The error codes of Windows that the calls of this package return. */
public final class ErrorCodes {

    public static final int FILE_NOT_FOUND = 2;
    public static final int PATH_NOT_FOUND = 3;
    public static final int ACCESS_DENIED = 5;
    public static final int INVALID_HANDLE = 6;
    public static final int NOT_ENOUGH_MEMORY = 8;
    public static final int OUTOFMEMORY = 14;
    public static final int FILE_EXISTS = 80;
    public static final int INVALID_PARAMETER = 87;
    public static final int BROKEN_PIPE = 109;
    public static final int SEM_TIMEOUT = 121;
    public static final int INSUFFICIENT_BUFFER = 122;
    public static final int INVALID_NAME = 123;
    public static final int ALREADY_EXISTS = 183;
    public static final int FILENAME_EXCED_RANGE = 206;
    public static final int PIPE_BUSY = 231;
    public static final int NO_DATA = 232;
    public static final int PIPE_NOT_CONNECTED = 233;
    public static final int NOT_OWNER = 288;
    public static final int TOO_MANY_POSTS = 298;
    public static final int OPERATION_ABORTED = 995;
    public static final int IO_PENDING = 997;
    public static final int INVALID_OWNER = 1307;
    public static final int COMMITMENT_LIMIT = 1455;
    public static final int TIMEOUT = 1460;

    private ErrorCodes() {}

    /**
     * Returns a result that is not negative.
     *
     * @throws WindowsException if it is the negative code of a failure
     */
    static long check(long result, String call, String detail) {
        if (result < 0) {
            throw new WindowsException(call, (int) -result, detail);
        }
        return result;
    }
}
