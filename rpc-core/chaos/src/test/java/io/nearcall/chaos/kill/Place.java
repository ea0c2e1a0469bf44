// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

/**
 * A place in the product's code where a thread of a victim can be stopped. Some are passed again and again: then the
 * thread is stopped at one of the first {@link #passages}.
 */
enum Place {
    LISTENING(When.BEFORE, "io.nearcall.ipc.os.UnixSocket", "listen", 1),
    CONNECTING(When.BEFORE, "io.nearcall.ipc.os.UnixSocket", "connect", 1),
    CONNECTED(When.AFTER, "io.nearcall.ipc.os.UnixSocket", "connect", 1),
    ACCEPTING(When.BEFORE, "io.nearcall.ipc.os.UnixSocket", "accept", 1),
    ACCEPTED(When.BEFORE, "io.nearcall.internal.connection.Arrival", "greet", 1),
    AWAITING_HELLO(When.AFTER, "io.nearcall.internal.connection.Arrival", "greet", 1),
    HELLO_SENT("Hello"),
    WELCOME_SENT("Welcome"),
    LANES_SENT("Lanes"),
    LANES_READY_SENT("LanesReady"),
    SEGMENT_MADE(When.AFTER, "io.nearcall.ipc.segment.Segment", "create", 2), // the first one may be a trial
    SEGMENT_ATTACHED(When.AFTER, "io.nearcall.ipc.segment.Segment", "attach", 1),
    FIFOS_MADE(When.AFTER, "io.nearcall.ipc.fifo.FifoLaneBatch", Place.CONSTRUCTOR, 2), // the first one may be a trial
    FIFOS_OPENED(When.AFTER, "io.nearcall.ipc.fifo.FifoLaneBatch", "connect", 1),
    CLAIMED(When.AFTER, "io.nearcall.internal.lane.MessageWriter", "claim", 30),
    PARTLY_WRITTEN(When.AFTER, "io.nearcall.internal.codec.FrameOutput", "writeString", 8),
    FRAGMENT_SENT(When.AFTER, "io.nearcall.internal.lane.MessageWriter", "flush", 30),
    RING_COMMITTED(When.AFTER, "io.nearcall.ipc.ring.RingProducer", "commit", 30),
    PIPE_COMMITTED(When.AFTER, "io.nearcall.ipc.stream.FrameWriter", "commit", 30),
    RING_TAKEN(When.AFTER, "io.nearcall.ipc.lane.WordsChannel", "publishTaken", 8),
    PIPE_TAKEN(When.AFTER, "io.nearcall.ipc.stream.StreamChannel", "publishTaken", 8),
    METHOD_BEGUN(When.AFTER, "io.nearcall.chaos.called.CallLog", "begun", 8),
    AWAITING_ANSWER(When.BEFORE, "io.nearcall.internal.client.ClientLane", "sleepForFrame", 1),
    ANSWER_SENT(When.AFTER, "io.nearcall.internal.server.AnswerWriter", "send", 8),
    ANSWER_SEEN(When.AFTER, "io.nearcall.internal.client.ClientLane", "receiveFrame", 8),
    READING_BEGUN(When.AFTER, "io.nearcall.internal.lane.MessageReader", "begin", 8),
    PARTLY_READ(When.AFTER, "io.nearcall.internal.codec.FrameInput", "readString", 8),
    FRAGMENT_READ(When.AFTER, "io.nearcall.internal.lane.MessageReader", "nextFrame", 30),
    CLOSE_ANNOUNCED(When.AFTER, "io.nearcall.internal.connection.ConnectionClosing", "announceClosing", 1),
    GOODBYE_SENT("Goodbye"),
    CONNECTION_ENDED(When.AFTER, "io.nearcall.internal.connection.ConnectionClosing", "completeEnd", 1),
    SEGMENT_CLOSED(When.AFTER, "io.nearcall.ipc.segment.Segment", "close", 1),
    FIFOS_CLOSED(When.AFTER, "io.nearcall.ipc.fifo.FifoLaneBatch", "close", 1);

    static final String CONSTRUCTOR = "<init>";
    private static final String CONTROL_SOCKET = "io.nearcall.internal.wire.ControlSocket";

    /** On which side of the method the thread is stopped. */
    enum When {
        BEFORE,
        AFTER,
        /** After it, if its first argument is of the class that is called {@link Place#message}. */
        AFTER_MESSAGE
    }

    final When when;
    final String type;
    final String method;
    final int passages;
    final String message;

    Place(When when, String type, String method, int passages) {
        this(when, type, method, passages, "");
    }

    Place(String message) {
        this(When.AFTER_MESSAGE, CONTROL_SOCKET, "send", 1, message);
    }

    Place(When when, String type, String method, int passages, String message) {
        this.when = when;
        this.type = type;
        this.method = method;
        this.passages = passages;
        this.message = message;
    }
}
