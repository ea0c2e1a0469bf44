// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.call;

import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.internal.context.Carried;
import io.nearcall.internal.context.Metadata;
import io.nearcall.internal.context.SentPairs;

/**
 * What holds for a call beyond its endpoint's default deadline, and travels with the call. Immutable. A plain call has
 * no terms: null takes their place.
 */
public final class CallTerms {

    private final long timeoutNs;
    private final long deadlineNs;
    private final boolean travels;
    private final Metadata metadata;
    private final String origin;

    /**
     * The terms of one call, or of all calls of a method.
     *
     * @param timeoutNs how long the call may take
     * @param deadlineNs until when, if the clock runs already; otherwise {@link Deadlines#NOT_RUNNING}
     * @param travels whether the other side is told how much is left
     * @param origin where the time limit comes from, for messages; empty if it is the method's own
     */
    private CallTerms(long timeoutNs, long deadlineNs, boolean travels, Metadata metadata, String origin) {
        this.timeoutNs = timeoutNs;
        this.deadlineNs = deadlineNs;
        this.travels = travels;
        this.metadata = metadata;
        this.origin = origin;
    }

    /** For every call of a method with a deadline of its own. */
    static CallTerms ofMethod(long timeoutNs) {
        return new CallTerms(timeoutNs, Deadlines.NOT_RUNNING, true, Metadata.NONE, "");
    }

    /**
     * For a call that is made on a thread that runs a call, or has been given a context. Reads the clock if that call
     * or context has a deadline.
     */
    public static CallTerms of(ClientInterface callee, int method, CallThread thread) {
        if (!callee.carries()) {
            return null;
        }
        Carried attached = thread.attached();
        if (attached != null) {
            return within(callee, method, attached.deadlineNs(), attached.chosen(), attached.metadata());
        }
        CallContext call = thread.call();
        return call == null ? callee.terms(method) : within(callee, method, call.deadlineNs(), false, call.metadata());
    }

    private static CallTerms within(
            ClientInterface callee, int method, long limitNs, boolean chosen, Metadata metadata) {
        CallTerms ofMethod = callee.terms(method);
        if (limitNs == Carried.NO_DEADLINE) {
            return metadata == Metadata.NONE ? ofMethod : withMetadata(ofMethod, metadata, callee.timeoutNs(method));
        }
        long nowNs = System.nanoTime();
        long leftNs = Math.max(0, limitNs - nowNs);
        long ownNs = callee.timeoutNs(method);
        boolean onlyDefault = chosen && !callee.hasDeadline(method); // and a Context says something else
        if (ownNs < leftNs && !onlyDefault) {
            return new CallTerms(ownNs, nowNs + ownNs, true, metadata, "");
        }
        String origin = chosen ? "of the Context that it is made in" : "of the call within which it is made";
        return new CallTerms(leftNs, limitNs, true, metadata, origin);
    }

    /** The same terms with other metadata; null if nothing is left that would travel. */
    public static CallTerms withMetadata(CallTerms terms, Metadata metadata, long defaultTimeoutNs) {
        if (terms == null) {
            return metadata == Metadata.NONE ? null : onlyWith(metadata, defaultTimeoutNs);
        }
        return new CallTerms(terms.timeoutNs, terms.deadlineNs, terms.travels, metadata, terms.origin);
    }

    /** Within one trace all calls carry the same pairs, and most of them have the same default. */
    private static CallTerms onlyWith(Metadata metadata, long defaultTimeoutNs) {
        if (metadata.terms() instanceof CallTerms known && known.timeoutNs == defaultTimeoutNs) {
            return known;
        }
        CallTerms terms = new CallTerms(defaultTimeoutNs, Deadlines.NOT_RUNNING, false, metadata, "");
        metadata.keepTerms(terms);
        return terms;
    }

    /** Whether the call's time is over before the call has begun. */
    public boolean isOver() {
        return timeoutNs == 0;
    }

    public long timeoutNs() {
        return timeoutNs;
    }

    public long deadlineNs() {
        return deadlineNs;
    }

    public Metadata metadata() {
        return metadata;
    }

    /** Where the time limit comes from; empty if it is the method's own. */
    public String origin() {
        return origin;
    }

    /** Whether a call that nobody answers has anything to take along. */
    public boolean hasMetadata() {
        return metadata != Metadata.NONE;
    }

    /**
     * Writes what travels behind the header of a call. Reads the clock only if it has been read before.
     *
     * @param answered whether somebody waits for the call
     * @param sent what was sent before over the same lane
     */
    public void write(Output output, boolean answered, long runningDeadlineNs, SentPairs sent) {
        long remainingNs = 0;
        if (answered && travels) {
            remainingNs = runningDeadlineNs == Deadlines.NOT_RUNNING
                    ? timeoutNs
                    : Math.max(1, runningDeadlineNs - System.nanoTime());
        }
        sent.write(output, remainingNs, metadata);
    }
}
