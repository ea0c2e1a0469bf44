// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.OsException;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The main loop of a test program, on any system: it does what its input says, and answers each line with a line. */
public final class ProgramLoop {

    static final String ANSWER = "! ";

    private ProgramLoop() {}

    /** What a program can do. */
    public interface Commands {

        Object done(String command, String argument) throws Exception;
    }

    public static void run(Commands commands) throws IOException {
        InputStream in = new FileInputStream(FileDescriptor.in);
        say(System.getProperty("os.name") + " " + ProcessHandle.current().pid());
        for (String line = line(in); line != null; line = line(in)) {
            String[] words = line.trim().split(" ", 2);
            say(answer(commands, words[0], words.length > 1 ? words[1] : ""));
        }
    }

    /** Reads bytes: readers ask how many there are, which fails for a pipe under Wine before Java 21. */
    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return null;
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private static void say(String answer) {
        System.out.print(ANSWER + answer + "\n"); // not println, which ends lines otherwise on Windows
        System.out.flush();
    }

    private static String answer(Commands commands, String command, String argument) {
        try {
            return String.valueOf(commands.done(command, argument));
        } catch (OsException e) {
            return e.errnoName();
        } catch (Exception e) {
            return e.toString();
        }
    }
}
