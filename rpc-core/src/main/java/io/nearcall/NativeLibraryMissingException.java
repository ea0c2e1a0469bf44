// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** The native library could not be loaded, and what was asked for does not work without it. */
public final class NativeLibraryMissingException extends NearcallException {

    private static final long serialVersionUID = 1L;

    /**
     * Wraps the loader's failure.
     *
     * @param needed what does not work without the library
     * @param cause its message says what to do
     */
    public NativeLibraryMissingException(String needed, Throwable cause) {
        super(Outcome.NOT_SENT, needed + " needs Nearcall's native library: " + cause.getMessage(), cause);
    }
}
