// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.util.List;

/**
 * The content of a page at one moment. Any process of this user may have written it, so numbers may have any value.
 * Texts have no control characters.
 *
 * @param path the path of the file
 * @param startTicks when the process began, as in {@code /proc/PID/stat}; 0 if that is not known
 * @param openedMs when the endpoint was opened, in milliseconds since the epoch
 * @param closing whether the endpoint was being closed
 * @param whole whether the page was valid up to its end
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
        List<ConnectionCalls> callsByConnection,
        List<Failure> failures,
        List<Refusals> refusals,
        List<Event> events) {

    /**
     * A method, and its counts.
     *
     * @param served whether the endpoint has the object; otherwise it calls the object
     * @param service the service whose object it is; empty if the object came or went as a reference
     * @param type the interface
     * @param signature the signature, such as {@code place(Order): Receipt}
     * @param target the place of the called service on other hosts; empty otherwise
     * @param inFlight how many calls have begun and not ended; 0 if there was no room to count all of them
     * @param callBytes the bytes of the messages of its calls, whoever has sent them
     * @param answerBytes the bytes of the messages with their answers
     * @param durations the durations of some calls. On the side that calls, from sending to the answer; on the other
     *     side, until the answer was sent
     */
    public record Method(
            boolean served,
            String service,
            String type,
            String signature,
            String target,
            long calls,
            long failures,
            long inFlight,
            long callBytes,
            long answerBytes,
            Waits waits,
            Durations durations) {

        /** Returns the bytes that the endpoint has received for the method. */
        public long bytesIn() {
            return served ? callBytes : answerBytes;
        }

        /** Returns the bytes that the endpoint has sent for the method. */
        public long bytesOut() {
            return served ? answerBytes : callBytes;
        }

        /** Returns the name of the method without its parameters. */
        public String name() {
            int end = signature.indexOf('(');
            return end < 0 ? signature : signature.substring(0, end);
        }
    }

    /** Counts waits for frames that were longer than some brief polls, by how they ended. */
    public record Waits(long spun, long yielded, long slept) {

        /** No waits. */
        public static final Waits NONE = new Waits(0, 0, 0);

        /** Returns the sum of both. */
        public Waits plus(Waits others) {
            return new Waits(spun + others.spun, yielded + others.yielded, slept + others.slept);
        }

        /** Returns the waits that have been added since. */
        public Waits since(Waits before) {
            return new Waits(spun - before.spun, yielded - before.yielded, slept - before.slept);
        }
    }

    /**
     * A connection that has not ended.
     *
     * @param number distinguishes the connections of the endpoint
     * @param peerPid the peer's process id from the kernel; 0 or less if the kernel gave none
     * @param initiator whether this endpoint made the connection
     * @param exported how many objects of the endpoint the peer refers to
     * @param imported how many objects of the peer the endpoint refers to
     * @param streams how many streams of the endpoint the peer has not closed
     */
    public record Connection(
            int number,
            int peerPid,
            boolean initiator,
            long openedMs,
            String channel,
            int exported,
            int imported,
            int streams) {}

    /**
     * The calls of one method over one connection that has not ended.
     *
     * @param begun how many calls have begun
     * @param inFlight how many of these have not ended; 0 if there was no room to count all of them
     */
    public record ConnectionCalls(Method method, Connection connection, long begun, long inFlight) {}

    /**
     * The refusals for one reason.
     *
     * @param byServer whether the endpoint has refused to serve; otherwise it has refused to call
     */
    public record Refusals(boolean byServer, String reason, long count, long firstMs, long lastMs) {}

    /**
     * The failures of one method with one class of exception.
     *
     * @param type the class of the exception
     * @param message the message of the first failure, perhaps cut
     * @param stack the stack of the first failure, perhaps cut; frames are separated by {@code " < "}
     */
    public record Failure(
            Method method, long count, long firstMs, long lastMs, String type, String message, String stack) {}

    /** The kind of an event. */
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
        DIED,
        /** A call or a connection was refused. */
        REFUSED
    }

    /**
     * An event.
     *
     * @param number grows by 1 with each event of an endpoint, so that gaps can be seen
     * @param method the method; null if the event concerns none
     * @param refusal the refusal; null if nothing was refused
     * @param failure the failures of the same kind, including this one; null if the call has not failed, or if its kind
     *     is not known
     * @param ns the duration in nanoseconds; 0 if it is not known
     */
    public record Event(
            int number,
            Kind kind,
            long timeMs,
            Method method,
            Refusals refusal,
            Failure failure,
            int peerPid,
            long ns) {}

    /** Returns the present state of the page's process. */
    public ProcessState state(String ownPidNamespace) {
        boolean elsewhere =
                !pidNamespace.isEmpty() && !ownPidNamespace.isEmpty() && !pidNamespace.equals(ownPidNamespace);
        if (!elsewhere) {
            return ProcessState.of(pid, startTicks);
        }
        return StatisticsPage.isHeld(path) ? ProcessState.ELSEWHERE : ProcessState.DEAD;
    }
}
