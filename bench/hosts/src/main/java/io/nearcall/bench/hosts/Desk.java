// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.hosts;

import io.nearcall.RemoteService;

/** The calls, as a Nearcall service. */
@RemoteService("desk")
public interface Desk {

    int add(int left, int right);

    byte[] echo(byte[] bytes);

    /** Does next to nothing, so that what is measured is the call. */
    final class Simple implements Desk {
        @Override
        public int add(int left, int right) {
            return left + right;
        }

        @Override
        public byte[] echo(byte[] bytes) {
            return bytes;
        }
    }
}
