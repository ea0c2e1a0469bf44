// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stream;

import io.nearcall.Deadline;
import io.nearcall.RemoteObject;
import io.nearcall.internal.codec.Batch;
import java.util.concurrent.CompletableFuture;

/**
 * Elements that the other side fetches. In a message, a reference to such a source stands for an iterator or a stream.
 * Each subscription to a publisher also has one. To give that reference up is to close the source: there is no method
 * for that.
 */
@RemoteObject
public interface StreamSource {

    /**
     * The elements from {@code position} on, as soon as there is one, or the end. Takes the elements before
     * {@code position} as received, and forgets them. Elements can be fetched again if nobody has read the answer that
     * brought them. An earlier call that has not been answered is cancelled.
     *
     * @param position how many elements the caller has received, counted from the beginning
     * @param demand the position up to which there may be elements in the answers; if it is {@code position}, only the
     *     end is answered
     */
    CompletableFuture<Batch> fetch(long position, long demand);

    /**
     * As {@link #fetch}, for all elements that there are now, for a reader that still has some. Nobody waits: the
     * answer is null if there are none.
     */
    CompletableFuture<Batch> poll(long position);

    /** As {@link #fetch}, for whoever does not wait for it: an event may be long in coming. */
    @Deadline("NONE")
    CompletableFuture<Batch> follow(long position, long demand);
}
