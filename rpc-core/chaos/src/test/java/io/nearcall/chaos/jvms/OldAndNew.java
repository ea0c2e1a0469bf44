// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.jvms;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.process.Launch;
import io.nearcall.chaos.process.VictimJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The oldest and the newest JDK in both roles. */
public final class OldAndNew implements Row {

    private static final int ROUNDS_IN_SHORT_FORM = 1;
    private static final int ROUNDS_IN_FULL = 50;

    @Override
    public String name() {
        return "old and new";
    }

    @Override
    public String description() {
        return "This JDK and a JDK 25 each call a server on the same JDK and one on the other, over "
                + Schemes.inWords()
                + ". They make all kinds of calls, with values of about 40 classes, and exceptions. An episode is one"
                + " pair, channel and direction. Its delay is that of all its calls together.";
    }

    @Override
    public String mutation() {
        return "the shape of a record, by which both sides compare their versions, depends on the JDK";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        Optional<Path> newer = Campaign.java25();
        List<VictimJvm> sides = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                Launch launch = new Launch(Side.class);
                if (i % 2 == 1) {
                    newer.ifPresent(launch::java);
                }
                sides.add(launch.start(campaign.scratch(), "gallery-" + i));
            }
            for (VictimJvm side : sides) {
                side.expect("ready");
            }
            for (int round = campaign.count(ROUNDS_IN_SHORT_FORM, ROUNDS_IN_FULL); round > 0; round--) {
                for (String scheme : Schemes.ALL) {
                    for (int caller = 0; caller < 2; caller++) { // calls its like, which is 2 further, and the other
                        visit(sides.get(caller), scheme + ":", 2, tally);
                        visit(sides.get(caller), scheme + ":", 3, tally);
                    }
                }
            }
        } finally {
            for (VictimJvm side : sides) {
                side.terminate(); // so that the service names are removed, too
                side.awaitExit();
                side.close();
            }
        }
        int version = Runtime.version().feature();
        tally.note(
                newer.isPresent()
                        ? "JDK " + version + " and JDK 25 in all four pairs"
                        : "there was no JDK 25: JDK " + version + " with itself");
    }

    private static void visit(VictimJvm caller, String channel, int called, Tally tally) throws Exception {
        long startNs = System.nanoTime();
        caller.send(channel + "gallery-" + called);
        String[] answer = caller.readLine().split(" ", 3);
        tally.delay(System.nanoTime() - startNs);
        tally.episode(Long.parseLong(answer[1]), 0);
        int expected = called % 2 == 1 && Campaign.java25().isPresent()
                ? 25
                : Runtime.version().feature();
        if (Integer.parseInt(answer[0]) != expected) {
            tally.wrong("JVM " + answer[0] + " instead of " + expected);
        }
        if (!answer[2].isEmpty()) {
            tally.wrong(channel + " to JVM " + answer[0] + ": " + answer[2]);
        }
    }
}
