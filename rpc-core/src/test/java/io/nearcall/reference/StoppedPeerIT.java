// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.Remotes;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class StoppedPeerIT {

    /** Far more messages than the peer's socket holds. */
    private static final int ORDERS = 5_000;

    @Test
    void shouldKeepTheConnectionThoughManyObjectsOfAStoppedPeerAreReleased() throws Exception {
        try (OtherJvm server = Server.start(Market.class, MarketPlace.class);
                Endpoint client = Endpoint.open()) {
            Market market = client.lookup(Market.class);
            Market.Order kept = market.open("tea");
            kept.add(3);
            List<Market.Order> orders = new ArrayList<>();
            for (int i = 0; i < ORDERS; i++) {
                orders.add(market.open("oats"));
            }
            server.signal("STOP");
            orders.forEach(Remotes::release);
            Thread.sleep(1_000); // a connection that gives up on a full socket would have ended by then
            server.signal("CONT");
            assertThat(kept.quantity()).isEqualTo(3); // the same connection, because it is a reference
            assertThat(market.open("milk").name()).isEqualTo("milk");
        }
    }
}
