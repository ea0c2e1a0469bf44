// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import java.util.Set;

/**
 * A place in the product's code where a thread of a victim can be stopped. A thread may pass a place many times. It is
 * stopped at one of the first {@link #passages}.
 */
enum Place {
    LISTENING(When.BEFORE, "io.nearcall.ipc.os.UnixSocket", "listen", 1),
    CONNECTING(When.BEFORE, "io.nearcall.ipc.os.UnixSocket", "connect", 1),
    CONNECTED(When.AFTER, "io.nearcall.ipc.os.UnixSocket", "connect", 1),
    ACCEPTING(When.BEFORE, "io.nearcall.ipc.os.UnixSocket", "accept", 1),
    ACCEPTED(When.BEFORE, "io.nearcall.internal.connection.Handshake", "greet", 1),
    AWAITING_HELLO(When.AFTER, "io.nearcall.internal.connection.Handshake", "greet", 1),
    HELLO_SENT("Hello"),
    WELCOME_SENT("Welcome"),
    LANES_SENT("Lanes"),
    LANES_READY_SENT("LanesReady"),
    /* The first object of a kind may be made for a trial. */
    RECORD_WRITTEN(When.AFTER, "io.nearcall.ipc.sysv.SysVRecord", "write", 2, "sysvshm", "sysvmq"),
    SEGMENT_MADE(When.AFTER, "io.nearcall.ipc.segment.Segment", "create", 2, "shm", "sysvshm", "sysvmq"),
    SEGMENT_ATTACHED(When.AFTER, "io.nearcall.ipc.segment.Segment", "attach", 1, "shm", "sysvshm", "sysvmq"),
    OBJECTS_MADE(When.AFTER, "io.nearcall.ipc.sysv.OwnObjects", Place.CONSTRUCTOR, 2, "sysvshm", "sysvmq"),
    FIFOS_MADE(When.AFTER, "io.nearcall.ipc.fifo.FifoLaneBatch", Place.CONSTRUCTOR, 2, "fifo"),
    FIFOS_OPENED(When.AFTER, "io.nearcall.ipc.fifo.FifoLaneBatch", "connect", 1, "fifo"),
    SOCKETS_LISTENING(When.AFTER, "io.nearcall.ipc.socket.SocketLaneBatch", Place.CONSTRUCTOR, 2, "unix", "tcp"),
    SOCKETS_CONNECTED(When.AFTER, "io.nearcall.ipc.socket.SocketLaneBatch", "connect", 1, "unix", "tcp"),
    CLAIMED(When.AFTER, "io.nearcall.internal.lane.MessageWriter", "claim", 30),
    PARTLY_WRITTEN(When.AFTER, "io.nearcall.internal.codec.FrameOutput", "writeString", 8),
    FRAGMENT_SENT(When.AFTER, "io.nearcall.internal.lane.MessageWriter", "flush", 30),
    RING_COMMITTED(When.AFTER, "io.nearcall.ipc.ring.RingProducer", "commit", 30, "shm", "sysvshm"),
    QUEUE_COMMITTED(When.AFTER, "io.nearcall.ipc.sysv.QueueSender", "commit", 30, "sysvmq"),
    STREAM_COMMITTED(When.AFTER, "io.nearcall.ipc.stream.FrameWriter", "commit", 30, "fifo", "unix", "tcp"),
    WORDS_TAKEN(When.AFTER, "io.nearcall.ipc.lane.WordsChannel", "publishTaken", 8, "shm", "sysvshm", "sysvmq"),
    STREAM_TAKEN(When.AFTER, "io.nearcall.ipc.stream.StreamChannel", "publishTaken", 8, "fifo", "unix", "tcp"),
    METHOD_BEGUN(When.AFTER, "io.nearcall.chaos.called.CallLog", "begun", 8),
    AWAITING_ANSWER(When.BEFORE, "io.nearcall.internal.lane.OutgoingCall", "sleepForFrame", 1),
    ANSWER_SENT(When.AFTER, "io.nearcall.internal.lane.AnswerWriter", "send", 8),
    ANSWER_SEEN(When.AFTER, "io.nearcall.internal.lane.OutgoingLane", "receiveFrame", 8),
    READING_BEGUN(When.AFTER, "io.nearcall.internal.lane.MessageReader", "begin", 8),
    PARTLY_READ(When.AFTER, "io.nearcall.internal.codec.FrameInput", "readString", 8),
    FRAGMENT_READ(When.AFTER, "io.nearcall.internal.lane.MessageReader", "nextFrame", 30),
    CLOSE_ANNOUNCED(When.AFTER, "io.nearcall.internal.connection.ConnectionClosing", "announceClosing", 1),
    GOODBYE_SENT("Goodbye"),
    CONNECTION_ENDED(When.AFTER, "io.nearcall.internal.connection.ConnectionClosing", "completeEnd", 1),
    SEGMENT_CLOSED(When.AFTER, "io.nearcall.ipc.segment.Segment", "close", 1, "shm", "sysvshm", "sysvmq"),
    OBJECTS_REMOVED(When.AFTER, "io.nearcall.ipc.sysv.OwnObjects", "removeAll", 1, "sysvshm", "sysvmq"),
    FIFOS_CLOSED(When.AFTER, "io.nearcall.ipc.fifo.FifoLaneBatch", "close", 1, "fifo"),
    SOCKETS_CLOSED(When.AFTER, "io.nearcall.ipc.socket.SocketLaneBatch", "close", 1, "unix", "tcp");

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

    private final Set<String> schemes;

    /** @param schemes of the channels over which it is passed; none for all */
    Place(When when, String type, String method, int passages, String... schemes) {
        this.when = when;
        this.type = type;
        this.method = method;
        this.passages = passages;
        this.schemes = Set.of(schemes);
        this.message = "";
    }

    Place(String message) {
        this.when = When.AFTER_MESSAGE;
        this.type = CONTROL_SOCKET;
        this.method = "send";
        this.passages = 1;
        this.schemes = Set.of();
        this.message = message;
    }

    boolean isPassedOver(String scheme) {
        return schemes.isEmpty() || schemes.contains(scheme);
    }
}
