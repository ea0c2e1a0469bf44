// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import java.io.UncheckedIOException;

/**
 * Thrown when the operating system refuses something that a call needs, such as memory, descriptors or a socket. It is
 * also thrown when the runtime directory cannot be trusted, a foreign file stands in the way, or the native library
 * cannot be loaded. Foreign files are never touched.
 */
public final class TransportException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private static final String LIMITS = "Check the limits on open files and memory. ";

    /**
     * Wraps the failure of a system call.
     *
     * @param doing what was attempted, with the path or process if there is one, as in "listening at /run/x.sock"
     * @param remedy what to do about it; if empty, what the error number suggests
     */
    public TransportException(Outcome outcome, String doing, String remedy, Throwable cause) {
        super(
                outcome,
                "Failed " + doing + ": " + cause.getMessage() + ". "
                        + (remedy.isEmpty() ? suggested(cause) : remedy + " ") + said(outcome),
                cause);
    }

    private TransportException(String message, Throwable cause) {
        super(Outcome.NOT_SENT, message, cause);
    }

    /**
     * Creates the exception for a runtime directory that not only its owner can change.
     *
     * @param fault what is wrong with the directory, with mode and owner
     * @param remedy what to do about it
     */
    public static TransportException insecureDirectory(String path, String fault, String remedy) {
        return new TransportException(
                "The runtime directory " + path + " cannot be trusted: " + fault + ". " + remedy, null);
    }

    /**
     * Creates the exception for a foreign file that stands where the socket or the lock of a service belongs. It has no
     * cause.
     *
     * @param found what stands there, as in "a regular file of user 0"
     * @param expected what belongs there
     */
    public static TransportException occupied(String serviceName, String path, String found, String expected) {
        return new TransportException(
                "For the service \"" + serviceName + "\" " + path + " should be " + expected + ", but is " + found
                        + ". It was left untouched: move it away, or use another name or runtime directory.",
                null);
    }

    /**
     * Creates the exception for a native library that cannot be loaded.
     *
     * @param needed what does not work without the library
     * @param cause the failure of the loader; its message says what to do
     */
    public static TransportException noNativeLibrary(String needed, Throwable cause) {
        return new TransportException(needed + " needs Nearcall's native library: " + cause.getMessage(), cause);
    }

    private static String suggested(Throwable cause) {
        if (!(cause instanceof OsException failure)) {
            return cause instanceof UncheckedIOException ? LIMITS : "";
        }
        return switch (failure.errno()) {
            case Errno.EMFILE -> "Check this process's limit on open files (ulimit -n). ";
            case Errno.ENFILE -> "Check the system's limit on open files (fs.file-max). ";
            case Errno.ENOMEM, Errno.ENOBUFS -> "Check the limits on memory. ";
            case Errno.ENOSPC, Errno.EDQUOT -> "Make room on that file system, or check its quota. ";
            case Errno.EPERM, Errno.ENOSYS ->
                "The system does not let this process make the system call " + failure.call()
                        + ". Check the seccomp profile of its container or service (SystemCallFilter in systemd). ";
            case Errno.EACCES -> "Check the modes on that path; another user's runtime directory needs 0711. ";
            case Errno.EIO -> LIMITS; // the only number without the native library
            default -> "";
        };
    }
}
