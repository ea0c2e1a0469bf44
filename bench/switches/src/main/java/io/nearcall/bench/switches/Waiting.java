// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.switches;

import io.nearcall.RemoteService;

/** A call that takes long, so that the watch for deadlocks is at work. */
@RemoteService
public interface Waiting {

    /** Returns after so many milliseconds. */
    void sleep(long ms) throws InterruptedException;
}
