// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

/** How far a call in progress has come. The state defines what the threads that are named with the call do for it. */
public enum CallState {

    /** The thread runs the call. */
    RUNS,

    /** The call waits for a thread of an executor. Any of its threads would do. */
    QUEUED,

    /** As {@link #RUNS}, but the thread reads the later calls of the lane only when it has run this one. */
    RUNS_FIRST,

    /** The call waits until the thread has run earlier calls. */
    AWAITS_TURN,

    /** The call has not been sent, because these threads have all lanes. The lane of any of them would do. */
    AWAITS_LANE;

    private static final CallState[] ALL = values();

    /** Returns whether a thread runs the call. */
    public boolean isRun() {
        return this == RUNS || this == RUNS_FIRST;
    }

    /** Returns the state with a number in a file; null if no state has that number. */
    static CallState of(int number) {
        return number >= 0 && number < ALL.length ? ALL[number] : null;
    }
}
