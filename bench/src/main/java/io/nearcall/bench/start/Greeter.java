// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import io.nearcall.RemoteService;

/** The smallest service that somebody might write first, as a Nearcall service. */
@RemoteService("greeter")
public interface Greeter {

    String greet(String name);
}
