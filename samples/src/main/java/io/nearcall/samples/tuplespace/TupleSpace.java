// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import io.nearcall.Deadline;
import io.nearcall.RemoteService;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Linda's space: processes that know nothing of each other meet by what they put in, look for and take out. Of several
 * tuples that match any may come.
 *
 * <p>What is taken directly is gone when its taker dies, or gives up waiting just as it is handed out. Within a
 * {@link Transaction} nothing gets lost.
 */
@RemoteService("tuplespace")
public interface TupleSpace extends Tuples {

    /** Looks at a tuple that matches, if one is there. */
    Optional<Tuple> rdp(Template template);

    /** Looks at a tuple that matches, as soon as there is one; otherwise as {@link #take}. */
    @Deadline("NONE")
    CompletableFuture<Optional<Tuple>> read(Template template, Duration limit);

    /** Looks at a tuple that matches, waiting for it. */
    default Tuple rd(Template template) throws InterruptedException {
        Optional<Tuple> found = rdp(template);
        return found.isPresent()
                ? found.get()
                : Waiting.on(read(template, null)).orElseThrow();
    }

    /** As above, but for so long only. */
    default Optional<Tuple> rd(Template template, Duration limit) throws InterruptedException {
        Optional<Tuple> found = rdp(template);
        return found.isPresent() ? found : Waiting.on(read(template, limit));
    }

    /**
     * Begins a transaction. It ends with its taker's process, which is the caller's, if not before.
     *
     * @param taker what it is called
     */
    Transaction begin(String taker);

    /** Who has a tuple that matches in a transaction that has not ended. */
    Optional<Holder> holder(Template template);

    /** @param pid his process, as the kernel has it */
    record Holder(String name, int pid) {
        @Override
        public String toString() {
            return name + " (process " + pid + ")";
        }
    }

    Census census();

    /**
     * What is in the space.
     *
     * @param tuples that lie there
     * @param waiting takes and reads that wait for one
     * @param held tuples that transactions have taken
     * @param returned tuples that came back so far because their takers had gone
     */
    record Census(int tuples, int waiting, int held, long returned) {}
}
