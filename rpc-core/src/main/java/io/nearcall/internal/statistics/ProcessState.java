// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The present state of the process that has written a page. */
public enum ProcessState {
    /** The process runs or sleeps. */
    ALIVE,
    /** A signal or a debugger has stopped the process. */
    STOPPED,
    /** There is no process with this id, or it was started at another time. */
    DEAD,
    /** The process is in another pid namespace, so its id has no meaning here. */
    ELSEWHERE;

    private static final int STATE = 0; // index of a field after the name, which may contain blanks
    private static final int START_TIME = 19;

    /**
     * Returns the state of a process, as read from {@code /proc}.
     *
     * @param startTicks when the process began, as in {@code /proc/PID/stat}; 0 if that is not known
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
        } catch (IOException | RuntimeException e) { // there is none, or it is just ending
            return DEAD;
        }
    }
}
