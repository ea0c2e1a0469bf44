// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

/** The peer sent something that the protocol does not have. The connection ends. */
public final class ProtocolBreach extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param fault what was wrong, with the offending value */
    public ProtocolBreach(String fault) {
        super("it breaks the protocol: " + fault
                + "; if it is a Nearcall endpoint, compare the versions of Nearcall on both sides");
    }
}
