// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ConnectionRefusedException;
import io.nearcall.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * All certificates and their authority are replaced in the three steps of the guide, while eight threads call. After each
 * step, the servers are restarted one after the other, so that all sessions begin anew.
 */
@Timeout(180)
class RotationIT {

    private static final int SERVERS = 2;
    private static final List<String> SIDES = List.of("orders", "till");
    private static final String CERTIFICATE = "certificate.pem";
    private static final String KEY = "key.pem";
    private static final String TRUSTED = "trusted.pem";

    @TempDir
    Path directory;

    private final Endpoint[] servers = new Endpoint[SERVERS];
    private final int[] ports = new int[SERVERS];
    private Certificates old;
    private Certificates fresh;

    @BeforeEach
    void make() throws Exception {
        old = make("old");
        fresh = make("fresh");
        for (String side : SIDES) {
            Files.createDirectory(directory.resolve(side));
            install(side, CERTIFICATE, old.certificate(side));
            install(side, KEY, old.key());
            install(side, TRUSTED, old.certificate("shop"));
        }
        for (int i = 0; i < SERVERS; i++) {
            start(i);
        }
    }

    @AfterEach
    void close() {
        for (Endpoint server : servers) {
            server.close();
        }
    }

    private Certificates make(String name) throws Exception {
        Certificates made = Certificates.in(Files.createDirectory(directory.resolve(name)));
        made.authority("shop");
        made.sign("shop", "orders", "uri:spiffe://shop/orders,dns:localhost");
        made.sign("shop", "till", "uri:spiffe://shop/till");
        return made;
    }

    /** Puts what the files contain into the place of a file, at once. */
    private void install(String side, String file, Path... contents) throws IOException {
        StringBuilder content = new StringBuilder();
        for (Path each : contents) {
            content.append(Files.readString(each)).append('\n');
        }
        Path next = Files.writeString(directory.resolve("next"), content);
        Files.move(next, directory.resolve(side).resolve(file), ATOMIC_MOVE);
    }

    /** With the files that are replaced. */
    private GrpcTransport.Builder as(String side) {
        Path files = directory.resolve(side);
        return GrpcTransport.builder()
                .certificate(files.resolve(CERTIFICATE), files.resolve(KEY))
                .trust(files.resolve(TRUSTED));
    }

    private void start(int number) {
        GrpcTransport door = as("orders").listen(ports[number]).build();
        servers[number] = Endpoint.builder()
                .name("server" + number)
                .directory(directory.resolve("run" + number)) // or they would have one name
                .transport(door)
                .open();
        servers[number].export(Shop.class, new Shop.Counting(number));
        ports[number] = door.port();
    }

    private String address(int... numbers) {
        return "grpc://shop@"
                + IntStream.of(numbers)
                        .mapToObj(number -> "localhost:" + ports[number])
                        .collect(Collectors.joining(","));
    }

    private void restartAll(ShopLoad load) throws InterruptedException {
        for (int i = 0; i < SERVERS; i++) {
            servers[i].close();
            start(i);
            load.awaitAnswers(100, 0, 1);
        }
    }

    @Test
    void shouldFailNoCallWhileAllCertificatesAndTheirAuthorityAreReplaced() throws Exception {
        try (Endpoint client = Endpoint.builder()
                .transport(as("till").build())
                .lookupTimeout(Duration.ofSeconds(20))
                .open()) {
            ShopLoad load = new ShopLoad(client.lookup(Shop.class, address(0, 1)));
            try {
                load.awaitAnswers(100, 0, 1);
                for (String side : SIDES) {
                    install(side, TRUSTED, old.certificate("shop"), fresh.certificate("shop"));
                }
                restartAll(load);
                for (String side : SIDES) {
                    install(side, KEY, fresh.key());
                    install(side, CERTIFICATE, fresh.certificate(side));
                }
                restartAll(load);
                for (String side : SIDES) {
                    install(side, TRUSTED, fresh.certificate("shop"));
                }
                restartAll(load);
            } finally {
                load.end();
            }
            assertThat(load.faults()).isEmpty();
            assertThat(load.failures()).isEmpty();
        }
        requireThatTheOldOnesAreRefused();
    }

    private void requireThatTheOldOnesAreRefused() {
        GrpcTransport outdated = GrpcTransport.builder()
                .certificate(old.certificate("till"), old.key())
                .trust(fresh.certificate("shop"))
                .build();
        try (Endpoint client = Endpoint.builder().transport(outdated).open()) {
            for (int i = 0; i < SERVERS; i++) {
                String address = address(i);
                assertThatThrownBy(() -> client.lookup(Shop.class, address))
                        .isInstanceOf(ConnectionRefusedException.class)
                        .hasMessageContaining("the other side does not accept the certificate of this one");
            }
        }
    }
}
