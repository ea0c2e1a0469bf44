// SPDX-License-Identifier: Apache-2.0
package io.nearcall.context;

import io.nearcall.RemoteService;

/** The first station, which has the last one in another process behind it. */
@RemoteService("start")
public interface Start extends Station {

    Baton pass();

    /** By a future that the method begins. */
    Baton passByFuture();

    /** Passes by a one-way call. The next station reports the context that it got. */
    void passByDrop();

    /** On a thread of its own, to which it takes its context. */
    Baton passByThread() throws Exception;

    /** On a thread of its own, to which it takes nothing. */
    Baton passByBareThread() throws Exception;

    /** With a pair more. */
    Baton passMore(String key, String value);

    /** Passes without the context that arrived. */
    Baton passNothing();

    /** Has the next one rest; takes part in it until that ends. */
    void passRest(long ms);

    /** As {@link #passRest}, and is not interrupted. */
    void passRestUninterrupted(long ms);

    /** How the last of them ended: the name of an exception. Waits for it. */
    String restFailure() throws InterruptedException;
}
