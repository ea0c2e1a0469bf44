// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

/** Thrown when the native library cannot be used in this JVM. The message says why, and what to do about it. */
public class NativeLibraryException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public NativeLibraryException(String message) {
        super(message);
    }

    public NativeLibraryException(String message, Throwable cause) {
        super(message, cause);
    }
}
