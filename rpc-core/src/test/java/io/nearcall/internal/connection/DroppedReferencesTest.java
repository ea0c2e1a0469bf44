// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.reference.ReceivedReference;
import io.nearcall.internal.reference.ReceivedReferences;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DroppedReferencesTest {

    @Test
    void shouldReleaseTheOthersWhenMemoryIsShortForOne() throws InterruptedException {
        AtomicInteger attempts = new AtomicInteger();
        CountDownLatch released = new CountDownLatch(1);
        try (DroppedReferences dropped = new DroppedReferences("test")) {
            ReceivedReferences references = new ReceivedReferences(
                    2,
                    (id, received, sentHome) -> {
                        if (attempts.incrementAndGet() == 1) {
                            throw new OutOfMemoryError("of the test");
                        }
                        released.countDown();
                    },
                    more -> {},
                    dropped.queue());
            dropped.start();
            useAndDrop(references, 1);
            useAndDrop(references, 2);
            do {
                System.gc();
            } while (!released.await(50, TimeUnit.MILLISECONDS));
        }
    }

    private static void useAndDrop(ReceivedReferences references, int id) {
        ReceivedReference reference = references.arrived(id);
        reference.stub(null, new Class<?>[0], facets -> new Object());
        references.settled(reference);
    }
}
