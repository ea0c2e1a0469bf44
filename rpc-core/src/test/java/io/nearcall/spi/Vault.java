// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spi;

import io.nearcall.OneWay;
import io.nearcall.RemoteObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A vault behind a guard that asks for a badge. */
public interface Vault {

    /** The callers that the guard has admitted. */
    String open();

    CompletableFuture<String> openLater();

    /** Never completed but by its cancellation. */
    CompletableFuture<String> openNever();

    @OneWay
    void ring();

    /** Asks for the keeper's word, and says it. */
    String ask(Keeper keeper);

    void burn() throws Fire;

    /** The calls that the vault's listener has seen, except this one. */
    List<String> log();

    /** The callers that have entered and not left. */
    int inside();

    /** Of the client. */
    @RemoteObject
    interface Keeper {
        String word();
    }

    /** What {@link #burn} ends with. */
    final class Fire extends Exception {
        private static final long serialVersionUID = 1L;
    }
}
