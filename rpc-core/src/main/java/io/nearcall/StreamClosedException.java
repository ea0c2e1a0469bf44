// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Thrown when further elements are requested of an iterator or a stream of another process that this side has closed. */
public final class StreamClosedException extends NearcallException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception for a stream of the given process. */
    public StreamClosedException(int peerPid) {
        super(
                Outcome.NOT_SENT,
                "The stream of " + process(peerPid) + " has been closed by this process, and that one has been told to"
                        + " forget it. Call the method that has returned it again for a new one. "
                        + said(Outcome.NOT_SENT));
    }
}
