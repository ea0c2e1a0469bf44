// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

import io.nearcall.bench.papers.published.Kumon2017;
import java.util.List;

/**
 * How long a run takes.
 *
 * @param sets fresh sets of processes: a server and a client in each language
 * @param turns through all ways, for each row; one for rows of more than 1 MiB
 * @param atMost trips of a way in a turn
 * @param tripsMs after this time a way begins no further trip in a turn
 * @param warmMs how long each way is warmed up in each row
 */
record KumonPlan(int sets, int turns, int atMost, long tripsMs, long warmMs, List<Kumon2017.Row> rows) {

    /** A quarter of an hour, by estimate. */
    static final KumonPlan LONG = new KumonPlan(3, 5, 1_000, 300, 400, Kumon2017.ROWS);

    /** A moment of all up to 1 MiB: it shows that everything works, and measures nothing. */
    static final KumonPlan TRIAL = new KumonPlan(1, 1, 5, 10, 0, Kumon2017.ROWS.subList(0, Kumon2017.ROWS.size() - 1));

    private static final int MIB = 1 << 20;

    int turnsOf(Kumon2017.Row row) {
        return row.requestBytes() > MIB ? 1 : turns;
    }

    String text() {
        return String.format(
                "runs      %d fresh sets of two JVMs and two C++ processes, %d turns each, up to %,d trips in %d ms each",
                sets, turns, atMost, tripsMs);
    }
}
