// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import java.nio.channels.SelectableChannel;

/**
 * Waits for many descriptors or channels at once, level-triggered: for something to read, and for room to write. One thread awaits at a time;
 * everything else may be called from any thread, also meanwhile.
 */
public interface Polling extends AutoCloseable {

    /** Readiness: there is something to read or to accept, or the end of the stream, or the process of a pidfd is dead. */
    int READABLE = 1;

    /** Readiness: there is room to write. Only where that is watched, see {@link #watchWritable}. */
    int WRITABLE = 2;

    /** Readiness: the other side has closed, at least its writing half, or there is an error. */
    int HANGUP = 4;

    /**
     * Watches a descriptor of the {@link Host}. It must be removed before it is closed.
     *
     * @param token what {@link #await} reports it as; not that of another one
     */
    void add(int descriptor, int token);

    /** Whether to watch for room in a descriptor, too, which has been added with that token. At first it is not. */
    void watchWritable(int descriptor, int token, boolean writable);

    /** Watches it no more. An {@link #await} that has just returned may still name it. */
    void remove(int descriptor);

    /** Whether it watches channels of the JDK as well. */
    boolean watchesChannels();

    /** As {@link #add(int, int)}. */
    void add(SelectableChannel channel, int token);

    /** As {@link #remove(int)}. */
    void remove(SelectableChannel channel);

    /**
     * Blocks until something is ready, somebody calls {@link #wake} or {@link #close}, or the time is over.
     *
     * @param tokens takes the tokens of what is ready, from index 0
     * @param readiness takes the bits of each, at the same index
     * @param timeoutMs negative waits for ever
     * @return how many are ready; 0 after a wake-up, a close or the time, and now and then for no reason
     */
    int await(int[] tokens, int[] readiness, long timeoutMs);

    /** Ends the {@link #await} in progress, or the next one if there is none. Does nothing when closed. */
    void wake();

    /** Ends the {@link #await} in progress and gives everything back, but not what is watched. Idempotent. */
    @Override
    void close();
}
