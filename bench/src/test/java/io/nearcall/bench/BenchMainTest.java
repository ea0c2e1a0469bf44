// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(60)
class BenchMainTest {

    private static final int USAGE = 2;

    private final StringWriter errors = new StringWriter();

    @TempDir
    Path directory;

    @Test
    void shouldRefuseSystemsThatItDoesNotKnow() {
        assertThat(execute("--systems", "floor,nearcal-shm")).isEqualTo(USAGE);
        assertThat(errors.toString()).contains("nearcal-shm is none of floor, nearcall-shm");
    }

    @Test
    void shouldRefuseTwoLengthsAtOnce() {
        assertThat(execute("--quick", "--trial")).isEqualTo(USAGE);
        assertThat(errors.toString()).contains("--quick and --trial: one of them");
    }

    @Test
    void shouldRefuseToMeasureNoPair() {
        assertThat(execute("--pairs", "0")).isEqualTo(USAGE);
        assertThat(errors.toString()).contains("--pairs=0");
    }

    private int execute(String... options) {
        List<String> args = new ArrayList<>();
        for (String hidden :
                List.of("--floor-program", "--handover-program", "--samples-program", "--report", "--scratch")) {
            args.addAll(List.of(hidden, directory.toString()));
        }
        args.addAll(List.of(options));
        CommandLine line = BenchMain.commandLine().setErr(new PrintWriter(errors));
        return line.execute(args.toArray(new String[0]));
    }
}
