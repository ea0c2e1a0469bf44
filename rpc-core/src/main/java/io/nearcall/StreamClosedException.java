// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Further elements were asked of an iterator or a stream of another process that has been closed on this side. */
public final class StreamClosedException extends NearcallException {

    private static final long serialVersionUID = 1L;

    /** Names the process that the elements came from. */
    public StreamClosedException(int peerPid) {
        super(
                Outcome.NOT_SENT,
                "The stream of " + process(peerPid) + " has been closed by this process, and that one has been told to"
                        + " forget it. Call the method that has returned it again for a new one. "
                        + said(Outcome.NOT_SENT));
    }
}
