// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.nearcall.bench.trade.Order;
import io.nearcall.bench.trade.Position;
import io.nearcall.bench.trade.RmiTrade;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** A blocking stub, as gRPC's generator would write it. */
record GrpcTrade(Channel channel) implements RmiTrade {

    static final int LENGTH_INDEX = 1;

    private static final byte[] NOTHING = {};

    @Override
    public void ping() {
        call(GrpcMethods.PING, NOTHING);
    }

    @Override
    public int add(int left, int right) {
        byte[] both = ByteBuffer.allocate(2 * Integer.BYTES)
                .putInt(left)
                .putInt(right)
                .array();
        return ByteBuffer.wrap(call(GrpcMethods.ADD, both)).getInt();
    }

    @Override
    public Order place(Order order) {
        return call(GrpcMethods.PLACE, order);
    }

    @Override
    public byte[] echo(byte[] bytes) {
        return call(GrpcMethods.ECHO, bytes);
    }

    @Override
    public String repeat(String text) {
        return call(GrpcMethods.REPEAT, text);
    }

    /** Writes the length into the request, behind the mark in its first byte. */
    @Override
    public byte[] exchange(byte[] request, int replyBytes) {
        ByteBuffer.wrap(request).putInt(LENGTH_INDEX, replyBytes);
        return call(GrpcMethods.EXCHANGE, request);
    }

    /** Not compared. */
    @Override
    public List<Position> list(List<Position> positions) {
        throw new UnsupportedOperationException("list");
    }

    /** Not compared. */
    @Override
    public Map<String, Integer> count(Map<String, Integer> quantities) {
        throw new UnsupportedOperationException("count");
    }

    private <T> T call(MethodDescriptor<T, T> method, T argument) {
        return ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, argument);
    }
}
