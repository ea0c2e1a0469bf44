// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import com.esotericsoftware.kryo.kryo5.KryoException;
import io.nearcall.ConnectionLostException;
import io.nearcall.EncodingException;
import io.nearcall.NearcallException;
import io.nearcall.NoSuchRemoteException;
import io.nearcall.Outcome;
import io.nearcall.OverloadedException;
import io.nearcall.internal.call.Callee;
import io.nearcall.internal.call.RmiFailures;
import io.nearcall.internal.codec.FrameInput;
import io.nearcall.internal.codec.MalformedMessage;
import io.nearcall.internal.wire.FailureCode;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.host.Host;
import java.util.Locale;

/** Turns an answer that is not a result into the exception that the caller gets. */
public final class Answers {

    private Answers() {}

    /**
     * Reads the rest of the answer.
     *
     * @throws MalformedMessage if it is neither an exception nor a failure
     */
    public static Throwable read(int type, FrameInput input, LaneConnection link, Callee callee, int method) {
        return switch (type) {
            case FrameFormat.EXCEPTION -> thrown(input, link, callee, method);
            case FrameFormat.FAILURE -> failure(input, link, callee, method);
            default -> throw new MalformedMessage("an answer of type " + type);
        };
    }

    /** Returns what the method itself has thrown. */
    private static Throwable thrown(FrameInput input, LaneConnection link, Callee callee, int method) {
        Throwable thrown = link.throwables(callee.type().type()).read(input, seam(link));
        return callee.type().method(method).isFailureTranslated() ? RmiFailures.ofMethod(thrown) : thrown;
    }

    /**
     * Returns the exception for an answer that the other side gave up half-way; null if it did not, or does not say
     * why.
     */
    public static Throwable ofAborted(MessageReader reader, LaneConnection link, Callee callee, int method) {
        FrameInput reason = reader.reasonOfAbort();
        try {
            return reason == null ? null : failure(reason, link, callee, method);
        } catch (KryoException e) {
            return null;
        }
    }

    /** The line of the stack trace between the frames of the two processes. */
    private static String seam(LaneConnection link) {
        return "process " + link.peerPid() + " called by process "
                + Host.current().pid();
    }

    private static long limit(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new MalformedMessage("a limit of \"" + text + "\"");
        }
    }

    private static NearcallException failure(FrameInput input, LaneConnection link, Callee callee, int method) {
        int number = input.readInt();
        FailureCode code = FailureCode.of(number);
        String first = input.readString();
        String second = input.readString();
        if (code == null) {
            throw new MalformedMessage("failure code " + number);
        }
        Outcome outcome = code.mayHaveRun() ? Outcome.MAY_HAVE_RUN : Outcome.NOT_STARTED;
        String name = callee.methodName(method);
        String what = (code.mayHaveRun() ? "The result of " : "The arguments of ") + name;
        return switch (code) {
            case NO_SUCH_OBJECT ->
                NoSuchRemoteException.object(callee.serviceName(), link.peerPid(), name, callee.adviceIfMissing());
            case NO_SUCH_METHOD ->
                NoSuchRemoteException.method(
                        callee.serviceName(),
                        link.peerPid(),
                        callee.type().type().getName(),
                        name,
                        "");
            case CLOSING -> {
                callee.closing(link);
                yield ConnectionLostException.closing(callee.serviceName(), link.peerPid());
            }
            case OVERLOADED ->
                second.isEmpty()
                        ? new OverloadedException(outcome, name, link.peerPid(), first)
                        : new OverloadedException(
                                outcome, first + " of process " + link.peerPid(), (int) limit(second), 0);
            case ABORTED, ARGUMENTS_UNREADABLE ->
                EncodingException.unencodable(outcome, what + " cannot be read on the other side", first);
            case RESULT_UNWRITABLE ->
                EncodingException.unencodable(outcome, what + " cannot be written on the other side", first);
            case ARGUMENT_CLASS_NOT_ALLOWED, RESULT_CLASS_NOT_ALLOWED ->
                EncodingException.notAllowed(
                        outcome,
                        first,
                        "in " + what.substring(0, 1).toLowerCase(Locale.ROOT) + what.substring(1),
                        second,
                        null);
            case ARGUMENT_CLASS_DIFFERS, RESULT_CLASS_DIFFERS ->
                EncodingException.incompatible(
                        outcome, first, "", "as process " + link.peerPid() + " sees it, " + second, null);
            case ARGUMENTS_TOO_LARGE, RESULT_TOO_LARGE -> EncodingException.tooLarge(outcome, what, limit(first), null);
        };
    }
}
