// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/**
 * Thrown when a pair would exceed the limits of the metadata of a call. It is thrown where the pair is added, before
 * any call.
 */
public final class MetadataTooLargeException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final int pairs;
    private final int lengthBytes;

    /**
     * Creates the exception for a pair.
     *
     * @param key the key of the pair
     * @param pairs the number of pairs, this one included
     * @param lengthBytes the length of all keys and values in bytes of UTF-8, this pair included
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

    /** Returns the number of pairs that there would have been. */
    public int pairs() {
        return pairs;
    }

    /** Returns the length that their keys and values would have had together, in bytes of UTF-8. */
    public int lengthBytes() {
        return lengthBytes;
    }
}
