// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.deadline;

import io.nearcall.RemoteService;

/** The service that the client calls. It says nothing about how long a call may take. */
@RemoteService("agency")
public interface Agency {

    /** Returns the best offer for a trip. */
    String offer(String destination) throws InterruptedException;
}
