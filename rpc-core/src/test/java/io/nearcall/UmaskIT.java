// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Workshop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process whose umask removes all permissions from the files that it creates. */
@Timeout(120)
class UmaskIT {

    /** Root without the right to pass over permissions. */
    private static final List<String> AS_ANY_USER =
            List.of("setpriv", "--bounding-set", "-dac_override,-dac_read_search");

    @TempDir
    Path temporary;

    @ParameterizedTest
    @ValueSource(strings = {"shm", "fifo", "unix", "sysvshm", "sysvmq", "plain"})
    void shouldMeetAndCallWhateverTheUmask(String channel) throws Exception {
        List<String> prefix = new ArrayList<>();
        if (CurrentProcess.uid() == 0) {
            assumeTrue(canRun(AS_ANY_USER), "there is no setpriv");
            prefix.addAll(AS_ANY_USER);
        }
        prefix.addAll(List.of("sh", "-c", "umask 777; exec \"$@\"", "sh"));
        String directory = temporary.resolve("run").toString();
        try (OtherJvm jvm = OtherJvm.start(prefix, 64, Masked.class, channel, directory)) {
            StringBuilder said = new StringBuilder();
            for (String line = jvm.readLine(); line != null; line = jvm.readLine()) {
                said.append(line).append('\n');
            }
            assertThat(said.toString()).endsWith("called 1\n");
        }
    }

    private static boolean canRun(List<String> prefix) throws InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Calls itself over a channel, through two endpoints, the second of which finds the directory made. */
    static final class Masked {

        private Masked() {}

        public static void main(String[] arguments) {
            String channel = arguments[0];
            System.setProperty("io.nearcall.dir", arguments[1]);
            if (channel.equals("plain")) {
                System.setProperty("io.nearcall.native.library", "/nowhere/libnearcall.so");
                channel = "unix";
            }
            try (Endpoint server = Endpoint.builder().channel(channel).open();
                    Endpoint client = Endpoint.builder().channel(channel).open()) {
                server.export(Workshop.class, new QuietWorkshop());
                System.out.println("called " + client.lookup(Workshop.class).echo(1));
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
    }
}
