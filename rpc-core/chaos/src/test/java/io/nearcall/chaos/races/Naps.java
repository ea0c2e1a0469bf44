// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.races;

import io.nearcall.Deadline;
import io.nearcall.OneWay;
import io.nearcall.RemoteService;
import java.util.concurrent.CompletableFuture;

/** Methods that take the given time, unless they are interrupted. Each returns its nonce. */
@RemoteService
@Deadline("20s")
public interface Naps {

    long nap(long nonce, int napUs);

    /** As above, and the future that it returns is complete. */
    CompletableFuture<Long> napFirst(long nonce, int napUs);

    /** Returns at once, and completes the future later. */
    CompletableFuture<Long> napLater(long nonce, int napUs);

    @OneWay
    void doze(long nonce, int napUs);
}
