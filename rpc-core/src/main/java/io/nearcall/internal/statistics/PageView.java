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
        List<ConnectionCalls> callsByConnection,
        List<Failure> failures,
        List<Refusals> refusals,
        List<Event> events) {

    /**
     * A method, and what has been counted of it.
     *
     * @param served whether the endpoint has the object; else it calls it
     * @param service whose root the object is; empty if it came or went as a reference
     * @param type the interface
     * @param signature such as {@code place(Order): Receipt}
     * @param inFlight so many calls have begun and not ended; 0 if there was no room to count all of them
     * @param callBytes of the messages of its calls, whoever has sent them
     * @param answerBytes of the messages with their answers
     * @param durations of some calls: on the side that calls from sending to the answer, on the other until it was sent
     */
    public record Method(
            boolean served,
            String service,
            String type,
            String signature,
            long calls,
            long failures,
            long inFlight,
            long callBytes,
            long answerBytes,
            Waits waits,
            Durations durations) {

        /** What has come to the endpoint for the method. */
        public long bytesIn() {
            return served ? callBytes : answerBytes;
        }

        /** What the endpoint has sent for the method. */
        public long bytesOut() {
            return served ? answerBytes : callBytes;
        }

        /** Its name alone. */
        public String name() {
            int end = signature.indexOf('(');
            return end < 0 ? signature : signature.substring(0, end);
        }
    }

    /** How waits for frames ended that were longer than some brief polls. */
    public record Waits(long spun, long yielded, long slept) {

        /** None. */
        public static final Waits NONE = new Waits(0, 0, 0);

        /** Both. */
        public Waits plus(Waits others) {
            return new Waits(spun + others.spun, yielded + others.yielded, slept + others.slept);
        }

        /** Those that have been added since. */
        public Waits since(Waits before) {
            return new Waits(spun - before.spun, yielded - before.yielded, slept - before.slept);
        }
    }

    /**
     * A connection that has not ended.
     *
     * @param number tells the connections of the endpoint apart
     * @param peerPid as the kernel told this endpoint; 0 or less if it did not
     * @param initiator whether this endpoint made it
     * @param exported objects of the endpoint that the peer refers to
     * @param imported objects of the peer that the endpoint refers to
     * @param streams of the endpoint that the peer has not closed
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
     * @param begun how many have
     * @param inFlight how many of these have not ended; 0 as for the method
     */
    public record ConnectionCalls(Method method, Connection connection, long begun, long inFlight) {}

    /**
     * What was refused for one reason.
     *
     * @param byServer whether the endpoint has refused to serve; else it has refused to call
     */
    public record Refusals(boolean byServer, String reason, long count, long firstMs, long lastMs) {}

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
        DIED,
        /** A call or a connection was refused. */
        REFUSED
    }

    /**
     * Something that has happened.
     *
     * @param number grows by 1 with each event of an endpoint, so the gaps are known
     * @param method null if it is about none
     * @param refusal null if nothing was refused
     * @param failure what the call has failed with, and others before it; null if it has not, or that is not known
     * @param ns how long it took; 0 if that is not known
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

    /** What has become of its process. */
    public ProcessState state(String ownPidNamespace) {
        boolean elsewhere =
                !pidNamespace.isEmpty() && !ownPidNamespace.isEmpty() && !pidNamespace.equals(ownPidNamespace);
        return elsewhere ? ProcessState.ELSEWHERE : ProcessState.of(pid, startTicks);
    }
}
