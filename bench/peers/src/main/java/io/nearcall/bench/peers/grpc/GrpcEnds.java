// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers.grpc;

import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.ServerCalls;
import io.nearcall.bench.peers.PeerEnds;
import io.nearcall.bench.subject.RmiSubject;
import io.nearcall.bench.subject.Subject;
import io.nearcall.bench.trade.TradeDesk;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * gRPC over a Unix socket, with Netty's epoll transport. Event loops run the methods: no work goes to other threads.
 */
public class GrpcEnds implements PeerEnds {

    private static final int LONGEST_MESSAGE_BYTES = 256 << 20;

    /** Beyond this a message waits until the receiver has read. The default of 64 KiB makes long messages slow. */
    private static final int WINDOW_BYTES = 8 << 20;

    /** Warns at each connection that a Unix socket has no TCP keep-alive. */
    private static final Logger NETTY = Logger.getLogger("io.grpc.netty.shaded.io.netty.bootstrap");

    @Override
    public Class<?> library() {
        return NettyServerBuilder.class;
    }

    @Override
    public AutoCloseable serve(Path directory, TradeDesk desk) throws Exception {
        EventLoopGroup loops = loops();
        Server server = NettyServerBuilder.forAddress(address(directory))
                .channelType(EpollServerDomainSocketChannel.class)
                .bossEventLoopGroup(loops)
                .workerEventLoopGroup(loops)
                .directExecutor()
                .flowControlWindow(WINDOW_BYTES)
                .maxInboundMessageSize(LONGEST_MESSAGE_BYTES)
                .addService(service(desk))
                .build()
                .start();
        return server::shutdownNow;
    }

    @Override
    public Subject connect(String system, Path directory) {
        return new RmiSubject(
                system,
                new GrpcTrade(NettyChannelBuilder.forAddress(address(directory))
                        .channelType(EpollDomainSocketChannel.class)
                        .eventLoopGroup(loops())
                        .directExecutor()
                        .usePlaintext()
                        .flowControlWindow(WINDOW_BYTES)
                        .maxInboundMessageSize(LONGEST_MESSAGE_BYTES)
                        .build()));
    }

    private static ServerServiceDefinition service(TradeDesk desk) {
        ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(GrpcMethods.SERVICE);
        add(service, GrpcMethods.PING, request -> {
            desk.ping();
            return request;
        });
        add(service, GrpcMethods.ADD, request -> {
            ByteBuffer both = ByteBuffer.wrap(request);
            int sum = desk.add(both.getInt(), both.getInt());
            return ByteBuffer.allocate(Integer.BYTES).putInt(sum).array();
        });
        add(service, GrpcMethods.PLACE, desk::place);
        add(service, GrpcMethods.ECHO, desk::echo);
        add(service, GrpcMethods.REPEAT, desk::repeat);
        add(
                service,
                GrpcMethods.EXCHANGE,
                request -> desk.exchange(request, ByteBuffer.wrap(request).getInt(GrpcTrade.LENGTH_INDEX)));
        return service.build();
    }

    private static <T> void add(
            ServerServiceDefinition.Builder service, MethodDescriptor<T, T> method, UnaryOperator<T> answer) {
        service.addMethod(method, ServerCalls.asyncUnaryCall((request, reply) -> {
            reply.onNext(answer.apply(request));
            reply.onCompleted();
        }));
    }

    @SuppressWarnings("deprecation") // What replaces it in Netty 4.2 is not what gRPC's builders are documented with.
    private EventLoopGroup loops() {
        NETTY.setLevel(Level.SEVERE);
        return new EpollEventLoopGroup(loopCount());
    }

    /** Returns the number of threads on each side; 0 for Netty's default. */
    int loopCount() {
        return 1;
    }

    private static DomainSocketAddress address(Path directory) {
        return new DomainSocketAddress(directory.resolve("socket").toFile());
    }
}
