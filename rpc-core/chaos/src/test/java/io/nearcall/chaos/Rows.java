// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import io.nearcall.chaos.hostile.FlippedBits;
import io.nearcall.chaos.hostile.HostileFifos;
import io.nearcall.chaos.hostile.HostileFrames;
import io.nearcall.chaos.hostile.HostileGreeting;
import io.nearcall.chaos.hostile.HostileMemory;
import io.nearcall.chaos.kill.KilledAtRandom;
import io.nearcall.chaos.strangers.DoubleStarts;
import io.nearcall.chaos.strangers.Strangers;
import java.util.List;

/** All rows, in the order of the table. */
final class Rows {

    private Rows() {}

    static List<Row> all() {
        return List.of(
                new KilledAtRandom(),
                new HostileGreeting(),
                new HostileMemory(),
                new HostileFrames(),
                new HostileFifos(),
                new FlippedBits(),
                new Strangers(),
                new DoubleStarts());
    }
}
