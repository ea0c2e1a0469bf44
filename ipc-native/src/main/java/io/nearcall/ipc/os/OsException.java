// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.nio.charset.StandardCharsets;

/** Thrown when a system call has failed. Says which call, with which error number, on what. */
public class OsException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String call;
    private final int errno;

    /**
     * @param call the system call, such as {@code connect}
     * @param errno the positive error number
     * @param detail what it was called on, such as a path; may be null
     */
    public OsException(String call, int errno, String detail) {
        super(message(call, errno, detail));
        this.call = call;
        this.errno = errno;
    }

    /** Called by jni_util.c, with the UTF-8 that the native was given. */
    OsException(String call, int errno, byte[] detail) {
        this(call, errno, detail == null ? null : new String(detail, StandardCharsets.UTF_8));
    }

    /** The system call that failed. */
    public String call() {
        return call;
    }

    /** The error number, as in {@link Errno}. */
    public int errno() {
        return errno;
    }

    /** The error's symbol, such as {@code ECONNREFUSED}. */
    public String errnoName() {
        return Errno.name(errno);
    }

    private static String message(String call, int errno, String detail) {
        String failure = call + ": " + Errno.text(errno) + " (" + Errno.name(errno) + ")";
        return detail == null ? failure : failure + ": " + detail;
    }
}
