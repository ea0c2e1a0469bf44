// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A container that stops its parts in an order of its own. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class CloseOnExitIT {

    private static final long STOPPING_MS = 1_000;

    /** A service. */
    @RemoteService
    public interface Counter {
        int next();
    }

    @Test
    void shouldServeCallsUntilTheProgramClosesItsEndpointItself() throws InterruptedException {
        try (OtherJvm program = OtherJvm.start(Program.class);
                Endpoint client = Endpoint.open()) {
            assertThat(program.readLine()).isEqualTo("serving");
            Counter counter = client.lookup(Counter.class);
            counter.next();
            program.signal("TERM");
            assertThat(program.readLine()).isEqualTo("stopping");
            Thread.sleep(STOPPING_MS); // in which the JVM would have closed the endpoint
            assertThat(counter.next()).isPositive();
            program.writeLine("end");
            assertThat(program.readLine()).isEqualTo("closed");
        }
    }

    static final class Program {

        private static int calls;

        private Program() {}

        public static void main(String[] arguments) throws InterruptedException {
            Endpoint endpoint = Endpoint.builder().closeOnExit(false).open();
            endpoint.export(Counter.class, () -> calls++);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(endpoint)));
            System.out.println("serving");
            endpoint.awaitClose();
        }

        private static void stop(Endpoint endpoint) {
            System.out.println("stopping");
            try {
                System.in.read(); // other parts of the container end first
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            endpoint.close();
            System.out.println("closed");
        }
    }
}
