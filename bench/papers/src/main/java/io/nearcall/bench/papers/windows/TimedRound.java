// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import io.nearcall.bench.papers.trips.Burst;
import java.util.List;

/**
 * The times of a round.
 *
 * @param trips until the same bytes are back
 * @param sends until the call that sends returns
 */
record TimedRound(List<Burst> trips, List<Burst> sends) {}
