// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import io.nearcall.ConnectionLostException;
import io.nearcall.EncodingException;
import io.nearcall.NearcallException;
import io.nearcall.NoSuchRemoteException;
import io.nearcall.Outcome;
import io.nearcall.codegen.AsyncCall;
import io.nearcall.codegen.ClientCall;
import io.nearcall.codegen.OneWayCall;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.codegen.SyncCall;
import io.nearcall.internal.call.CallContext;
import io.nearcall.internal.call.CallTerms;
import io.nearcall.internal.call.CallThread;
import io.nearcall.internal.call.Callee;
import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.call.CurrentCall;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.call.RmiFailures;
import io.nearcall.internal.context.Metadata;
import io.nearcall.internal.hooks.Hooks;
import io.nearcall.internal.hooks.OutgoingObservation;
import io.nearcall.internal.lane.CallFailures;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.OutgoingLane;
import io.nearcall.internal.pipeline.Pipeline;
import io.nearcall.ipc.wait.VirtualThreads;
import java.util.function.Function;

/** What a stub calls: an object of another process, seen through one interface. */
public abstract class Binding extends Callee implements RemoteTarget {

    private final Hooks hooks;
    private final CallTerms[] plainTerms; // of calls that are made without a context
    private volatile Route route;

    /** @param route may be null: then the first call looks for one */
    Binding(ClientInterface callee, Route route) {
        super(callee);
        this.hooks = callee.hooks();
        this.plainTerms = callee.terms();
        this.route = route;
    }

    @Override
    public SyncCall begin(int method) {
        CallThread thread = CurrentCall.thread();
        CallTerms terms = thread == null ? plainTerms[method] : CallTerms.of(type, method, thread);
        try {
            if (hooks == null) {
                return begin(method, thread, terms);
            }
            Metadata passed = hooks.passedOn(metadata(terms));
            return passed != null
                    ? begin(method, thread, with(passed, terms, method))
                    : observed(
                            method,
                            terms,
                            seen -> seen.watch(begin(method, thread, with(seen.carried(), terms, method))));
        } catch (ConnectionLostException e) {
            return begunAgain(method, e);
        }
    }

    /** The connection has ended before there was a call that the stub could make again. */
    private SyncCall begunAgain(int method, NearcallException failure) {
        if (!type.method(method).isRepeatable()) {
            throw failure;
        }
        try {
            return again(method, failure, Deadlines.NOT_RUNNING, null).call;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e); // beginning a call runs no method
        }
    }

    private SyncCall begin(int method, CallThread thread, CallTerms terms) {
        if (terms == null) {
            return begin(method, thread, Deadlines.NOT_RUNNING, null);
        }
        requireTime(method, terms);
        return begin(method, thread, terms.deadlineNs(), terms);
    }

    /** @param knownDeadlineNs does not run until there is something to wait for */
    private SyncCall begin(int method, CallThread thread, long knownDeadlineNs, CallTerms terms) {
        long deadlineNs = knownDeadlineNs;
        Route current = route;
        if (current == null || current.link.isClosed()) {
            deadlineNs = Deadlines.running(deadlineNs, timeoutNs(method, terms));
            current = bindAgain(method, deadlineNs);
        }
        int remoteMethod = current.remoteMethods[method];
        if (remoteMethod < 0) {
            throw unusable(current, method);
        }
        // Within a method that runs for that peer, the call goes to the thread that waits for the method.
        OutgoingLane waiting = thread == null ? null : laneOfWaiting(thread.call(), current.link);
        boolean virtual = waiting == null && VirtualThreads.isCurrentVirtual(); // a constant before JDK 21
        Pipeline async = current.async;
        if (async.isUsed() && !virtual && (waiting == null || hasPosted()) && async.hasOwnCalls()) {
            deadlineNs = Deadlines.running(deadlineNs, timeoutNs(method, terms));
            async.awaitOwnCalls(this, method, deadlineNs, terms);
            if (current.link.isClosed()) {
                return begin(method, thread, deadlineNs, terms);
            }
        }
        if (virtual) {
            deadlineNs = Deadlines.running(deadlineNs, timeoutNs(method, terms));
            return async.beginParked(this, current.objectId, method, remoteMethod, deadlineNs, terms);
        }
        OutgoingLane lane =
                waiting == null ? current.lanes.tryBorrow(deadlineNs) : waiting.nested(this, method, terms, deadlineNs);
        if (lane == null) {
            lane = current.lanes.borrow(timeoutNs(method, terms), deadlineNs);
        }
        try {
            lane.begin(this, current.objectId, method, remoteMethod, terms);
        } catch (Throwable e) {
            if (lane.fail(e) instanceof RuntimeException failure) { // the stub does not have the call yet
                throw failure;
            }
            throw e;
        }
        return lane;
    }

    static OutgoingLane laneOfWaiting(CallContext running, LaneConnection link) {
        return running != null && running.connection() == link && running.nestedCaller() instanceof OutgoingLane lane
                ? lane
                : null;
    }

    /** As {@link #begin(int)}, for a call whose deadline may run already. */
    final SyncCall begin(int method, long knownDeadlineNs) {
        CallThread thread = CurrentCall.thread();
        CallTerms terms = currentTerms(method);
        if (terms != null) {
            requireTime(method, terms);
        }
        long deadlineNs =
                terms == null || knownDeadlineNs != Deadlines.NOT_RUNNING ? knownDeadlineNs : terms.deadlineNs();
        if (hooks == null) {
            return begin(method, thread, deadlineNs, terms);
        }
        Metadata passed = hooks.passedOn(metadata(terms));
        return passed != null
                ? begin(method, thread, deadlineNs, with(passed, terms, method))
                : observed(
                        method,
                        terms,
                        seen -> seen.watch(begin(method, thread, deadlineNs, with(seen.carried(), terms, method))));
    }

    @Override
    public AsyncCall beginAsync(int method) {
        return beginShared(method, true);
    }

    @Override
    public OneWayCall beginOneWay(int method) {
        return beginShared(method, false);
    }

    private AsyncCall beginShared(int method, boolean answered) {
        CallTerms terms = currentTerms(method);
        if (hooks == null) {
            return beginShared(method, answered, terms);
        }
        Metadata passed = hooks.passedOn(metadata(terms));
        return passed != null
                ? beginShared(method, answered, with(passed, terms, method))
                : observed(
                        method,
                        terms,
                        seen -> seen.watch(beginShared(method, answered, with(seen.carried(), terms, method))));
    }

    private AsyncCall beginShared(int method, boolean answered, CallTerms terms) {
        long deadlineNs = deadlineNs(method, answered, terms);
        Route current = route;
        if (current == null || current.link.isClosed()) {
            deadlineNs = Deadlines.running(deadlineNs, timeoutNs(method, terms));
            current = bindAgain(method, deadlineNs);
        }
        int remoteMethod = current.remoteMethods[method];
        if (remoteMethod < 0) {
            throw unusable(current, method);
        }
        posted();
        return current.async.begin(this, current.objectId, method, remoteMethod, answered, deadlineNs, terms);
    }

    /** The deadline of a call. Without an answer, it does not run until there is something to wait for. */
    private long deadlineNs(int method, boolean answered, CallTerms terms) {
        if (terms != null) {
            requireTime(method, terms);
            return Deadlines.running(terms.deadlineNs(), terms.timeoutNs());
        }
        return answered ? Deadlines.after(type.timeoutNs(method)) : Deadlines.NOT_RUNNING;
    }

    /** What holds for a call that this thread makes now; null if the call is a plain one. */
    final CallTerms currentTerms(int method) {
        CallThread thread = CurrentCall.thread();
        return thread == null ? plainTerms[method] : CallTerms.of(type, method, thread);
    }

    private void requireTime(int method, CallTerms terms) {
        if (terms.isOver()) {
            throw CallFailures.tooLate(this, method, terms);
        }
    }

    private static Metadata metadata(CallTerms terms) {
        return terms == null ? Metadata.NONE : terms.metadata();
    }

    /** Adds what observers send along, whether or not one of them sees the call. */
    private CallTerms with(Metadata passed, CallTerms terms, int method) {
        return passed == metadata(terms) ? terms : CallTerms.withMetadata(terms, passed, type.timeoutNs(method));
    }

    private String channel() {
        Route known = route;
        return known == null ? "" : known.link.channel();
    }

    /** Begins a call of which observers are told first. They may refuse it, or send something along. */
    private <C extends ClientCall> C observed(int method, CallTerms terms, Function<OutgoingObservation, C> beginning) {
        OutgoingObservation seen = new OutgoingObservation(
                hooks,
                type.type(),
                type.method(method).method(),
                serviceName(),
                type.target(),
                peerPid(),
                channel(),
                metadata(terms));
        return hooks.calling(seen, beginning);
    }

    @Override
    public Throwable translate(Throwable failure, int method) {
        return RmiFailures.ofCall(failure, type.method(method));
    }

    /** Finds a route over a live connection within the time left, or throws an exception that says why not. */
    abstract Route bindAgain(int method, long deadlineNs);

    /** The route that was found last, or null. */
    final Route route() {
        return route;
    }

    final void setRoute(Route found) {
        route = found;
    }

    private NearcallException unusable(Route current, int method) {
        if (current.remoteMethods[method] == Route.LAID_OUT_DIFFERENTLY) {
            return EncodingException.incompatible(
                    Outcome.NOT_SENT,
                    type.type().getName(),
                    type.method(method).signature(),
                    "a parameter or the result is passed by reference on one side and by value on the other, or as a"
                            + " stream on one side only",
                    null);
        }
        return NoSuchRemoteException.method(
                serviceName(),
                current.link.peerPid(),
                type.type().getName(),
                type.method(method).signature(),
                current.remoteMethods[method] == Route.OTHER_TYPES
                        ? "its methods of that name have other parameters or another result"
                        : "");
    }

    /** Whether the object has been called, through any stub, without waiting for the end. */
    abstract boolean hasPosted();

    /** The object is called in that way now. */
    abstract void posted();

    /** The connection over which the object was called last. */
    public abstract LaneConnection link();
}
