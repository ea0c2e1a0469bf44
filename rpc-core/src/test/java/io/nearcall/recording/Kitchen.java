// SPDX-License-Identifier: Apache-2.0
package io.nearcall.recording;

import io.nearcall.Deadline;
import java.util.concurrent.CompletableFuture;

/** Some of its methods are slow, and one fails. */
public interface Kitchen {
    int add(int a, int b);

    int roast(int ms) throws InterruptedException;

    @Deadline("50ms")
    int burn(int ms) throws InterruptedException;

    int spoil();

    CompletableFuture<Integer> deliver(int ms);
}
