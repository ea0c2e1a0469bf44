// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spi;

import io.nearcall.OneWay;
import io.nearcall.RemoteObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A vault behind a guard, who wants to see a badge. */
public interface Vault {

    /** Who the guard has let in. */
    String open();

    CompletableFuture<String> openLater();

    /** Never completed but by its cancellation. */
    CompletableFuture<String> openNever();

    @OneWay
    void ring();

    /** Asks for the keeper's word, and says it. */
    String ask(Keeper keeper);

    void burn() throws Fire;

    /** What the vault's listener was told, but for this. */
    List<String> log();

    /** Those who have been let in and not out. */
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
