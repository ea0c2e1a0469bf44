// SPDX-License-Identifier: Apache-2.0
package shop;

import io.nearcall.RemoteService;

/** The service. */
@RemoteService("greetings")
public interface Greetings {
    String greet(Guest guest);
}
