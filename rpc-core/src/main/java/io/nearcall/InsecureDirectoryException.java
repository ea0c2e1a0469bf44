// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** The runtime directory is not one that only its owner can change. Nothing in it was touched. */
public final class InsecureDirectoryException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String path;

    /**
     * Describes the directory.
     *
     * @param fault what is wrong with it, with mode and owner
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
