// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers.grpc;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.nearcall.bench.subject.KryoRoundTrip;
import io.nearcall.bench.trade.Order;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The methods, and how their values become bytes. */
final class GrpcMethods {

    static final String SERVICE = "io.nearcall.bench.Trade";

    private static final Marshaller<byte[]> BYTES = new Bytes();
    private static final Marshaller<Order> ORDER = new Orders();
    private static final Marshaller<String> TEXT = new Texts();

    static final MethodDescriptor<byte[], byte[]> PING = unary("Ping", BYTES);
    static final MethodDescriptor<byte[], byte[]> ADD = unary("Add", BYTES);
    static final MethodDescriptor<Order, Order> PLACE = unary("Place", ORDER);
    static final MethodDescriptor<byte[], byte[]> ECHO = unary("Echo", BYTES);
    static final MethodDescriptor<String, String> REPEAT = unary("Repeat", TEXT);

    /** The first four bytes of the request give the length of the answer. */
    static final MethodDescriptor<byte[], byte[]> EXCHANGE = unary("Exchange", BYTES);

    private GrpcMethods() {}

    private static <T> MethodDescriptor<T, T> unary(String name, Marshaller<T> marshaller) {
        return MethodDescriptor.newBuilder(marshaller, marshaller)
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
                .build();
    }

    private static final class Bytes implements Marshaller<byte[]> {

        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            return readAll(stream);
        }
    }

    /** UTF-8, as in Protocol Buffers. */
    private static final class Texts implements Marshaller<String> {

        @Override
        public InputStream stream(String value) {
            return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
            return new String(readAll(stream), StandardCharsets.UTF_8);
        }
    }

    private static byte[] readAll(InputStream stream) {
        try {
            return stream.readNBytes(stream.available());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Plain Kryo with a codec for each thread, because both ends marshal on whatever thread gRPC uses. */
    private static final class Orders implements Marshaller<Order> {

        private record Codec(Kryo kryo, Output output, Input input) {}

        private final ThreadLocal<Codec> codecs =
                ThreadLocal.withInitial(() -> new Codec(KryoRoundTrip.plainKryo(), new Output(512, -1), new Input()));

        @Override
        public InputStream stream(Order value) {
            Codec codec = codecs.get();
            codec.output.reset();
            codec.kryo.writeObject(codec.output, value);
            return new ByteArrayInputStream(codec.output.toBytes());
        }

        @Override
        public Order parse(InputStream stream) {
            Codec codec = codecs.get();
            codec.input.setBuffer(readAll(stream));
            return codec.kryo.readObject(codec.input, Order.class);
        }
    }
}
