// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code samples/run from-rmi} prints of {@code int free()}, which is the first figure that many users see. Its
 * warm-up is a fraction of a second.
 *
 * @param rmiP50Us the median with Java RMI
 * @param nearcallP50Us the median with {@code io.nearcall.rmi}
 */
public record RmiSample(double rmiP50Us, double nearcallP50Us) {

    private static final Pattern LINE =
            Pattern.compile("int free\\(\\) +java\\.rmi ([0-9.]+) us .*, io\\.nearcall\\.rmi ([0-9.]+) us ");

    /**
     * Runs the sample, which first builds what it needs. Blocks.
     *
     * @param program {@code samples/run}
     */
    static List<RmiSample> measure(int runs, Path program) throws IOException, InterruptedException {
        List<RmiSample> found = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            found.add(run(program));
        }
        return found;
    }

    private static RmiSample run(Path program) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(program.toString(), "from-rmi")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (InputStream output = process.getInputStream()) {
            String printed = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException("samples/run from-rmi: status " + status + ", printed:\n" + printed);
            }
            return of(printed);
        } finally {
            process.destroy();
        }
    }

    static RmiSample of(String printed) throws IOException {
        Matcher line = LINE.matcher(printed);
        if (!line.find()) {
            throw new IOException("samples/run from-rmi printed no times of int free():\n" + printed);
        }
        return new RmiSample(Double.parseDouble(line.group(1)), Double.parseDouble(line.group(2)));
    }

    double timesAsFast() {
        return rmiP50Us / nearcallP50Us;
    }
}
