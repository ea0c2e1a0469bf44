// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.codec.AllowedClasses;
import io.nearcall.internal.hooks.Observers;
import io.nearcall.spi.RemoteTransport;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/** The monitor thread of an endpoint, which a test can block. */
final class HeldMonitor {

    private final CountDownLatch released = new CountDownLatch(1);

    private HeldMonitor() {}

    /** An endpoint whose monitor can be blocked. */
    static EndpointCore endpoint(String name) {
        return endpoint(name, 8);
    }

    /** As above, with room for so many connections, and with transports to other hosts. */
    static EndpointCore endpoint(String name, int maxConnections, RemoteTransport... transports) {
        return EndpointCore.open(new Settings(
                name,
                null,
                "auto",
                5_000_000_000L,
                8,
                64,
                1024,
                maxConnections,
                1 << 20,
                Set.of(),
                AllowedClasses.NONE,
                false,
                List.of(),
                new WeakReference<>(HeldMonitor.class.getClassLoader()),
                true,
                null,
                null,
                new Observers(List.of(), List.of(), List.of()),
                List.of(transports)));
    }

    /** Returns when it is held. */
    static HeldMonitor of(EndpointCore endpoint) throws InterruptedException {
        HeldMonitor held = new HeldMonitor();
        CountDownLatch holding = new CountDownLatch(1);
        endpoint.monitor().execute(() -> {
            holding.countDown();
            try {
                held.released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        holding.await();
        return held;
    }

    void release() {
        released.countDown();
    }
}
