// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.twohosts;

import io.nearcall.RemoteObject;

/** What the exchange calls back. */
@RemoteObject
public interface Watcher {

    void traded(Exchange.Trade trade);
}
