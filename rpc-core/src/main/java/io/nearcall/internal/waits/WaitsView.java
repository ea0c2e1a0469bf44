// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import io.nearcall.internal.statistics.ProcessState;
import java.util.List;

/**
 * The waits of one process at one moment, as written in its file. Any process of this user may have written the file,
 * so numbers may have any value. Texts have no control characters.
 *
 * @param startTicks when the process began, as in {@code /proc/PID/stat}; 0 if that is not known
 * @param pidNamespace the pid namespace, such as {@code pid:[4026531836]}; empty if it is not known
 * @param runtimeDirectory the runtime directory; if the process has several, there is a view for each
 * @param lookedMs the moment, in milliseconds since the epoch
 */
public record WaitsView(
        int pid,
        long startTicks,
        String pidNamespace,
        String runtimeDirectory,
        long lookedMs,
        List<Waiter> threads,
        List<Call> calls,
        List<Served> served) {

    /**
     * A thread that waits, or is waited for.
     *
     * @param lockOwner the thread that has the lock which this thread waits for; 0 if it waits for none
     * @param lock the name of the lock; empty if the thread waits for none
     * @param lockSinceMs since when the uninterrupted wait for the lock has been seen
     * @param stack frames separated by line feeds, perhaps cut; empty if the thread does not wait
     */
    public record Waiter(long id, String name, long lockOwner, String lock, long lockSinceMs, String stack) {

        /** Returns the frames, the innermost first. */
        public List<String> frames() {
            return stack.isEmpty() ? List.of() : List.of(stack.split("\n"));
        }
    }

    /**
     * A call whose answer a thread of the process waits for.
     *
     * @param peerPid the process that is called
     * @param method the method with its service, such as {@code orders.place}
     */
    public record Call(long thread, CallKey key, int peerPid, String method, long sinceMs) {}

    /**
     * A call of another process that is in progress here, or a call of this process that waits for a lane.
     *
     * @param sinceMs since when the call has been seen in this state
     * @param threads the threads of which one must go on before the call does; none if they are not known
     */
    public record Served(CallKey key, CallState state, long sinceMs, List<Long> threads) {}

    /** Returns the same view for the processes of another runtime directory. */
    WaitsView in(String otherDirectory) {
        return new WaitsView(pid, startTicks, pidNamespace, otherDirectory, lookedMs, threads, calls, served);
    }

    /** Returns whether another view is of the same process. */
    boolean isOfSameProcess(WaitsView other) {
        return pid == other.pid && startTicks == other.startTicks && pidNamespace.equals(other.pidNamespace);
    }

    /** Returns the present state of the process. */
    public ProcessState state(String ownPidNamespace) {
        boolean elsewhere =
                !pidNamespace.isEmpty() && !ownPidNamespace.isEmpty() && !pidNamespace.equals(ownPidNamespace);
        return elsewhere ? ProcessState.ELSEWHERE : ProcessState.of(pid, startTicks);
    }
}
