// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.jvms;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.process.Launch;
import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A client and a server under the JVM's own checks of native code. */
public final class CheckedNatives implements Row {

    private static final int ROUNDS_IN_SHORT_FORM = 3;
    private static final int ROUNDS_IN_FULL = 100;

    @Override
    public String name() {
        return "checked natives";
    }

    @Override
    public String description() {
        return "A client and a server run under -Xcheck:jni, over " + Schemes.inWords() + ", make all kinds of calls"
                + " and end in order. Each unexpected line on their error output or among their answers is wrong. In each"
                + " build, the tests of ipc-native also run the C code under ASan and UBSan, and every native once under"
                + " -Xcheck:jni.";
    }

    @Override
    public String mutation() {
        return "a native makes more local references than it may";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        Path errors = campaign.scratch().resolve("errors.txt");
        Launch launch = new Launch(Side.class).option("-Xcheck:jni").errors(errors);
        try (VictimJvm server = launch.start(campaign.scratch(), "checked");
                VictimJvm client = launch.start(campaign.scratch(), "checking")) {
            answer(server, "ready", tally);
            answer(client, "ready", tally);
            for (int round = campaign.count(ROUNDS_IN_SHORT_FORM, ROUNDS_IN_FULL); round > 0; round--) {
                for (String scheme : Schemes.ALL) {
                    visit(client, scheme + ":", tally);
                }
            }
            for (VictimJvm side : List.of(client, server)) {
                side.terminate();
                side.awaitExit();
                String line;
                while ((line = side.readLine()) != null) {
                    tally.wrong("said at the end: " + line);
                }
            }
        } finally {
            if (Files.exists(errors)) {
                Files.readAllLines(errors).forEach(line -> tally.wrong("error output: " + line));
                Files.delete(errors);
            }
        }
    }

    private static void visit(VictimJvm client, String channel, Tally tally) throws Exception {
        client.send(channel + "checked");
        String[] answer = answer(client, "\\d+ \\d+ .*", tally).split(" ", 3);
        tally.episode(Long.parseLong(answer[1]), 0);
        if (!answer[2].isEmpty()) {
            tally.wrong(channel + " " + answer[2]);
        }
    }

    /** The next line of the program. All lines before it come from the JVM. */
    private static String answer(VictimJvm side, String pattern, Tally tally) throws IOException {
        String line = side.readLine();
        while (line != null && !line.matches(pattern)) {
            tally.wrong("said: " + line);
            line = side.readLine();
        }
        if (line == null) {
            throw new IOException("process " + side.pid() + " has ended");
        }
        return line;
    }
}
