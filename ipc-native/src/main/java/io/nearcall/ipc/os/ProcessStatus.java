// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * The contents of the file {@code stat} of proc(5) for a process.
 *
 * @param exiting whether its first thread has ended or is ending. Then the process is ending, too, except if it lives
 *     on without that thread. Others of its threads may run for a moment yet
 * @param startTicks when the process began, in ticks of the kernel's clock since the host began
 */
public record ProcessStatus(boolean exiting, long startTicks) {

    private static final int FLAGS = 6; // fields behind the name, which may have blanks in it
    private static final int START_TIME = 19;

    /** From the kernel's sched.h. Each thread has this flag before it lets go of the descriptors. */
    private static final int PF_EXITING = 0x4;

    /**
     * Returns null if there is no such process, it is hidden from this user, or there is no descriptor left to look.
     */
    public static ProcessStatus of(int pid) {
        try (InputStream in = new FileInputStream("/proc/" + pid + "/stat")) { // an interrupt does not close it
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
            return new ProcessStatus(
                    (Long.parseLong(fields[FLAGS]) & PF_EXITING) != 0, Long.parseLong(fields[START_TIME]));
        } catch (IOException e) {
            return null;
        }
    }
}
