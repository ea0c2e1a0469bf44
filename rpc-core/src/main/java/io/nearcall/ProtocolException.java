// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Thrown by look-ups when the peer sends something that the protocol does not have. The connection is closed. */
public final class ProtocolException extends NearcallException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception for a breach of the protocol.
     *
     * @param fault what was wrong, with the offending value
     */
    public ProtocolException(String fault) {
        super(
                Outcome.MAY_HAVE_RUN,
                "The peer does not keep to the protocol: " + fault + ". The connection is closed. If the peer is a"
                        + " Nearcall endpoint, compare the versions of Nearcall on both sides.");
    }
}
