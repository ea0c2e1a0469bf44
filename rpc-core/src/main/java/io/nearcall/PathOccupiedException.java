// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Something that is not Nearcall's stands where a service's socket or lock belongs. It was not touched. */
public final class PathOccupiedException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String path;

    /**
     * Describes what is in the way.
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
