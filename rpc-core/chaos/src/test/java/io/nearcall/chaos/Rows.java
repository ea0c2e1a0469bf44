// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import io.nearcall.chaos.jvms.CheckedNatives;
import io.nearcall.chaos.jvms.OldAndNew;
import io.nearcall.chaos.kill.KilledAtPoint;
import io.nearcall.chaos.kill.KilledAtRandom;
import io.nearcall.chaos.races.ClosedUnderCalls;
import io.nearcall.chaos.races.Interrupted;
import io.nearcall.chaos.races.PingPongs;
import io.nearcall.chaos.races.Positions;
import io.nearcall.chaos.shortage.ComeAndGo;
import io.nearcall.chaos.shortage.FailingCalls;
import io.nearcall.chaos.shortage.NoDescriptors;
import io.nearcall.chaos.shortage.NoMemory;
import java.util.List;

/** All rows, in the order of the table. */
final class Rows {

    private Rows() {}

    static List<Row> all() {
        return List.of(
                new KilledAtPoint(),
                new KilledAtRandom(),
                new ClosedUnderCalls(),
                new PingPongs(),
                new Positions(),
                new Interrupted(),
                new FailingCalls(),
                new NoDescriptors(),
                new NoMemory(),
                new ComeAndGo(),
                new CheckedNatives(),
                new OldAndNew());
    }
}
