// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.test.PrivateDirectory;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class HandshakeTest {

    private static final long PATIENCE_NS = 5_000_000_000L;

    @Test
    void shouldKeepNeitherSocketNorProcessOfAClientForWhichNoConnectionCanBeMade() throws Exception {
        try (EndpointCore server = HeldMonitor.endpoint("server")) {
            server.export(Runnable.class, (Runnable) () -> {}, ServiceAddress.parse("orders", "auto"));
            long before = held();
            breakConnections(server);
            try (RawClient client = new RawClient("orders")) {
                assertThat(client.receive()).isInstanceOf(ControlMessage.Welcome.class);
                assertThatThrownBy(client::receive).isInstanceOf(ControlSocket.EndOfStream.class);
            }
            awaitNoMoreThan(before);
            assertThat(held()).isLessThanOrEqualTo(before); // others of this process may go meanwhile
        }
    }

    /** The client sees the end before the server has closed its descriptor. */
    private static void awaitNoMoreThan(long before) throws IOException {
        long startNs = System.nanoTime();
        while (held() > before && System.nanoTime() - startNs < PATIENCE_NS) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** In place of a lack of memory: what the constructor of each connection asks for is not there. */
    private static void breakConnections(EndpointCore endpoint) throws ReflectiveOperationException {
        Field field = EndpointCore.class.getDeclaredField("interfaces");
        field.setAccessible(true);
        field.set(endpoint, null);
    }

    private static long held() throws IOException {
        long held = 0;
        for (File descriptor : new File("/proc/self/fd").listFiles()) {
            try {
                String target = Files.readSymbolicLink(descriptor.toPath()).toString();
                held += target.startsWith("socket:") || target.equals("anon_inode:[pidfd]") ? 1 : 0;
            } catch (IOException e) {
                // closed meanwhile: the listing's own
            }
        }
        return held;
    }
}
