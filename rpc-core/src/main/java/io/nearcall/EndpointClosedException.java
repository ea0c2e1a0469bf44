// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Thrown when the endpoint of this process is closed. */
public final class EndpointClosedException extends NearcallException {

    private static final long serialVersionUID = 1L;

    public EndpointClosedException(Outcome outcome, String endpointName) {
        super(
                outcome,
                "The endpoint " + endpointName + " of this process is closed. Call before it is closed, or open another"
                        + " one. "
                        + said(outcome));
    }
}
