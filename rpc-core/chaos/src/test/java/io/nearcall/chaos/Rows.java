// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import io.nearcall.chaos.bytes.HostileBytes;
import io.nearcall.chaos.hostile.FlippedBits;
import io.nearcall.chaos.hostile.HostileFifos;
import io.nearcall.chaos.hostile.HostileFrames;
import io.nearcall.chaos.hostile.HostileGreeting;
import io.nearcall.chaos.hostile.HostileMemory;
import io.nearcall.chaos.hostile.HostileReferences;
import io.nearcall.chaos.hostile.HostileSessions;
import io.nearcall.chaos.hostile.HostileToC;
import io.nearcall.chaos.jvms.CheckedNatives;
import io.nearcall.chaos.jvms.OldAndNew;
import io.nearcall.chaos.kill.KilledAtPoint;
import io.nearcall.chaos.kill.KilledAtRandom;
import io.nearcall.chaos.kill.KilledBesideC;
import io.nearcall.chaos.kill.KilledBetweenHosts;
import io.nearcall.chaos.kill.KilledInC;
import io.nearcall.chaos.limits.ResourceRows;
import io.nearcall.chaos.load.Load;
import io.nearcall.chaos.load.Restarted;
import io.nearcall.chaos.load.Soak;
import io.nearcall.chaos.protocol.FuzzedProtocol;
import io.nearcall.chaos.races.ClosedUnderCalls;
import io.nearcall.chaos.races.Interrupted;
import io.nearcall.chaos.races.PingPongs;
import io.nearcall.chaos.races.Positions;
import io.nearcall.chaos.references.References;
import io.nearcall.chaos.shortage.ComeAndGo;
import io.nearcall.chaos.shortage.FailingCalls;
import io.nearcall.chaos.shortage.NoDescriptors;
import io.nearcall.chaos.shortage.NoMemory;
import io.nearcall.chaos.stop.CoreDumped;
import io.nearcall.chaos.stop.LongCollections;
import io.nearcall.chaos.stop.Stopped;
import io.nearcall.chaos.stop.StoppedBetweenHosts;
import io.nearcall.chaos.stop.Terminated;
import io.nearcall.chaos.strangers.CleanedNames;
import io.nearcall.chaos.strangers.DoubleStarts;
import io.nearcall.chaos.strangers.Strangers;
import io.nearcall.chaos.tangles.FalseCycles;
import io.nearcall.chaos.windows.KilledOnWindows;
import java.util.ArrayList;
import java.util.List;

/** All rows, in the order of the table. */
final class Rows {

    private Rows() {}

    static List<Row> all() {
        List<Row> rows = new ArrayList<>(List.of(
                new KilledAtPoint(),
                new KilledAtRandom(),
                new KilledBetweenHosts(),
                new KilledInC(),
                new KilledBesideC(),
                new KilledOnWindows(),
                new Stopped(),
                new StoppedBetweenHosts(),
                new LongCollections(),
                new CoreDumped(),
                new Terminated(),
                new Restarted(),
                new HostileGreeting(),
                new HostileMemory(),
                new HostileFrames(),
                new HostileReferences(),
                new HostileToC(),
                new HostileFifos(),
                new HostileSessions(),
                new FlippedBits(),
                new HostileBytes(),
                new FuzzedProtocol(),
                new Strangers(),
                new DoubleStarts(),
                new CleanedNames(),
                new FailingCalls(),
                new NoDescriptors(),
                new NoMemory(),
                new ComeAndGo(),
                new References(),
                new ClosedUnderCalls(),
                new PingPongs(),
                new Positions(),
                new Interrupted(),
                new FalseCycles(),
                new Load(),
                new Soak(),
                new CheckedNatives(),
                new OldAndNew()));
        rows.addAll(ResourceRows.all());
        return rows;
    }
}
