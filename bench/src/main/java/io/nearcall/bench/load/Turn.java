// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Goes through the systems of a load in one order, and in the next turn in the reverse order. */
final class Turn {

    private Turn() {}

    static <T> List<T> of(List<T> all, boolean backwards) {
        List<T> order = new ArrayList<>(all);
        if (backwards) {
            Collections.reverse(order);
        }
        return order;
    }
}
