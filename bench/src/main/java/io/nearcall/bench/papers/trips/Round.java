// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.trips;

import io.nearcall.bench.papers.mechanism.Mechanism;
import io.nearcall.bench.papers.mechanism.Shape;
import java.util.List;

/**
 * A burst of each mechanism at each shape: shape by shape, so that what is compared follows each other at once.
 *
 * @param trips of a burst; the first is made and not counted
 */
public record Round(List<Mechanism> mechanisms, List<Shape> shapes, int trips) {}
