// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two endpoints of one JVM that reach each other over loopback. */
@Timeout(60)
class GrpcTransportTest {

    private final GrpcTransport door = GrpcTransport.builder().listen(0).build();
    private Endpoint server;
    private Endpoint client;

    @BeforeEach
    void open() {
        server = Endpoint.builder().name("server").transport(door).open();
        client = Endpoint.builder().name("client").open();
        server.export(Calculator.class, new Calculator.Simple());
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private Calculator lookup() {
        return client.lookup(Calculator.class, "grpc://calculator@localhost:" + door.port());
    }

    @Test
    void shouldCallAServiceByItsAddress() {
        assertThat(lookup().add(2, 3)).isEqualTo(5);
    }

    @Test
    void shouldCarryMessagesThatAreLongerThanTheCredit() {
        byte[] large = new byte[3_000_000];
        large[2_999_999] = 7;
        assertThat(lookup().echo(large)).isEqualTo(large);
    }
}
