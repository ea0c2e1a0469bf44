// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nearcall.ConnectionLostException;
import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What a client goes through when the network to the host of its service fails. Its main program runs in a network
 * namespace that {@link NetworkIT} has made, and starts a server in the one named {@code far}.
 */
public final class TwoHosts {

    static final String NEAR = "10.9.0.1";
    static final String FAR = "10.9.0.2";
    private static final int PORT = 7443;

    /** The guide's 15 s, and what a busy machine adds. */
    private static final Duration NOTICED = Duration.ofSeconds(20);

    /** Of 50 ms, and what a busy machine adds. */
    private static final Duration SOON = Duration.ofSeconds(1);

    /** A way in which a network fails. */
    enum Cut {
        LINK("ip -n far link set far0 down", "ip -n far link set far0 up"),
        TO_CLIENT("ip -n far route add blackhole " + NEAR + "/32", "ip -n far route del blackhole " + NEAR + "/32"),
        TO_SERVER("ip route add blackhole " + FAR + "/32", "ip route del blackhole " + FAR + "/32");

        private final String begin;
        private final String end;

        Cut(String begin, String end) {
            this.begin = begin;
            this.end = end;
        }
    }

    private final Endpoint client;
    private final Desk desk;

    private TwoHosts(Endpoint client) {
        this.client = client;
        this.desk = lookup();
    }

    /** Waits for the service, which a call does for a short time only. */
    private Desk lookup() {
        return client.lookup(Desk.class, "grpc://desk@" + FAR + ":" + PORT);
    }

    private static GrpcTransport.Builder as(Certificates certificates, String name) {
        return GrpcTransport.builder()
                .certificate(certificates.certificate(name), certificates.key())
                .trust(certificates.certificate("shop"));
    }

    /** The arguments are the cut and a directory for certificates. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[1]);
        Certificates certificates = Certificates.in(directory);
        certificates.authority("shop");
        certificates.sign("shop", "desk", "uri:spiffe://shop/desk,ip:" + FAR);
        certificates.sign("shop", "till", "uri:spiffe://shop/till");
        Process server = Namespaces.start("far", Server.class, directory.toString());
        try (Endpoint client = Endpoint.builder()
                .transport(as(certificates, "till").build())
                .lookupTimeout(Duration.ofSeconds(30))
                .open()) {
            new TwoHosts(client).liveThrough(Cut.valueOf(arguments[0]));
        } finally {
            server.destroyForcibly();
        }
    }

    private void liveThrough(Cut cut) throws Exception {
        assertThat(desk.add(2, 3)).isEqualTo(5);
        Desk.Ticket ticket = desk.take();
        assertThat(ticket.number()).isEqualTo(1);
        CompletableFuture<ConnectionLostException> hanging =
                CompletableFuture.supplyAsync(() -> catchThrowableOfType(ConnectionLostException.class, desk::hang));
        while (desk.hanging() == 0) {
            TimeUnit.MILLISECONDS.sleep(10); // between looks
        }
        assertThat(hanging).isNotDone();
        Namespaces.change(cut.begin);
        long cutNs = System.nanoTime();
        while (!hanging.isDone()) {
            long beganNs = System.nanoTime();
            assertThat(catchThrowableOfType(NearcallException.class, () -> desk.addSoon(2, 3)))
                    .isNotNull();
            assertThat(since(beganNs)).isLessThan(SOON);
            assertThat(since(cutNs)).isLessThan(NOTICED);
            TimeUnit.MILLISECONDS.sleep(500); // between calls: each keeps a lane that waits for its answer
        }
        System.out.println(cut + ": noticed after " + since(cutNs).toMillis() + " ms");
        assertThat(hanging.get().outcome()).isEqualTo(Outcome.MAY_HAVE_RUN);

        Namespaces.change(cut.end);
        assertThat(lookup().add(3, 4)).isEqualTo(7);
        assertThat(desk.add(4, 5)).isEqualTo(9);
        ConnectionLostException lost = catchThrowableOfType(ConnectionLostException.class, ticket::number);
        assertThat(lost.mayComeBack()).isFalse();
        while (desk.released() == 0) {
            assertThat(since(cutNs)).isLessThan(NOTICED.multipliedBy(2));
            TimeUnit.MILLISECONDS.sleep(100); // the server may notice later than the client
        }
        assertThat(desk.take().number()).isEqualTo(2);
    }

    private static Duration since(long startNs) {
        return Duration.ofNanos(System.nanoTime() - startNs);
    }

    /** The server. It ends with its input. */
    static final class Server {

        private Server() {}

        public static void main(String[] arguments) throws Exception {
            Certificates certificates = Certificates.of(Path.of(arguments[0]));
            GrpcTransport door = as(certificates, "desk")
                    .listen(InetAddress.getByName(FAR), PORT)
                    .build();
            try (Endpoint endpoint = Endpoint.builder().transport(door).open()) {
                endpoint.export(Desk.class, new Desk.Simple());
                System.out.println("open");
                System.in.transferTo(OutputStream.nullOutputStream());
            }
        }
    }
}
