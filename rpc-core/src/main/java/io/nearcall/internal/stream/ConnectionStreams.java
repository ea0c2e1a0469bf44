// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stream;

import io.nearcall.codegen.Stub;
import io.nearcall.internal.codec.MalformedMessage;
import io.nearcall.internal.stub.ReferenceHolder;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.stream.BaseStream;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Turns streams into what stands for them in the messages of one connection, and back. Any thread. */
public final class ConnectionStreams {

    /** The package of the interfaces that stand for streams: they carry what the application's own interfaces do. */
    public static final String PACKAGE = "io.nearcall.internal.stream";

    private final Executor sources;
    private final Executor signals;
    private final Executor closings;
    private final Executor sourceClosings;
    private final Function<Runnable, Runnable> onEnd;

    /**
     * Takes what streams need from their connection.
     *
     * @param sources runs the application's iterators, streams and publishers
     * @param signals runs the application's subscribers
     * @param closings runs the closing of streams, on a few threads, because a peer may have many streams closed at
     *     once
     * @param sourceClosings runs the application's part of the closing
     * @param onEnd takes a task to run when the connection has ended; returns a task that takes it back
     */
    public ConnectionStreams(
            Executor sources,
            Executor signals,
            Executor closings,
            Executor sourceClosings,
            Function<Runnable, Runnable> onEnd) {
        this.sources = sources;
        this.signals = signals;
        this.closings = closings;
        this.sourceClosings = sourceClosings;
        this.onEnd = onEnd;
    }

    /** The remote interface that stands for a stream that is declared as {@code type}. */
    public static Class<?> standIn(Class<?> type) {
        return type == Flow.Publisher.class ? PublisherSource.class : StreamSource.class;
    }

    /** What stands for a stream of this side. {@link #forgotten} must follow when nobody refers to it. */
    public Object serve(Object stream) {
        if (stream instanceof Flow.Publisher<?> publisher) {
            return new ServedPublisher(publisher, sources, sourceClosings, onEnd);
        }
        PulledStream served = new PulledStream(stream, sources, sourceClosings);
        served.closeAtEnd(onEnd);
        return served;
    }

    /**
     * The peer no longer refers to an object, which need not be a stream. Returns at once. {@code done} runs when the
     * application has nothing more to do for the object.
     */
    public void forgotten(Object served, Runnable done) {
        if (served instanceof ServedStream stream) {
            closings.execute(() -> stream.close(done)); // it answers the call that waits, and tells the application
        } else {
            done.run();
        }
    }

    /** Whether an object of this side gives its elements to the peer: a stream, an iterator, or one subscription. */
    public static boolean isStream(Object target) {
        return target instanceof ServedStream;
    }

    /** A stream of that declared type whose elements come from what stands for it. */
    public Object open(Object standIn, Class<?> type) {
        if (!(Stub.targetOf(standIn) instanceof ReferenceHolder reference)
                || !standIn(type).isInstance(standIn)) {
            throw new MalformedMessage("Something else in place of a stream");
        }
        if (standIn instanceof PublisherSource publisher) {
            return new RemotePublisher<>(publisher, reference.link().peerPid(), signals);
        }
        RemoteIterator<Object> elements = new RemoteIterator<>((StreamSource) standIn, reference);
        return type == Iterator.class ? elements : stream(elements, type);
    }

    private static BaseStream<?, ?> stream(RemoteIterator<Object> elements, Class<?> type) {
        Stream<Object> stream = StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(elements, Spliterator.ORDERED), false)
                .onClose(elements::close);
        if (type == IntStream.class) {
            return stream.mapToInt(Integer.class::cast);
        } else if (type == LongStream.class) {
            return stream.mapToLong(Long.class::cast);
        } else if (type == DoubleStream.class) {
            return stream.mapToDouble(Double.class::cast);
        }
        return stream;
    }
}
