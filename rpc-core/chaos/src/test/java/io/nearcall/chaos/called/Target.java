// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.called;

import io.nearcall.Deadline;
import io.nearcall.OneWay;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What is called while processes die. Each call carries a nonce that no other call has; each answer returns it. */
@RemoteService
@Deadline("20s")
public interface Target {

    long ping(long nonce);

    Order order(Order order);

    /** Returns its argument. */
    byte[] echo(long nonce, byte[] bytes);

    CompletableFuture<Long> later(long nonce);

    @OneWay
    void post(long nonce);

    /** Makes the caller's object return the nonce, while the caller waits. */
    long heard(long nonce, Witness witness);

    /** A new object of the target's; the caller's is kept for some time. */
    Session open(long nonce, Witness witness);

    /** Of the caller. */
    @RemoteObject
    interface Witness {
        long say(long nonce);
    }

    /** Of the target. The second call of an attempt: it is not to make that much longer. */
    @RemoteObject
    @Deadline("20ms")
    interface Session {
        long nonce();
    }

    /** As large as orders are. */
    record Order(long nonce, String customer, List<String> items) {}
}
