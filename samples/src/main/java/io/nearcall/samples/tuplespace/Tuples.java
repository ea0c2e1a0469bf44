// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import io.nearcall.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Putting tuples in and taking them out, as a space and a transaction do. */
public interface Tuples {

    /** Puts a tuple in. */
    void out(Tuple tuple);

    /** Takes a tuple out if one is there that matches. */
    Optional<Tuple> inp(Template template);

    /**
     * Takes a tuple out as soon as there is one that matches. What waits is an entry in the space, neither a thread nor a
     * lane; cancelling the future removes it, and so does the caller's death.
     *
     * @param limit how long to wait until the answer is none; null for as long as it takes. The space keeps it, not the
     *     caller: only who hands tuples out can tell whether one is still in time
     */
    @Deadline("NONE")
    CompletableFuture<Optional<Tuple>> take(Template template, Duration limit);

    /** Takes a tuple out, waiting for it. Runs on this side: the quick call first, for mostly there is one. */
    default Tuple in(Template template) throws InterruptedException {
        Optional<Tuple> found = inp(template);
        return found.isPresent()
                ? found.get()
                : Waiting.on(take(template, null)).orElseThrow();
    }

    /** As above, but for so long only. */
    default Optional<Tuple> in(Template template, Duration limit) throws InterruptedException {
        Optional<Tuple> found = inp(template);
        return found.isPresent() ? found : Waiting.on(take(template, limit));
    }
}
