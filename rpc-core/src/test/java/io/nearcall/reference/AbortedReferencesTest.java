// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.EncodingException;
import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.reference.Depot.Last;
import io.nearcall.test.PrivateDirectory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** References in messages that cannot be written to the end after their first frames have been sent. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class AbortedReferencesTest {

    private static final int TIMES = 3;
    private static final int LOAD_BYTES = 1 << 20; // many frames

    private final ExecutorService pool = Executors.newFixedThreadPool(2);

    @AfterEach
    void close() {
        pool.shutdownNow();
    }

    private static Warehouse open(EndpointBuilder server) {
        return new Warehouse(server, Endpoint.builder());
    }

    @Test
    void shouldForgetThoseOfArguments() {
        forgetThoseOfArguments(Endpoint.builder());
    }

    @Test
    void shouldForgetThoseOfArgumentsForAnExecutor() {
        forgetThoseOfArguments(Endpoint.builder().executor(pool));
    }

    private static void forgetThoseOfArguments(EndpointBuilder server) {
        try (Warehouse warehouse = open(server)) {
            Depot depot = warehouse.depot;
            byte[] load = new byte[LOAD_BYTES];
            Object unwritable = new Object() {};
            for (int i = 0; i < TIMES; i++) {
                assertThatThrownBy(() -> depot.store(warehouse.token(), load, unwritable))
                        .isInstanceOf(EncodingException.class);
                assertThatThrownBy(() -> depot.storeLater(warehouse.token(), load, unwritable)
                                .join())
                        .hasCauseInstanceOf(EncodingException.class);
                assertThatThrownBy(() -> depot.drop(warehouse.token(), load, unwritable))
                        .isInstanceOf(EncodingException.class);
            }
            warehouse.assertNoneIsKept(3 * TIMES);
        }
    }

    @Test
    void shouldForgetThoseOfResults() {
        forgetThoseOfResults(Endpoint.builder());
    }

    @Test
    void shouldForgetThoseOfResultsOfAnExecutor() {
        forgetThoseOfResults(Endpoint.builder().executor(pool));
    }

    private static void forgetThoseOfResults(EndpointBuilder server) {
        try (Warehouse warehouse = open(server)) {
            Depot depot = warehouse.depot;
            for (int i = 0; i < TIMES; i++) {
                assertThatThrownBy(() -> depot.fetch(LOAD_BYTES, Last.UNWRITABLE))
                        .isInstanceOf(EncodingException.class);
                assertThatThrownBy(() ->
                                depot.fetchLater(LOAD_BYTES, Last.UNWRITABLE).join())
                        .hasCauseInstanceOf(EncodingException.class);
            }
            warehouse.assertNoneIsKept(2 * TIMES);
        }
    }
}
