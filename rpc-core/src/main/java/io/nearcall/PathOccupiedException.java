// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Thrown when a foreign file stands where the socket or the lock of a service belongs. The file was not touched. */
public final class PathOccupiedException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String path;

    /**
     * Creates the exception for a path.
     *
     * @param found what stands there, as in "a regular file of user 0"
     * @param expected what belongs there
     */
    public PathOccupiedException(String serviceName, String path, String found, String expected) {
        super(
                Outcome.NOT_SENT,
                "For the service \"" + serviceName + "\" " + path + " should be " + expected + ", but is " + found
                        + ". It was left untouched: move it away, or use another name or runtime directory.");
        this.path = path;
    }

    public String path() {
        return path;
    }
}
