// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import com.esotericsoftware.kryo.kryo5.KryoException;
import io.nearcall.CallInterruptedException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.EncodingException;
import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.OverloadedException;
import io.nearcall.TransportException;
import io.nearcall.internal.call.CallTerms;
import io.nearcall.internal.call.Callee;
import io.nearcall.internal.codec.ClassNotAllowed;
import io.nearcall.internal.codec.FrameTooLarge;
import io.nearcall.internal.codec.IncompatibleClass;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.os.OsException;

/** Makes the exceptions of calls that fail on the caller's side. */
public final class CallFailures {

    private CallFailures() {}

    /** What the caller can conclude from how far the call had come. */
    private static Outcome outcome(OutgoingPhase phase) {
        // A call that is partly sent is aborted, and its method runs only when all arguments are there.
        return phase == OutgoingPhase.WRITING ? Outcome.NOT_SENT : Outcome.MAY_HAVE_RUN;
    }

    /** @param terms of the call; null if it is a plain one */
    public static DeadlineExceededException deadlineExceeded(
            Callee callee, int method, CallTerms terms, LaneConnection link, OutgoingPhase phase) {
        String origin = terms == null ? "" : terms.origin();
        return new DeadlineExceededException(
                outcome(phase),
                callee.methodName(method),
                callee.serviceName(),
                link.peerPid(),
                callee.timeoutNs(method, terms),
                phase == OutgoingPhase.WRITING
                        ? "the other side does not read the arguments"
                        : origin.isEmpty() ? "" : "that was left of the time " + origin);
    }

    /** The time of the call was over before it was made. */
    public static DeadlineExceededException tooLate(Callee callee, int method, CallTerms terms) {
        return new DeadlineExceededException(
                callee.methodName(method), callee.serviceName(), callee.peerPid(), terms.origin());
    }

    /**
     * The time of the call was over before it could be sent.
     *
     * @param cause what the call had to wait for, as the end of a sentence
     */
    public static DeadlineExceededException notSentInTime(
            Callee callee, int method, CallTerms terms, LaneConnection link, String cause) {
        return new DeadlineExceededException(
                Outcome.NOT_SENT,
                callee.methodName(method),
                callee.serviceName(),
                link.peerPid(),
                callee.timeoutNs(method, terms),
                cause);
    }

    /** An earlier call within the same call was given up, and its end could not be awaited. */
    static NearcallException notSettled(
            WaitResult why, Callee callee, int method, CallTerms terms, LaneConnection link) {
        return switch (why) {
            case TIMED_OUT, READY ->
                notSentInTime(
                        callee,
                        method,
                        terms,
                        link,
                        "an earlier call within the same call, which was given up, was still running");
            case INTERRUPTED -> interrupted(callee, method, OutgoingPhase.WRITING);
            case CLOSED -> link.lost(Long.MAX_VALUE, null, true);
        };
    }

    /** The wait for the one-way calls or futures of this thread has failed: it is unknown whether they have run. */
    public static NearcallException refusedItsTurn(Callee callee, int method, Throwable cause) {
        return cause instanceof NearcallException failure && failure.outcome().isSafeToRepeat()
                ? failure
                : new TransportException(
                        Outcome.NOT_SENT,
                        "waiting, before " + callee.methodName(method)
                                + ", for the one-way calls or futures of this thread",
                        "",
                        cause);
    }

    public static CallInterruptedException interrupted(Callee callee, int method, OutgoingPhase phase) {
        return new CallInterruptedException(outcome(phase), callee.methodName(method));
    }

    /**
     * Too much is in use already. Counts that.
     *
     * @param what such as "lanes"
     */
    public static OverloadedException overloaded(LaneConnection link, String what, int limit, long waitedNs) {
        link.statistics().overloaded();
        return new OverloadedException(
                Outcome.NOT_SENT,
                what + " to \"" + link.serviceName() + "\" of process " + link.peerPid(),
                limit,
                waitedNs);
    }

    public static CallInterruptedException interruptedWaitingForLane(LaneConnection link) {
        return new CallInterruptedException(Outcome.NOT_SENT, "a free lane to \"" + link.serviceName() + "\"");
    }

    /** Ends the connection if the channel has failed while a call was written or sent. Otherwise returns the cause. */
    public static Throwable ofChannel(Throwable cause, LaneConnection link) {
        for (Throwable t = cause; t != null; t = t.getCause()) {
            if (t instanceof PeerFault || t instanceof OsException) {
                return link.broken(t.getMessage());
            }
        }
        return cause;
    }

    /** Turns exceptions of the codec into exceptions of the API. Others pass. */
    public static Throwable translate(Throwable cause, OutgoingPhase phase, Callee callee, int method) {
        // A cast that fails in the stub is the peer's fault: the answer is not of the class that the stub's method
        // returns.
        boolean misfit = cause instanceof ClassCastException && phase == OutgoingPhase.ANSWERED;
        if (!(cause instanceof KryoException || misfit)) {
            return cause instanceof NearcallException failure ? callee.lost(failure) : cause;
        }
        Outcome outcome = outcome(phase);
        boolean writing = phase == OutgoingPhase.WRITING;
        String what = (writing ? "The arguments of " : "The answer of ") + callee.methodName(method);
        for (Throwable t = cause; t != null; t = t.getCause()) {
            if (t instanceof NearcallException e) {
                return callee.lost(e); // thrown where the codec asked for the next fragment
            }
            if (t instanceof ClassNotAllowed e) {
                return EncodingException.notAllowed(
                        outcome,
                        e.className(),
                        (writing ? "as an argument of " : "in the answer of ") + callee.methodName(method),
                        e.reason(),
                        cause);
            }
            if (t instanceof IncompatibleClass e) {
                return EncodingException.incompatible(outcome, e.className(), e.member(), e.difference(), cause);
            }
            if (t instanceof FrameTooLarge e) {
                return EncodingException.tooLarge(outcome, what, e.limitBytes(), cause);
            }
        }
        return EncodingException.unencodable(outcome, what + " cannot be " + (writing ? "written" : "read"), cause);
    }
}
