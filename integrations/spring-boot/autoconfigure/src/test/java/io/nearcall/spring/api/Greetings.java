// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.api;

import io.nearcall.RemoteService;

/** A service. */
@RemoteService("greetings")
public interface Greetings {
    String greet(String name);
}
