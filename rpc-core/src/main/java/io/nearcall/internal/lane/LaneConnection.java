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
import io.nearcall.internal.wire.Limits;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import java.util.concurrent.Executor;

/** What the lanes of a connection, and the stubs that call over them, need from it. Any thread. */
public interface LaneConnection extends Peer {

    /** Pause before the next attempt to get a thread. */
    long NO_THREAD_PAUSE_NS = 100_000_000;

    /** New lanes. The first has the number {@code firstId}, and the others follow it. */
    record NewLanes(int firstId, Channel[] channels) {}

    /** Makes more lanes together with the peer, within {@code timeoutNs}. */
    NewLanes openLanes(int count, ChannelMode mode, long timeoutNs);

    /** Looks at all draining lanes from time to time until none is left. */
    void drainLater();

    /** A codec that speaks this connection's class ids. */
    default LaneCodec newCodec() {
        return newCodec(Patience.UNHURRIED);
    }

    /** A codec for writing calls, which waits for nothing longer than the call may take. */
    LaneCodec newCodec(Patience patience);

    /** Writes and reads what methods of that interface throw. */
    ThrowableCodec throwables(Class<?> type);

    /** Counts the references in messages. */
    ReferenceCounts references();

    /** What may be sent to the peer. */
    Limits limits();

    /** Longest message that may be sent, in bytes. */
    default long maxMessageBytes() {
        return limits().frameBytes();
    }

    /**
     * How many calls of a shared lane that wait for an answer may be in progress; the same number of one-way calls may,
     * too.
     */
    int maxCalls();

    /** What runs the methods that the peer calls; null if the lanes' threads run them. */
    Executor executor();

    /** Runs something soon on another thread. */
    void execute(Runnable task);

    /**
     * Runs something soon on another thread, or later if no thread can be had now. Does not run it on this thread,
     * which may be the monitor's, unless the endpoint is closed. Never runs it if the endpoint is closed while no
     * thread can be had.
     */
    default void executeElsewhere(Runnable task) {
        try {
            execute(task);
        } catch (OutOfMemoryError e) {
            schedule(NO_THREAD_PAUSE_NS, () -> executeElsewhere(task));
        }
    }

    /** Runs something short on the monitor's thread after the delay; never, if the endpoint is closed before that. */
    void schedule(long delayNs, Runnable task);

    /** The service of that id, or null. */
    ExportedObject object(int id);

    /**
     * The object that the peer refers to by that id, through one of its interfaces; null if there is none.
     *
     * @param answered whether the call is answered; if not, the call is counted
     */
    ExportedObject reference(int id, int facet, boolean answered);

    /**
     * The object of a reference, through another of its interfaces; null if it does not have that interface. Asks the
     * peer.
     *
     * @throws NearcallException as a call
     */
    Object view(ReceivedReference reference, Class<?> type);

    /** As above, for the object of a service, which becomes a reference. */
    Object view(int serviceObjectId, Class<?> type);

    /**
     * Tells the peer that nobody waits for a call any more. Never throws: the caller has given up in any case.
     *
     * @return false if the peer cannot be told now; a later attempt may succeed
     */
    boolean cancel(int laneId, long callId);

    /**
     * Tells whoever runs this side that a call for which nobody waits has come to nothing.
     *
     * @param cause may be null
     */
    void unanswered(String what, Throwable cause);

    /** As above, for a method of that object; null if there is none. Reports nothing that the caller knows already. */
    default void unanswered(ExportedObject callee, int method, Throwable thrown) {
        boolean callerKnows = thrown instanceof NotStarted || thrown instanceof MessageAborted;
        if (!callerKnows && callee != null) {
            String name = callee.type().type().getSimpleName()
                    + '.'
                    + callee.type().method(method).name();
            unanswered("The one-way call " + name + " has failed", thrown);
        }
    }

    /** Shows the calls in flight recordings. Null if no recording has been seen; then no class of JFR is needed. */
    ConnectionRecording recording();

    /** As above, for a thread that has slept or failed anyway: looks first, once a second, if there is a recording. */
    ConnectionRecording recordingAt(long nowNs);

    /** Begins a call that a recording may show; returns null if there is no recording. */
    default RecordedCall beginRecorded() {
        ConnectionRecording recording = recording();
        return recording == null ? null : recording.begin();
    }

    /** A one-way call of the peer is not run. */
    default void notRun(FailureTexts why) {
        statistics().refused(true, why.code().name());
        if (why.code() != FailureCode.CLOSING) { // the caller knows of that
            unanswered("A one-way call was not run: " + why.code(), null);
        }
    }

    /** The peer has been told that its call is not run. */
    default void refused(FailureCode code) {
        if (!code.mayHaveRun()) {
            statistics().refused(true, code.name());
        }
    }

    /**
     * Shows a call that has failed.
     *
     * @param unlessRun how the call has ended; null if the method threw
     */
    default void recordFailure(
            CountedObject called, int method, int laneId, long callId, Throwable thrown, Outcome unlessRun) {
        try {
            ConnectionRecording recording = recordingAt(System.nanoTime());
            if (recording != null) {
                recording.fail(called, method, laneId, callId, thrown, unlessRun);
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            // the failure is answered or thrown nevertheless, but not shown
        }
    }

    /** A thread that waits this long for a call or a lane may wait for itself. */
    long LONG_WAIT_NS = 1_000_000_000;

    /** A thread has waited that long. */
    void waitsLong();

    /** What the connection's lanes count. */
    ConnectionStatistics statistics();

    /** The peer's process, for messages. */
    int peerPid();

    /** The services that are called over the connection, for messages. */
    String serviceName();

    /** Whether no further call may start. */
    boolean isClosing();

    /** Whether the connection has ended. */
    boolean isClosed();

    /** Ends the connection because the peer broke the protocol. */
    void protocolBroken(String fault);

    /** As above; returns what the caller must throw. */
    NearcallException broken(String fault);

    /**
     * Why a call on a connection that has ended did not get its answer.
     *
     * @param incomplete whether the call had not been sent as a whole
     */
    NearcallException lost(long callId, Channel channel, boolean incomplete);
}
