// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Thrown when the runtime directory is not one that only its owner can change. Nothing in the directory was touched. */
public final class InsecureDirectoryException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String path;

    /**
     * Creates the exception for a directory.
     *
     * @param fault what is wrong with the directory, with mode and owner
     * @param remedy what to do about it
     */
    public InsecureDirectoryException(String path, String fault, String remedy) {
        super(Outcome.NOT_SENT, "The runtime directory " + path + " cannot be trusted: " + fault + ". " + remedy);
        this.path = path;
    }

    public String path() {
        return path;
    }
}
