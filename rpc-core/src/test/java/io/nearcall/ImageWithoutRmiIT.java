// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.reference.Market;
import io.nearcall.reference.MarketPlace;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.extension.ExtendWith;

/** A JVM without the module java.rmi, such as an image that jlink made. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class ImageWithoutRmiIT {

    /** Calls, is called back, fails in each way, and gives a remote object up. */
    public static final class Program {
        private Program() {}

        private static final class Ears implements Market.Listener, Unreferenced {
            private final CountDownLatch forsaken = new CountDownLatch(1);

            @Override
            public long price(int price) {
                if (price == 2) {
                    throw new IllegalStateException("too dear");
                }
                return price;
            }

            @Override
            public void hint(String text) {}

            @Override
            public void unreferenced() {
                forsaken.countDown();
            }
        }

        public static void main(String[] arguments) throws Exception {
            System.out.println(ModuleLayer.boot().findModule("java.rmi").isPresent());
            Endpoint server = Endpoint.open();
            try (Endpoint client = Endpoint.open()) {
                server.export(Market.class, new MarketPlace());
                Market market = client.lookup(Market.class);
                Ears ears = new Ears();
                System.out.println(market.tellNow(ears, 2));
                try {
                    market.tellNow(ears, 3);
                } catch (IllegalStateException e) {
                    System.out.println(e.getMessage());
                }
                while (!ears.forsaken.await(20, TimeUnit.MILLISECONDS)) {
                    System.gc(); // until the stub has been collected
                }
                server.close();
                try {
                    market.subscribers();
                } catch (NearcallException e) {
                    System.out.println(e.outcome());
                }
            }
        }
    }

    @DisabledIfEnvironmentVariable(
            named = "NEARCALL_CHANNEL",
            matches = "unix",
            disabledReason = "who is at the other end of a Unix socket of the JDK only the module jdk.net tells")
    @Test
    void shouldCallWithoutJavaRmi() {
        try (OtherJvm small = OtherJvm.start(
                List.of("--limit-modules=java.base,jdk.unsupported"), OtherJvm.classPath(), Program.class)) {
            assertThat(small.readLine()).isEqualTo("false");
            assertThat(small.readLine()).isEqualTo("1");
            assertThat(small.readLine()).isEqualTo("too dear");
            assertThat(small.readLine())
                    .isIn("NOT_SENT", "NOT_STARTED"); // which of them, the goodbye decides by when it comes
            assertThat(small.awaitExit(20)).isZero();
        }
    }
}
