// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * What the file {@code stat} of proc(5) says of a process.
 *
 * @param exiting whether its first thread has ended or is ending, and so is the process, but for one that lives on without
 *     that thread; others of its threads may run for a moment yet
 * @param startTicks when it began, in ticks of the kernel's clock since the host began
 */
public record ProcessStatus(boolean exiting, long startTicks) {

    private static final int FLAGS = 6; // fields behind the name, which may have blanks in it
    private static final int START_TIME = 19;

    /** Of the kernel's sched.h: each thread has it before it lets go of the descriptors. */
    private static final int PF_EXITING = 0x4;

    /** Null if there is no process of that pid, it is hidden from this user, or there is no descriptor left to look. */
    public static ProcessStatus of(int pid) {
        try (InputStream in = new FileInputStream("/proc/" + pid + "/stat")) { // which an interrupt does not close
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
            return new ProcessStatus(
                    (Long.parseLong(fields[FLAGS]) & PF_EXITING) != 0, Long.parseLong(fields[START_TIME]));
        } catch (IOException e) {
            return null;
        }
    }
}
