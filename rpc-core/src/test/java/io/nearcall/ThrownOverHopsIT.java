// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.ThrownIT.EmptyStock;
import io.nearcall.ThrownIT.Secret;
import io.nearcall.ThrownIT.Stock;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import java.io.IOException;
import java.util.Arrays;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a method throws that was called by a method that was called from here: three JVMs. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class ThrownOverHopsIT {

    /** The service between the stock and its client. */
    public interface Agent {
        int pass(String how) throws IOException;
    }

    /** Asks the stock. */
    public static final class StockAgent implements Agent {
        private final Stock stock = Endpoint.open().lookup(Stock.class);

        @Override
        public int pass(String how) throws IOException {
            return stock.fail(how);
        }
    }

    @Test
    void shouldKeepTheStackOfEachProcess() {
        try (OtherJvm stock = Server.start(Stock.class, EmptyStock.class);
                OtherJvm agent = Server.start(Agent.class, StockAgent.class);
                Endpoint endpoint = Endpoint.open()) {
            assertThat(stock.pid()).isPositive();
            Agent passing = endpoint.lookup(Agent.class);

            Throwable text = catchThrowable(() -> passing.pass("secret"));
            assertThat(text)
                    .isInstanceOfSatisfying(RemoteFailure.class, e -> {
                        assertThat(e.remoteClassName()).isEqualTo(Secret.class.getName());
                        assertThat(e.remoteStackText())
                                .containsSubsequence(
                                        "hush",
                                        "EmptyStock.fail",
                                        "passed on by process " + agent.pid(),
                                        "StockAgent.pass");
                    })
                    .hasRootCauseMessage("beneath");
            assertThat(text).message().contains("only its text arrived").doesNotContain("third process");
            assertThat(text.getCause().getStackTrace()[0].toString()).contains("EmptyStock.fail");

            assertThat(catchThrowable(() -> passing.pass("call")))
                    .hasMessageContainingAll(
                            "EndpointClosedException", "because a call that it made has failed", "is closed")
                    .message()
                    .doesNotContain("itself", "safe to repeat");

            Throwable itself = catchThrowable(() -> passing.pass("cause"));
            assertThat(itself)
                    .isInstanceOf(IllegalStateException.class)
                    .hasCauseInstanceOf(NoSuchElementException.class);
            assertThat(Arrays.toString(itself.getStackTrace()))
                    .containsSubsequence(
                            "EmptyStock.fail",
                            "process " + stock.pid(),
                            "StockAgent.pass",
                            "process " + agent.pid(),
                            "shouldKeepTheStackOfEachProcess");

            assertThat(catchThrowable(() -> passing.pass("suppressed")).getSuppressed()[0])
                    .hasMessage("aside");
        }
    }
}
