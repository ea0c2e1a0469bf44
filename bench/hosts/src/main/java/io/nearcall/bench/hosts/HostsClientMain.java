// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.hosts;

import com.google.gson.Gson;
import io.grpc.ManagedChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.nearcall.Endpoint;
import io.nearcall.bench.measure.MeasuringLoop;
import io.nearcall.bench.measure.Samples;
import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.Commands;
import io.nearcall.bench.subject.Calls;
import io.nearcall.grpc.GrpcTransport;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The client JVM of one pair: makes the calls that it is told to make on its standard input, until that ends. */
final class HostsClientMain {

    private static final String HOST = "localhost";
    private static final int CALLS_PER_BATCH = 1;

    private final Certificate certificate;
    private final Map<Carrier, Desk> desks = new EnumMap<>(Carrier.class);
    private final byte[] bytes = new byte[Work.LONG_BYTES];
    private int number;

    private HostsClientMain(Certificate certificate) {
        this.certificate = certificate;
    }

    /** What calls took for a moment. */
    record Slice(double p50Ns, long calls) {}

    /** How many calls all callers made in a second. */
    record Rate(double callsPerSecond) {}

    /** Arguments: the directory of the certificate, the service of Nearcall, and a port for each carrier. */
    public static void main(String[] args) throws Exception {
        Commands commands = Commands.ofStandardInput();
        Gson gson = new Gson();
        try {
            HostsClientMain client = new HostsClientMain(new Certificate(Path.of(args[0])));
            for (Carrier carrier : Carrier.values()) {
                client.desks.put(
                        carrier, client.connect(carrier, args[1], Integer.parseInt(args[2 + carrier.ordinal()])));
            }
            Child.answer("{}");
            while (true) {
                Child.answer(gson.toJson(client.answer(commands.next().split(" "))));
            }
        } catch (Throwable failure) {
            Child.fail(failure);
        }
    }

    private Desk connect(Carrier carrier, String service, int port) throws Exception {
        return switch (carrier) {
            case TCP -> new Plain(new Socket(HOST, port));
            case TLS -> new Plain(certificate.context().getSocketFactory().createSocket(HOST, port));
            case GRPC -> new Unary(grpc(port).build());
            case GRPC_DIRECT -> new Unary(grpc(port).directExecutor().build());
            case NEARCALL ->
                Endpoint.builder()
                        .transport(GrpcTransport.builder()
                                .certificate(certificate.chain(), certificate.key())
                                .trust(certificate.chain())
                                .build())
                        .open()
                        .lookup(Desk.class, "grpc://" + service + "@" + HOST + ":" + port);
        };
    }

    private ManagedChannelBuilder<?> grpc(int port) throws Exception {
        SslContext context = GrpcSslContexts.forClient()
                .keyManager(certificate.chain().toFile(), certificate.key().toFile())
                .trustManager(certificate.chain().toFile())
                .build();
        return NettyChannelBuilder.forAddress(HOST, port).sslContext(context);
    }

    private Object answer(String[] words) throws Exception {
        Carrier carrier = Carrier.valueOf(words[1]);
        return switch (words[0]) {
            case "warm" -> warm(carrier, Work.valueOf(words[2]), WarmUp.Patience.of(words[3]));
            case "slice" -> slice(carrier, Work.valueOf(words[2]), Long.parseLong(words[3]) * 1_000_000);
            case "rate" -> rate(carrier, Integer.parseInt(words[2]), Long.parseLong(words[3]) * 1_000_000);
            default -> throw new IllegalArgumentException("command=" + words[0]);
        };
    }

    private WarmUp warm(Carrier carrier, Work work, WarmUp.Patience patience) throws Exception {
        Calls calls = calls(carrier, work);
        return WarmUp.of(
                carrier.title(),
                work.label(),
                patience,
                (durationNs, into) -> MeasuringLoop.run(calls, CALLS_PER_BATCH, durationNs, into));
    }

    private Slice slice(Carrier carrier, Work work, long durationNs) throws Exception {
        Samples samples = new Samples();
        MeasuringLoop.run(calls(carrier, work), CALLS_PER_BATCH, durationNs, samples);
        return new Slice(samples.p50Ns(), samples.calls());
    }

    private Calls calls(Carrier carrier, Work work) {
        Desk desk = desks.get(carrier);
        return work == Work.ADD ? count -> add(desk, count) : count -> echo(desk, count);
    }

    private void add(Desk desk, int count) {
        for (int i = 0; i < count; i++) {
            int expected = number + 1;
            number = desk.add(number, 1);
            if (number != expected) {
                throw new IllegalStateException(number + " instead of " + expected);
            }
        }
    }

    private void echo(Desk desk, int count) {
        for (int i = 0; i < count; i++) {
            if (desk.echo(bytes).length != bytes.length) {
                throw new IllegalStateException("not as many bytes back");
            }
        }
    }

    /** Has that many threads add for that long. */
    private Rate rate(Carrier carrier, int callers, long durationNs) throws Exception {
        Desk desk = desks.get(carrier);
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        try {
            long startNs = System.nanoTime();
            List<Future<Long>> counts = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                counts.add(threads.submit(() -> {
                    long calls = 0;
                    while (System.nanoTime() - startNs < durationNs) {
                        desk.add((int) calls, 1);
                        calls++;
                    }
                    return calls;
                }));
            }
            long calls = 0;
            for (Future<Long> each : counts) {
                calls += each.get();
            }
            return new Rate(calls * 1e9 / (System.nanoTime() - startNs));
        } finally {
            threads.shutdownNow();
        }
    }
}
