// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits for a future as if it were a method that blocks. */
final class Waiting {

    private Waiting() {}

    static <T> T on(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            future.cancel(true); // the space then forgets the wait
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause; // usually from Nearcall: the space has gone
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
