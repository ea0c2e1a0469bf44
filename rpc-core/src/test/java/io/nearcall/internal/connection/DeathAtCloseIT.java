// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.SysVLeftovers;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that is killed just before its server closes in order, so that no other endpoint removes its files. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class DeathAtCloseIT {

    /** Called once. */
    public interface Greeter {
        String greet(String name);
    }

    /** The client. */
    public static final class Guest {
        private Guest() {}

        public static void main(String[] arguments) throws Exception {
            try (Endpoint endpoint = Endpoint.open()) {
                System.out.println(endpoint.lookup(Greeter.class, arguments[0]).greet("you"));
                endpoint.awaitClose();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sysvmq", "sysvshm"})
    void shouldRemoveWhatTheDeadClientHasLeft(String channel) throws Exception {
        try (EndpointCore server = HeldMonitor.endpoint("server");
                OtherJvm client = offer(server, channel)) {
            assertThat(client.readLine()).isEqualTo("Hello, you");
            List<Integer> keys = SysVLeftovers.keysIn(PrivateDirectory.path());
            assertThat(keys).isNotEmpty().allMatch(SysVLeftovers::isThere);
            HeldMonitor monitor = HeldMonitor.of(server);
            client.kill();
            Thread closing = new Thread(server::close);
            closing.start();
            while (!server.isClosed()) {
                Thread.sleep(1);
            }
            monitor.release(); // only now does the monitor see that the client is dead
            closing.join();
            assertThat(keys).noneMatch(SysVLeftovers::isThere);
            assertThat(PrivateDirectory.path().toFile().list()).noneMatch(name -> name.startsWith(".sysv"));
        }
    }

    private static OtherJvm offer(EndpointCore server, String channel) {
        server.export(Greeter.class, (Greeter) name -> "Hello, " + name, ServiceAddress.parse("greeter", "auto"));
        return OtherJvm.start(Guest.class, channel + ":greeter");
    }
}
