// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.util.List;

/**
 * What a page said at one moment. Its writer may have been anybody of this user: numbers may be any, texts have no control
 * characters.
 *
 * @param path of the file
 * @param startTicks when the process began, as {@code /proc/PID/stat} says it; 0 if that is not known
 * @param openedMs when the endpoint was opened, in milliseconds since the epoch
 * @param closing whether the endpoint was being closed
 * @param whole whether the page was as it has to be, to its end
 * @param uncounted how many times there was no room to count the calls of a lane and a method
 */
public record PageView(
        String path,
        int pid,
        long startTicks,
        long openedMs,
        boolean closing,
        boolean whole,
        long uncounted,
        String name,
        String version,
        String javaVersion,
        String pidNamespace,
        String runtimeDirectory,
        List<Method> methods,
        List<Connection> connections,
        List<Failure> failures,
        List<Event> events) {

    /**
     * A method, and what has been counted of it.
     *
     * @param served whether the endpoint has the object; else it calls it
     * @param service whose root the object is; empty if it came or went as a reference
     * @param type the interface
     * @param signature such as {@code place(Order): Receipt}
     * @param durations of some calls: on the side that calls from sending to the answer, on the other until it was sent
     */
    public record Method(
            boolean served,
            String service,
            String type,
            String signature,
            long calls,
            long failures,
            Durations durations) {

        /** Its name alone. */
        public String name() {
            int end = signature.indexOf('(');
            return end < 0 ? signature : signature.substring(0, end);
        }
    }

    /**
     * A connection that has not ended.
     *
     * @param peerPid as the kernel told this endpoint; 0 or less if it did not
     * @param initiator whether this endpoint made it
     */
    public record Connection(int peerPid, boolean initiator, long openedMs, String channel) {}

    /**
     * Failures of one method that are alike.
     *
     * @param type the class of the exception
     * @param message of the first of them, perhaps cut
     * @param stack of the first of them, frames with {@code " < "} between, perhaps cut
     */
    public record Failure(
            Method method, long count, long firstMs, long lastMs, String type, String message, String stack) {}

    /** What an event is about. */
    public enum Kind {
        /** A call has failed. */
        FAILED,
        /** A caller has waited long for an answer. */
        SLOW,
        /** A connection has begun. */
        OPENED,
        /** A connection has ended. */
        ENDED,
        /** A connection has ended because the peer's process has died. */
        DIED
    }

    /**
     * Something that has happened.
     *
     * @param method null if it is about none
     * @param ns how long it took; 0 if that is not known
     */
    public record Event(Kind kind, long timeMs, Method method, int peerPid, long ns) {}

    /** What has become of its process. */
    public ProcessState state(String ownPidNamespace) {
        boolean elsewhere =
                !pidNamespace.isEmpty() && !ownPidNamespace.isEmpty() && !pidNamespace.equals(ownPidNamespace);
        return elsewhere ? ProcessState.ELSEWHERE : ProcessState.of(pid, startTicks);
    }
}
