// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.deadline;

import io.nearcall.RemoteService;

/** The service in front. Nothing in it says how long anything may take. */
@RemoteService("agency")
public interface Agency {

    /** The best offer for a trip. */
    String offer(String destination) throws InterruptedException;
}
