// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** More was to go along with calls than may: thrown where it was to be added, before any call. */
public final class MetadataTooLargeException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final int pairs;
    private final int lengthBytes;

    /**
     * Describes the excess.
     *
     * @param key what was to be added
     * @param pairs how many there would be then
     * @param lengthBytes how long all keys and values would be then, in UTF-8
     */
    public MetadataTooLargeException(String key, int pairs, int maxPairs, int lengthBytes, int maxBytes) {
        super(
                Outcome.NOT_SENT,
                "With \"" + key + "\" there would be " + pairs + " pairs of metadata and " + lengthBytes
                        + " bytes of text in them; " + maxPairs + " pairs and " + maxBytes
                        + " bytes go along with a call. Put a short name for it there, and pass the rest as an argument.");
        this.pairs = pairs;
        this.lengthBytes = lengthBytes;
    }

    /** How many pairs there would have been. */
    public int pairs() {
        return pairs;
    }

    /** How long their keys and values would have been together, in bytes of UTF-8. */
    public int lengthBytes() {
        return lengthBytes;
    }
}
