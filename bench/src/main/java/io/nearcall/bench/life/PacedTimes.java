// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import io.nearcall.bench.measure.Samples;
import java.util.ArrayList;
import java.util.List;

/**
 * The times of paced calls.
 *
 * @param windows windows of equally many calls, in their order
 * @param laterP50Ns the median of all calls from the second window on; null if there is none
 */
public record PacedTimes(List<Window> windows, Double laterP50Ns) {

    /** @param p99Ns null if fewer than ten calls took longer */
    public record Window(double p50Ns, Double p99Ns) {}

    /** @param timesNs the times of single calls, in their order */
    static PacedTimes of(long[] timesNs, int callsPerWindow) {
        List<Window> windows = new ArrayList<>();
        Samples later = new Samples();
        for (int from = 0; from + callsPerWindow <= timesNs.length; from += callsPerWindow) {
            Samples window = new Samples();
            for (int i = from; i < from + callsPerWindow; i++) {
                window.addSingle(timesNs[i]);
            }
            windows.add(new Window(window.p50Ns(), window.percentileNs(99)));
            if (from > 0) {
                later.add(window);
            }
        }
        return new PacedTimes(windows, windows.size() < 2 ? null : later.p50Ns());
    }
}
