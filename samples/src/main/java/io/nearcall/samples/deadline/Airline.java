// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.deadline;

import io.nearcall.RemoteService;

/** The slow service that the agency calls. */
@RemoteService("airline")
public interface Airline {

    /** Searches for a flight. */
    String search(String destination) throws InterruptedException;
}
