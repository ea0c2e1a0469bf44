// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stream;

import io.nearcall.Deadline;
import io.nearcall.RemoteObject;
import io.nearcall.internal.codec.Batch;
import java.util.concurrent.CompletableFuture;

/**
 * Elements that the other side fetches. What stands for an iterator or a stream in a message is a reference to one, and
 * for each subscription to a publisher there is one. Giving that reference up is closing it: there is no method for that.
 */
@RemoteObject
public interface StreamSource {

    /**
     * The elements from {@code position} on, as soon as there is one, or the end. Takes those before {@code position} as
     * received: they are forgotten. Those that an answer brought which nobody read can be fetched again. A call before
     * that has not been answered is cancelled.
     *
     * @param position how many elements the caller has received, counted from the beginning
     * @param demand up to which position there may be elements in the answers; if it is {@code position} only the end is
     *     answered
     */
    CompletableFuture<Batch> fetch(long position, long demand);

    /**
     * As {@link #fetch} of all that there are now, for a reader that still has some: nobody waits, and null if there are none.
     */
    CompletableFuture<Batch> poll(long position);

    /** As {@link #fetch}, for whoever does not wait for it: an event may be long in coming. */
    @Deadline("NONE")
    CompletableFuture<Batch> follow(long position, long demand);
}
