// SPDX-License-Identifier: Apache-2.0
package io.nearcall.opentelemetry;

import io.nearcall.RemoteService;

/** What orders ask, in a third process. */
@RemoteService("stock")
public interface Stock {

    int take(int number);

    /** Calls the bell back. */
    void ring(Orders.Bell bell);

    /** Whatever is asked for is there. */
    final class Endless implements Stock {
        @Override
        public int take(int number) {
            return number;
        }

        @Override
        public void ring(Orders.Bell bell) {
            bell.ring();
        }
    }
}
