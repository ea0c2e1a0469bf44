// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A wait for a tuple. To the space, a blocked caller is only this entry. */
final class Wish {

    final Template template;
    final boolean takes;
    final Held holder;
    final CompletableFuture<Optional<Tuple>> answer = new CompletableFuture<>();
    Tuple granted; // guarded by the space's lock until it is granted

    /** @param holder the transaction that takes the tuple; null if there is none */
    Wish(Template template, boolean takes, Held holder) {
        this.template = template;
        this.takes = takes;
        this.holder = holder;
    }
}
