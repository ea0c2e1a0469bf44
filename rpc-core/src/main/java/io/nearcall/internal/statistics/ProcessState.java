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
    /** The process is in another pid namespace, so its id has no meaning here. It may be dead, unless it holds a page. */
    ELSEWHERE;

    private static final int FIELDS_TO_START_TIME = 19; // from the state on, which comes after the name
    private static final int MOST_BYTES = 1024; // the start time is among the first half of these

    /**
     * Returns the state of a process, as read from {@code /proc}.
     *
     * @param startTicks when the process began, as in {@code /proc/PID/stat}; 0 if that is not known
     */
    public static ProcessState of(int pid, long startTicks) {
        try (InputStream in = new FileInputStream("/proc/" + pid + "/stat")) {
            byte[] bytes = new byte[MOST_BYTES];
            String text = new String(bytes, 0, in.read(bytes), StandardCharsets.ISO_8859_1);
            int state = text.lastIndexOf(')') + 2; // the name may contain blanks and parentheses
            boolean other = startTicks != 0 && startTicks(text, state) != startTicks;
            return switch (text.charAt(state)) {
                case 'Z', 'X' -> DEAD;
                case 'T', 't' -> other ? DEAD : STOPPED;
                default -> other ? DEAD : ALIVE;
            };
        } catch (IOException | RuntimeException e) { // there is none, or it is just ending
            return DEAD;
        }
    }

    private static long startTicks(String text, int state) {
        int from = state;
        for (int i = 0; i < FIELDS_TO_START_TIME; i++) {
            from = text.indexOf(' ', from) + 1;
        }
        return Long.parseLong(text, from, text.indexOf(' ', from), 10);
    }
}
