// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** The mechanisms of the papers, and Nearcall's calls beside them. */
public enum Mechanism {
    SOCKET_IO("socket, java.io", Family.SOCKET, Way.JAVA_IO, Sockets::offerStreams, Sockets::callStreams),
    SOCKET_NIO("socket, NIO", Family.SOCKET, Way.NIO, Sockets::offerChannels, Sockets::callChannels),
    PIPE_IO("named pipe, java.io", Family.PIPE, Way.JAVA_IO, Pipes::offerFiles, Pipes::callFiles),
    PIPE_NIO("named pipe, NIO", Family.PIPE, Way.NIO, Pipes::offerChannels, Pipes::callChannels),
    QUEUE_IO("message queue, java.io", Family.QUEUE, Way.JAVA_IO, Queues::offerStreams, Queues::callStreams),
    QUEUE_NIO("message queue, NIO", Family.QUEUE, Way.NIO, Queues::offerChannels, Queues::callChannels),
    MEMORY_EXPLICIT(
            "shared memory, explicit semaphores",
            Family.MEMORY,
            Way.JAVA_IO,
            Memories::offerSemaphored,
            Memories::callSemaphored),
    MEMORY_STREAM("shared memory, stream", Family.MEMORY, Way.JAVA_IO, Memories::offerStreams, Memories::callStreams),
    MEMORY_NIO("shared memory, NIO", Family.MEMORY, Way.NIO, Memories::offerChannels, Memories::callChannels),
    UNIX_NIO("Unix socket, NIO", Family.UNIX, Way.NIO, Sockets::offerUnix, Sockets::callUnix),
    SHARED_OBJECT("shared object", null, Way.SHARED_OBJECT, SharedExchange::offer, SharedExchange::call),
    CALL_SHM("call over shm", null, Way.CALL, scratch -> Calls.offer(scratch, "shm"), Calls::call),
    CALL_FIFO("call over fifo", null, Way.CALL, scratch -> Calls.offer(scratch, "fifo"), Calls::call),
    CALL_SYSVSHM("call over sysvshm", null, Way.CALL, scratch -> Calls.offer(scratch, "sysvshm"), Calls::call),
    CALL_SYSVMQ("call over sysvmq", null, Way.CALL, scratch -> Calls.offer(scratch, "sysvmq"), Calls::call),
    CALL_UNIX("call over unix", null, Way.CALL, scratch -> Calls.offer(scratch, "unix"), Calls::call),
    CALL_TCP("call over tcp", null, Way.CALL, scratch -> Calls.offer(scratch, "tcp"), Calls::call),
    CONNECTIONS("TCP, a connection each", null, Way.ONCE, Connections::offer, Connections::call),
    FILES("files", null, Way.ONCE, ExchangedFiles::offer, ExchangedFiles::call);

    /** How bytes are passed on. */
    public enum Way {
        /** By streams. These are baselines, except for sockets and {@link #MEMORY_STREAM}. */
        JAVA_IO,
        /** By channels and direct buffers. */
        NIO,
        /** By fields of an object that both share. */
        SHARED_OBJECT,
        /** By a call of a remote object. */
        CALL,
        /** By something that is made anew for each request. */
        ONCE
    }

    private interface Offering {
        Responder offer(Path scratch) throws Exception;
    }

    private interface Calling {
        Caller call(String address) throws Exception;
    }

    private final String title;
    private final Family family;
    private final Way way;
    private final Offering offering;
    private final Calling calling;

    Mechanism(String title, Family family, Way way, Offering offering, Calling calling) {
        this.title = title;
        this.family = family;
        this.way = way;
        this.offering = offering;
        this.calling = calling;
    }

    /** Returns the mechanisms that fulfil a condition. */
    public static List<Mechanism> where(Predicate<Mechanism> condition) {
        return Arrays.stream(values()).filter(condition).toList();
    }

    /** Returns the name in tables and plots. */
    public String title() {
        return title;
    }

    /** Returns null if the mechanism does not use exactly one part of the operating system. */
    public Family family() {
        return family;
    }

    public Way way() {
        return way;
    }

    /** Returns the loopback socket that is used in the same way. */
    public Mechanism socket() {
        return way == Way.NIO ? SOCKET_NIO : SOCKET_IO;
    }

    /** Called in the server JVM: makes its side, so the client's side can be made. */
    public Responder offer(Path scratch) throws Exception {
        return offering.offer(scratch);
    }

    /** Called in the client JVM: makes its side and connects it. */
    public Caller call(String address) throws Exception {
        return calling.call(address);
    }
}
