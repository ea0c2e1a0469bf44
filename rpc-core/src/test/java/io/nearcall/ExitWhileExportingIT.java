// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A program that receives SIGTERM while it starts. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class ExitWhileExportingIT {

    /** Never called. */
    @RemoteService
    public interface Errand {
        void run();
    }

    @Test
    void shouldEndWithoutAComplaintOfTheThreadThatExports() {
        try (OtherJvm program = OtherJvm.start(Program.class)) {
            assertThat(program.readLine()).isEqualTo("exporting");
            assertThat(program.readLine()).isNull();
            assertThat(program.awaitExit(20)).isZero();
        }
    }

    static final class Program {

        private Program() {}

        public static void main(String[] arguments) {
            try (Endpoint endpoint = Endpoint.open()) {
                endpoint.export(Errand.class, () -> {}, "first");
                System.out.println("exporting");
                new Thread(() -> System.exit(0)).start();
                for (int i = 0; ; i++) {
                    endpoint.export(Errand.class, () -> {}, "service-" + i).close();
                }
            } catch (EndpointClosedException e) {
                System.out.println(e);
            }
        }
    }
}
