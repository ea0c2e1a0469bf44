// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

/** Makes sure that a delivery that loses messages cannot look fast. */
final class Arrivals {

    private Arrivals() {}

    static void check(long sent, long arrived) {
        if (sent != arrived) {
            throw new IllegalStateException("messages were lost: sent=" + sent + " arrived=" + arrived);
        }
    }
}
