// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.lane;

/**
 * How the threads of one lane sleep and wake: steps W4 and P4 of the handshake in
 * {@link io.nearcall.ipc.wait.SleepingWord}. Each side has two sleepers at most. One waits for a frame, the other for
 * space. Waking never blocks.
 */
public interface Sleep {

    /**
     * Sleeps until the peer wakes this side for a frame. May return early for no reason. Does not sleep if a wake-up
     * has come since the caller announced its sleep.
     *
     * @param index of the word that the awaited frame changes, as {@link WordsChannel#awaitedIndex()} returns it
     * @param seen the value of that word before the caller looked for the last time
     * @param timeoutNs 0 or more
     * @return whether only the timeout ended the sleep
     */
    boolean forFrame(int index, int seen, long timeoutNs);

    /** Does the same for space: the awaited word is the peer's Consumer Position. */
    boolean forSpace(int seen, long timeoutNs);

    /** Wakes the peer's sleeper that waits for a frame; {@code index} is that of the word on which it sleeps. */
    void wakeReceiver(int index);

    /** Wakes the peer's sleeper that waits for space. */
    void wakeSender();

    /** Wakes this side's own sleepers. Any thread, even after the batch has been closed. */
    void wakeOwn(int index);
}
