// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

/** What carries a stream of bytes, for the suite that all of them pass: one object in each process, or for each end. */
abstract class StreamMeeting {

    /** Makes what the ends meet at, and returns how it is found. */
    abstract String create() throws Exception;

    abstract void find(String address) throws Exception;

    /** May wait until the other side opens the sink. */
    abstract ByteSource openSource() throws Exception;

    /** May wait until the other side opens the source. */
    abstract ByteSink openSink() throws Exception;

    /** Removes what was created. */
    abstract void remove() throws Exception;

    /** Whether the death of who writes is told from the end of the stream. */
    abstract boolean tellsDeathFromEnd();
}
