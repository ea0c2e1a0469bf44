// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.trips;

import io.nearcall.bench.papers.mechanism.Mechanism;
import io.nearcall.bench.papers.mechanism.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A burst of each mechanism at each shape: shape by shape, so that what is compared follows each other at once.
 *
 * @param warmMs for which round trips are made of each mechanism and shape, before its first burst in these JVMs: what is
 *     compiled for one length may not be for another
 * @param trips of a burst; the first is made and not counted
 */
public record Round(List<Mechanism> mechanisms, List<Shape> shapes, int warmMs, int trips) {

    /** Every other round goes through them backwards. */
    public static <T> List<T> turned(List<T> order, int round) {
        List<T> turned = new ArrayList<>(order);
        if (round % 2 == 1) {
            Collections.reverse(turned);
        }
        return turned;
    }
}
