// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.hosts;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;

/** The calls as unary calls of gRPC, with a blocking stub. The messages are bytes: Protocol Buffers cost nothing here. */
record Unary(Channel channel) implements Desk {

    private static final String SERVICE = "io.nearcall.bench.Desk";
    private static final MethodDescriptor<byte[], byte[]> ADD = method("Add");
    private static final MethodDescriptor<byte[], byte[]> ECHO = method("Echo");

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readNBytes(stream.available());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static MethodDescriptor<byte[], byte[]> method(String name) {
        return MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
                .build();
    }

    /** Returns the server's side. */
    static ServerServiceDefinition of(Desk desk) {
        ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(SERVICE);
        add(service, ADD, request -> {
            ByteBuffer both = ByteBuffer.wrap(request);
            return ByteBuffer.allocate(Integer.BYTES)
                    .putInt(desk.add(both.getInt(), both.getInt()))
                    .array();
        });
        add(service, ECHO, desk::echo);
        return service.build();
    }

    private static void add(
            ServerServiceDefinition.Builder service,
            MethodDescriptor<byte[], byte[]> method,
            UnaryOperator<byte[]> answer) {
        service.addMethod(method, ServerCalls.asyncUnaryCall((request, reply) -> {
            reply.onNext(answer.apply(request));
            reply.onCompleted();
        }));
    }

    @Override
    public int add(int left, int right) {
        byte[] both = ByteBuffer.allocate(2 * Integer.BYTES)
                .putInt(left)
                .putInt(right)
                .array();
        return ByteBuffer.wrap(call(ADD, both)).getInt();
    }

    @Override
    public byte[] echo(byte[] bytes) {
        return call(ECHO, bytes);
    }

    private byte[] call(MethodDescriptor<byte[], byte[]> method, byte[] argument) {
        return ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, argument);
    }
}
