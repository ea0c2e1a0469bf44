// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Thrown when the native library cannot be loaded and the operation does not work without it. */
public final class NativeLibraryMissingException extends NearcallException {

    private static final long serialVersionUID = 1L;

    /**
     * Wraps the failure of the loader.
     *
     * @param needed what does not work without the library
     * @param cause the failure; its message says what to do
     */
    public NativeLibraryMissingException(String needed, Throwable cause) {
        super(Outcome.NOT_SENT, needed + " needs Nearcall's native library: " + cause.getMessage(), cause);
    }
}
