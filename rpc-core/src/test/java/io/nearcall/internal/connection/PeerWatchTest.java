// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Errno;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Workshop;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which process is at the other end. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class PeerWatchTest {

    private static final long PATIENCE_NS = 10_000_000_000L;

    /** That of a process that is dead, or none because of a shortage: its pid may be another's by now. */
    @ParameterizedTest
    @ValueSource(ints = {Host.NO_DESCRIPTOR, -Errno.ESRCH, -Errno.EMFILE, -Errno.ENOSYS})
    void shouldNotTakeAProcessWithoutADescriptorForThePeer(int missing) {
        try (EndpointCore server = HeldMonitor.endpoint("server");
                EndpointCore client = HeldMonitor.endpoint("client")) {
            Connection connection = connect(server, client);
            assertThat(connection.isPeerProcess(missing, connection.credentials()))
                    .isFalse();
        }
    }

    private static Connection connect(EndpointCore server, EndpointCore client) {
        server.export(Workshop.class, new QuietWorkshop(), ServiceAddress.parse("orders", "auto"));
        LookUp.now(client, Workshop.class, ServiceAddress.parse("orders", "auto"), PATIENCE_NS);
        AtomicReference<Connection> made = new AtomicReference<>();
        client.connections().forEach(made::set);
        return made.get();
    }
}
