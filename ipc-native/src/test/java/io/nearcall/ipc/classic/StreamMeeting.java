// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

/** What carries a stream of bytes, for the suite that all of them pass: one object in each process, or for each end. */
abstract class StreamMeeting {

    /** Creates the object at which the ends meet, and returns its address. */
    abstract String create() throws Exception;

    abstract void find(String address) throws Exception;

    /** May wait until the other side opens the sink. */
    abstract ByteSource openSource() throws Exception;

    /** May wait until the other side opens the source. */
    abstract ByteSink openSink() throws Exception;

    /** Removes the created object. */
    abstract void remove() throws Exception;

    /** Whether a reader can tell the death of the writer from the end of the stream. */
    abstract boolean tellsDeathFromEnd();
}
