// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Somebody waits for a tuple: all that a blocked caller is to the space. */
final class Wish {

    final Template template;
    final boolean takes;
    final Held holder;
    final CompletableFuture<Optional<Tuple>> answer = new CompletableFuture<>();
    Tuple granted; // guarded by the space's lock until it is granted

    /** @param holder the transaction that takes; null if it is none */
    Wish(Template template, boolean takes, Held holder) {
        this.template = template;
        this.takes = takes;
        this.holder = holder;
    }
}
