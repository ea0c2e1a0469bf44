// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Which commit is being tried. */
final class Revision {

    private Revision() {}

    /** The commit's abbreviated name, and whether main sources differ from it; "unknown" outside of a repository. */
    static String current() {
        try {
            String commit = git("rev-parse", "--short=10", "HEAD");
            String changed = git("status", "--porcelain", "--", ":(top,glob)**/src/main/**");
            return commit.isEmpty() ? "unknown" : changed.isEmpty() ? commit : commit + " with changes";
        } catch (IOException e) {
            return "unknown"; // there is no git
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }

    private static String git(String... arguments) throws IOException, InterruptedException {
        String[] command = new String[arguments.length + 1];
        command[0] = "git";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return process.waitFor() == 0 ? answer : "";
    }
}
