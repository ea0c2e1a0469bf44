// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.lane;

/**
 * The sleeping and the waking of one lane, steps W4 and P4 of the handshake in {@link io.nearcall.ipc.wait.SleepingWord}.
 * Each side has two sleepers at most: one that waits for a frame, and one that waits for space. Waking never blocks.
 */
public interface Sleep {

    /**
     * Sleeps until the peer wakes for a frame. May return early for no reason, and does not sleep if a wake-up has come since
     * the caller announced its sleep.
     *
     * @param index of the word that the awaited frame changes, as {@link WordsChannel#awaitedIndex()} has it
     * @param seen what was in that word before the caller looked for the last time
     * @param timeoutNs 0 or more
     * @return whether nothing but the time ended the sleep
     */
    boolean forFrame(int index, int seen, long timeoutNs);

    /** The same for space: what is awaited is the peer's Consumer Position. */
    boolean forSpace(int seen, long timeoutNs);

    /** Wakes the peer's sleeper that waits for a frame; {@code index} is that of the word on which it sleeps. */
    void wakeReceiver(int index);

    /** Wakes the peer's sleeper that waits for space. */
    void wakeSender();

    /** Wakes this side's own sleepers. Any thread, also when the batch has been closed. */
    void wakeOwn(int index);
}
