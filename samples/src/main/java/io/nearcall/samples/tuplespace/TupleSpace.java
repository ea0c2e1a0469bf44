// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import io.nearcall.Deadline;
import io.nearcall.RemoteService;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A Linda tuple space. Processes that know nothing of each other meet through the tuples that they put in, look at and
 * take out. If several tuples match, any of them may be returned.
 *
 * <p>A tuple that is taken directly is lost if its taker dies, or gives up waiting just as it is handed out. In a
 * {@link Transaction} nothing is lost.
 */
@RemoteService("tuplespace")
public interface TupleSpace extends Tuples {

    /** Looks at a tuple that matches, if there is one. */
    Optional<Tuple> rdp(Template template);

    /** Looks at a tuple that matches, as soon as there is one. Otherwise like {@link #take}. */
    @Deadline("NONE")
    CompletableFuture<Optional<Tuple>> read(Template template, Duration limit);

    /** Looks at a tuple that matches. Waits until there is one. */
    default Tuple rd(Template template) throws InterruptedException {
        Optional<Tuple> found = rdp(template);
        return found.isPresent()
                ? found.get()
                : Waiting.on(read(template, null)).orElseThrow();
    }

    /** Like the method above, but waits only as long as the limit. */
    default Optional<Tuple> rd(Template template, Duration limit) throws InterruptedException {
        Optional<Tuple> found = rdp(template);
        return found.isPresent() ? found : Waiting.on(read(template, limit));
    }

    /**
     * Begins a transaction. It ends at the latest with the process of its taker, which is the caller's process.
     *
     * @param taker the name of the taker
     */
    Transaction begin(String taker);

    /** Returns the taker that has a matching tuple in an open transaction. */
    Optional<Holder> holder(Template template);

    /** @param pid the taker's process, as the kernel reports it */
    record Holder(String name, int pid) {
        @Override
        public String toString() {
            return name + " (process " + pid + ")";
        }
    }

    Census census();

    /**
     * Counts of what is in the space.
     *
     * @param tuples tuples on the shelves
     * @param waiting takes and reads that wait for a tuple
     * @param held tuples that open transactions have taken
     * @param returned tuples that have come back so far because their takers had died
     */
    record Census(int tuples, int waiting, int held, long returned) {}
}
