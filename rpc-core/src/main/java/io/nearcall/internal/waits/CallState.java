// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

/** How far a call has come that is in progress, and so what the threads named with it are to it. */
public enum CallState {

    /** The thread runs it. */
    RUNS,

    /** It waits for a thread of an executor: any of them would do. */
    QUEUED,

    /** As {@link #RUNS}, and the thread reads the later calls of the lane only when it has run this one. */
    RUNS_FIRST,

    /** It waits until the thread has run earlier calls. */
    AWAITS_TURN,

    /** It has not been sent, because these threads have all lanes: any of them would do. */
    AWAITS_LANE;

    private static final CallState[] ALL = values();

    /** Whether somebody runs it. */
    public boolean isRun() {
        return this == RUNS || this == RUNS_FIRST;
    }

    /** As it is written; null if none is written so. */
    static CallState of(int number) {
        return number >= 0 && number < ALL.length ? ALL[number] : null;
    }
}
