// SPDX-License-Identifier: Apache-2.0
package io.nearcall.context;

import io.nearcall.RemoteService;

/** The first station, which has the last one in another process behind it. */
@RemoteService("start")
public interface Start extends Station {

    Baton pass();

    /** By a future that the method begins. */
    Baton passByFuture();

    /** By a one-way call; the next station tells what it found. */
    void passByDrop();

    /** On a thread of its own, to which it takes its context. */
    Baton passByThread() throws Exception;

    /** On a thread of its own, to which it takes nothing. */
    Baton passByBareThread() throws Exception;

    /** With a pair more. */
    Baton passMore(String key, String value);

    /** With nothing of what came. */
    Baton passNothing();

    /** Has the next one rest; takes part in it until that ends. */
    void passRest(long ms);

    /** As {@link #passRest}, and is not interrupted. */
    void passRestUninterrupted(long ms);

    /** How the last of them ended: the name of an exception. Waits for it. */
    String restFailure() throws InterruptedException;
}
