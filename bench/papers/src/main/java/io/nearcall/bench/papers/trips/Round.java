// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.trips;

import io.nearcall.bench.papers.mechanism.Mechanism;
import io.nearcall.bench.papers.mechanism.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A burst of each mechanism at each shape. It goes shape by shape, so bursts that are compared follow each other at
 * once.
 *
 * @param warmMs how long round trips of each mechanism and shape are made before its first burst in these JVMs, because
 *     code that is compiled for one length may not be compiled for another
 * @param trips trips of a burst; the first is made but not counted
 */
public record Round(List<Mechanism> mechanisms, List<Shape> shapes, int warmMs, int trips) {

    /** Reverses the order in every other round. */
    public static <T> List<T> turned(List<T> order, int round) {
        List<T> turned = new ArrayList<>(order);
        if (round % 2 == 1) {
            Collections.reverse(turned);
        }
        return turned;
    }
}
