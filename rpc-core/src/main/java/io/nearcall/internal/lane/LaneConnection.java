// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.internal.call.Peer;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.Patience;
import io.nearcall.internal.codec.ThrowableCodec;
import io.nearcall.internal.recording.ConnectionRecording;
import io.nearcall.internal.recording.RecordedCall;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.reference.ReceivedReference;
import io.nearcall.internal.statistics.ConnectionStatistics;
import io.nearcall.internal.statistics.CountedObject;
import io.nearcall.internal.wire.FailureCode;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import java.util.concurrent.Executor;

/** What the lanes, and the stubs that call over them, need of the connection that they belong to. Any thread. */
public interface LaneConnection extends Peer {

    /** Until it is tried again to have a thread. */
    long NO_THREAD_PAUSE_NS = 100_000_000;

    /** Lanes just made, and the number of the first; the others follow it. */
    record NewLanes(int firstId, Channel[] channels) {}

    /** Makes more lanes together with the peer, within {@code timeoutNs}. */
    NewLanes openLanes(int count, ChannelMode mode, long timeoutNs);

    /** Has all draining lanes looked at from time to time until none is left. */
    void drainLater();

    /** A codec that speaks this connection's class ids. */
    default LaneCodec newCodec() {
        return newCodec(Patience.UNHURRIED);
    }

    /** A codec for who writes calls, and waits for nothing longer than the call may take. */
    LaneCodec newCodec(Patience patience);

    /** Writes and reads what methods of that interface throw. */
    ThrowableCodec throwables(Class<?> type);

    /** Counts the references in messages. */
    ReferenceCounts references();

    /** Longest message that may be sent, in bytes. */
    long maxMessageBytes();

    /** So many calls of a shared lane that wait for an answer may be in progress, and as many one-way ones. */
    int maxCalls();

    /** What runs the methods that the peer calls, or null: then the lanes' threads do. */
    Executor executor();

    /** Runs something soon on another thread. */
    void execute(Runnable task);

    /**
     * Runs something soon on another thread, and later if none can be had now. Not on this one, which may be the monitor's,
     * unless the endpoint is closed. Never, if it is closed while none can be had.
     */
    default void executeElsewhere(Runnable task) {
        try {
            execute(task);
        } catch (OutOfMemoryError e) {
            schedule(NO_THREAD_PAUSE_NS, () -> executeElsewhere(task));
        }
    }

    /** Runs something short after the delay, on the monitor's thread; never, if the endpoint is closed before. */
    void schedule(long delayNs, Runnable task);

    /** The service of that id, or null. */
    ExportedObject object(int id);

    /**
     * The object of that id which the peer refers to, through one of its interfaces; null if there is none.
     *
     * @param answered whether the call is answered; if it is not, it is counted
     */
    ExportedObject reference(int id, int facet, boolean answered);

    /**
     * The object of a reference through one more of its interfaces; null if it does not have it. Asks the peer.
     *
     * @throws NearcallException as a call
     */
    Object view(ReceivedReference reference, Class<?> type);

    /** As above, the object of a service, which becomes a reference. */
    Object view(int serviceObjectId, Class<?> type);

    /**
     * Tells the peer that nobody waits for a call any more. Never throws: the caller has given up in any case.
     *
     * @return false if it cannot be told now; it may be later
     */
    boolean cancel(int laneId, long callId);

    /**
     * A call that nobody waits for has come to nothing: whoever runs this side is told.
     *
     * @param cause may be null
     */
    void unanswered(String what, Throwable cause);

    /** As above, of a method of that object; null if there is none. Nobody is told what the caller knows. */
    default void unanswered(ExportedObject callee, int method, Throwable thrown) {
        boolean callerKnows = thrown instanceof NotStarted || thrown instanceof MessageAborted;
        if (!callerKnows && callee != null) {
            String name = callee.type().type().getSimpleName()
                    + '.'
                    + callee.type().method(method).name();
            unanswered("The one-way call " + name + " has failed", thrown);
        }
    }

    /** What shows its calls in flight recordings. Null if no recording has been seen, and then no class of JFR is needed. */
    ConnectionRecording recording();

    /** As above, for whoever has slept or failed anyway: looks first whether there is a recording, once in a second. */
    ConnectionRecording recordingAt(long nowNs);

    /** A call begins that a recording may show; null if there is none. */
    default RecordedCall beginRecorded() {
        ConnectionRecording recording = recording();
        return recording == null ? null : recording.begin();
    }

    /** A one-way call of the peer is not run. */
    default void notRun(FailureTexts why) {
        statistics().refused(true, why.code().name());
        if (why.code() != FailureCode.CLOSING) { // of which the caller knows
            unanswered("A one-way call was not run: " + why.code(), null);
        }
    }

    /** The peer has been told that its call is not run. */
    default void refused(FailureCode code) {
        if (!code.mayHaveRun()) {
            statistics().refused(true, code.name());
        }
    }

    /** Shows a call that has failed. @param unlessRun how it has ended; null if the method threw */
    default void recordFailure(
            CountedObject called, int method, int laneId, long callId, Throwable thrown, Outcome unlessRun) {
        try {
            ConnectionRecording recording = recordingAt(System.nanoTime());
            if (recording != null) {
                recording.fail(called, method, laneId, callId, thrown, unlessRun);
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            // it is answered or thrown all the same, and is not shown
        }
    }

    /** A call has been waited for long, and may wait for itself. */
    void waitsLong();

    /** What its lanes count. */
    ConnectionStatistics statistics();

    /** The peer's process, for messages. */
    int peerPid();

    /** The services that are called over the connection, for messages. */
    String serviceName();

    /** Whether no call is to be started any more. */
    boolean isClosing();

    /** Whether the connection has ended. */
    boolean isClosed();

    /** Ends the connection because the peer broke the protocol. */
    void protocolBroken(String fault);

    /** As above; returns what the caller shall throw. */
    NearcallException broken(String fault);

    /**
     * Why a call on a connection that has ended did not get its answer.
     *
     * @param incomplete whether the call had not been sent as a whole
     */
    NearcallException lost(long callId, Channel channel, boolean incomplete);
}
