// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.fasterstart;

import io.nearcall.RemoteService;

/** The service that is called. */
@RemoteService("greeter")
public interface Greeter {

    String greet(String name);
}
