// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** What has become of the process that has written a page. */
public enum ProcessState {
    /** It runs, or sleeps. */
    ALIVE,
    /** A signal or a debugger has stopped it. */
    STOPPED,
    /** There is none of that number, or one that was started at another time. */
    DEAD,
    /** It is in another pid namespace: its number means nothing here. */
    ELSEWHERE;

    private static final int STATE = 0; // fields behind the name, which may have blanks in it
    private static final int START_TIME = 19;

    /**
     * Looks at {@code /proc}.
     *
     * @param startTicks when the process began, as {@code /proc/PID/stat} says it; 0 if that is not known
     */
    public static ProcessState of(int pid, long startTicks) {
        try (InputStream in = new FileInputStream("/proc/" + pid + "/stat")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
            boolean other = startTicks != 0 && Long.parseLong(fields[START_TIME]) != startTicks;
            return switch (fields[STATE]) {
                case "Z", "X" -> DEAD;
                case "T", "t" -> other ? DEAD : STOPPED;
                default -> other ? DEAD : ALIVE;
            };
        } catch (IOException | RuntimeException e) { // there is none, or it ends just now
            return DEAD;
        }
    }
}
