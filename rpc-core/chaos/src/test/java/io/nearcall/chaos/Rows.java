// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import io.nearcall.chaos.kill.KilledAtRandom;
import io.nearcall.chaos.load.Load;
import io.nearcall.chaos.load.Restarted;
import io.nearcall.chaos.load.Soak;
import io.nearcall.chaos.stop.CoreDumped;
import io.nearcall.chaos.stop.LongCollections;
import io.nearcall.chaos.stop.Stopped;
import io.nearcall.chaos.stop.Terminated;
import java.util.List;

/** All rows, in the order of the table. */
final class Rows {

    private Rows() {}

    static List<Row> all() {
        return List.of(
                new KilledAtRandom(),
                new Stopped(),
                new LongCollections(),
                new CoreDumped(),
                new Terminated(),
                new Restarted(),
                new Load(),
                new Soak());
    }
}
