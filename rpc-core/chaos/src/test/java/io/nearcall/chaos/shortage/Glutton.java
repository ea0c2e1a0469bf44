// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.shortage;

import io.nearcall.OneWay;
import io.nearcall.RemoteService;
import java.util.concurrent.CompletableFuture;

/** Takes and gives more than a small heap holds. */
@RemoteService
public interface Glutton {

    long ping(long nonce);

    /** How many bytes came. */
    int eat(byte[] bytes);

    /** How many objects came. */
    int eatMany(Object[] things);

    byte[] serve(int length);

    CompletableFuture<byte[]> serveLater(int length);

    /** 100 MB, or until there is no memory left; then all is given back. Returns how many. */
    int devour();

    @OneWay
    void swallow(byte[] bytes);
}
