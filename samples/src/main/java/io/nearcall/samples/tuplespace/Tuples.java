// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import io.nearcall.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Puts tuples in and takes them out. A space and a transaction both do this. */
public interface Tuples {

    /** Puts a tuple in. */
    void out(Tuple tuple);

    /** Takes a matching tuple out, if there is one. */
    Optional<Tuple> inp(Template template);

    /**
     * Takes a matching tuple out as soon as there is one. A wait is an entry in the space; it uses neither a thread nor
     * a lane. Cancelling the future removes the entry, and so does the caller's death.
     *
     * @param limit how long to wait before the answer is empty; null to wait without limit. The space keeps this time,
     *     not the caller, because only the space can tell whether a tuple that it hands out is still in time
     */
    @Deadline("NONE")
    CompletableFuture<Optional<Tuple>> take(Template template, Duration limit);

    /** Takes a tuple out. Waits until there is one. Runs on the caller's side, and tries the quick call first. */
    default Tuple in(Template template) throws InterruptedException {
        Optional<Tuple> found = inp(template);
        return found.isPresent()
                ? found.get()
                : Waiting.on(take(template, null)).orElseThrow();
    }

    /** Like the method above, but waits only as long as the limit. */
    default Optional<Tuple> in(Template template, Duration limit) throws InterruptedException {
        Optional<Tuple> found = inp(template);
        return found.isPresent() ? found : Waiting.on(take(template, limit));
    }
}
