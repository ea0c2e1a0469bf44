// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.process.Jvm;
import io.nearcall.chaos.process.VictimJvm;

/** Bytes of every kind, read in a process of 64 MiB wherever a peer's bytes are read. */
public final class HostileBytes implements Row {

    private static final int IN_SHORT_FORM = 120_000;
    private static final int IN_FULL = 5_000_000;

    @Override
    public String name() {
        return "hostile bytes";
    }

    @Override
    public String description() {
        return "A corpus contains valid and malicious messages. Each short message is tried with a false length"
                + " at every place, and all messages with random changes. They are read at -Xmx64m as control messages,"
                + " frames of a FIFO, records of a ring, values and exceptions. Each is read or refused in the"
                + " documented way, without an error of the JVM. That takes at most 250 ms of CPU time and loads no"
                + " class that is not allowed. It allocates at most 16 KiB, plus 16 bytes for each byte of the message."
                + " If the message is full of small objects, it is 160 bytes for each. Values that are too deep or too"
                + " long are refused as arguments and as results.";
    }

    @Override
    public String mutation() {
        return "the depth of values is not bounded";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        int messages = campaign.count(IN_SHORT_FORM, IN_FULL);
        long seed = campaign.random(this).nextLong();
        try (VictimJvm reader = VictimJvm.start(
                campaign.scratch(),
                Jvm.optimized(),
                Bombardment.class,
                Long.toString(seed),
                Integer.toString(messages))) {
            String line = reader.readLine();
            while (line != null && !line.equals("end")) {
                tell(tally, line);
                line = reader.readLine();
            }
            int status = reader.awaitExit();
            if (line == null || status != 0) {
                tally.crashed("the reader ended with status " + status);
            }
        }
    }

    private static void tell(Tally tally, String line) {
        String[] words = line.split(" ", 2);
        switch (words[0]) {
            case "read" -> {
                for (int i = Integer.parseInt(words[1]); i > 0; i--) {
                    tally.episode(0, 0);
                }
            }
            case "hung" -> tally.hung(words[1]);
            case "note" -> tally.note(words[1]);
            default -> tally.wrong(line);
        }
    }
}
