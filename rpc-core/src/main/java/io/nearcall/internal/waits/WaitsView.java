// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import io.nearcall.internal.statistics.ProcessState;
import java.util.List;

/**
 * The waits of one process at one moment, as it has written them down. Whoever wrote it may have been anybody of this user:
 * numbers may be any, texts have no control characters.
 *
 * @param startTicks when the process began, as {@code /proc/PID/stat} says it; 0 if that is not known
 * @param pidNamespace such as {@code pid:[4026531836]}; empty if it is not known
 * @param runtimeDirectory in which it meets others; if it has several, there is a view for each
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
     * @param lockOwner the thread that has the lock which this one waits for; 0 if it waits for none
     * @param lock its name; empty if it waits for none
     * @param lockSinceMs since when it has been seen to wait for that, without a break
     * @param stack frames with line feeds between, perhaps cut; empty if it does not wait
     */
    public record Waiter(long id, String name, long lockOwner, String lock, long lockSinceMs, String stack) {

        /** The frames, the innermost first. */
        public List<String> frames() {
            return stack.isEmpty() ? List.of() : List.of(stack.split("\n"));
        }
    }

    /**
     * A call whose answer a thread of the process waits for.
     *
     * @param peerPid the process that is called
     * @param method with its service, such as {@code orders.place}
     */
    public record Call(long thread, CallKey key, int peerPid, String method, long sinceMs) {}

    /**
     * A call that is in progress here: of another process, or of this one if it waits for a lane.
     *
     * @param sinceMs since when it has been seen in that state
     * @param threads of which one has to go on before the call does; none if they are not known
     */
    public record Served(CallKey key, CallState state, long sinceMs, List<Long> threads) {}

    /** The same for those who meet in another directory. */
    WaitsView in(String otherDirectory) {
        return new WaitsView(pid, startTicks, pidNamespace, otherDirectory, lookedMs, threads, calls, served);
    }

    /** Whether another one is of the same process. */
    boolean isOfSameProcess(WaitsView other) {
        return pid == other.pid && startTicks == other.startTicks && pidNamespace.equals(other.pidNamespace);
    }

    /** What has become of the process. */
    public ProcessState state(String ownPidNamespace) {
        boolean elsewhere =
                !pidNamespace.isEmpty() && !ownPidNamespace.isEmpty() && !pidNamespace.equals(ownPidNamespace);
        return elsewhere ? ProcessState.ELSEWHERE : ProcessState.of(pid, startTicks);
    }
}
