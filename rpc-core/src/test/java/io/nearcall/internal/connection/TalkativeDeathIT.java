// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A peer that has died, and left much unread. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class TalkativeDeathIT {

    @Test
    void shouldLookThroughWhatItHasSaidInManyTurns() throws Exception {
        try (EndpointCore server = HeldMonitor.endpoint("server");
                OtherJvm client = start(server)) {
            HeldMonitor held = HeldMonitor.of(server);
            client.writeLine("talk");
            client.awaitExit(30);
            AtomicInteger turns = new AtomicInteger();
            CountDownLatch ended = new CountDownLatch(1);
            server.monitor().execute(new Runnable() {
                @Override
                public void run() {
                    boolean[] any = new boolean[1];
                    server.connections().forEach(connection -> any[0] = true);
                    if (any[0]) {
                        turns.incrementAndGet();
                        server.monitor().execute(this); // in the next turn
                    } else {
                        ended.countDown();
                    }
                }
            });
            held.release();
            ended.await();
            assertThat(turns.get()).isGreaterThan(4);
        }
    }

    private static OtherJvm start(EndpointCore server) {
        server.export(Runnable.class, (Runnable) () -> {}, ServiceAddress.parse("orders", "auto"));
        OtherJvm client = OtherJvm.start(TalkativeClient.class);
        assertThat(client.readLine()).isEqualTo("ready");
        return client;
    }
}
