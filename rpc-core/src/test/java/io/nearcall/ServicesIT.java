// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The list of services if it is not available. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class ServicesIT {

    @Test
    void shouldNotTakeAShortageOfDescriptorsForAnEmptyDirectory() throws Exception {
        List<String> limited = List.of("bash", "-c", "ulimit -n 256 && exec \"$0\" \"$@\"");
        try (OtherJvm jvm = OtherJvm.start(limited, 64, Poor.class)) {
            assertThat(jvm.readLine()).isEqualTo("[orders]");
            assertThat(jvm.readLine()).contains("TransportException", "limit");
            assertThat(jvm.readLine()).isEqualTo("[orders]");
        }
    }

    /** Lists the services with all descriptors taken, and without. */
    static final class Poor {
        private Poor() {}

        public static void main(String[] arguments) throws IOException {
            try (Endpoint endpoint = Endpoint.open()) {
                endpoint.export(Runnable.class, () -> {}, "orders");
                System.out.println(endpoint.services());
                Deque<FileInputStream> all = new ArrayDeque<>();
                String poor;
                takeAll(all);
                try {
                    poor = endpoint.services().toString();
                } catch (NearcallException e) {
                    poor = e.toString();
                }
                while (!all.isEmpty()) {
                    all.pop().close();
                }
                System.out.println(poor);
                System.out.println(endpoint.services());
            }
        }

        private static void takeAll(Deque<FileInputStream> into) {
            new TransportException(Outcome.NOT_SENT, "", "", new IOException()).toString(); // loads it
            try {
                while (true) {
                    into.push(new FileInputStream("/dev/null"));
                }
            } catch (IOException e) {
                // there are no more
            }
        }
    }
}
