// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.kiosk;

import io.nearcall.RemoteObject;

/** Travels by reference. */
@RemoteObject
public interface Subscription {
    String next();
}
