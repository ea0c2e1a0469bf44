// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.hosts;

import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;

/** What sessions are for whose cost is measured: they are idle but for a call, and for references. */
@RemoteService("sessions")
public interface SessionDesk {

    int add(int left, int right);

    Item item();

    /** An object that travels by reference. */
    @RemoteObject
    interface Item {
        int number();
    }

    /** Counts. */
    final class Simple implements SessionDesk {

        private int items;

        @Override
        public int add(int left, int right) {
            return left + right;
        }

        @Override
        public synchronized Item item() {
            int number = items++;
            return () -> number;
        }
    }
}
