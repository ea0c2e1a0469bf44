// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import com.google.gson.Gson;
import io.nearcall.bench.pair.Child;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What a fresh JVM has done since its start. Each step has the time that it took. */
final class Marks {

    /** @param ns the time since the end of the step before */
    record Mark(String phase, long ns) {}

    /** The answer of the child. */
    record Found(List<Mark> marks) {}

    static final String UNTIL_MAIN = "JVM until main";

    private final List<Mark> marks = new ArrayList<>();
    private long lastNs;

    /**
     * @param startNs when the parent started this JVM, by its own {@link System#nanoTime}: on Linux that is the same
     *     clock in all processes
     * @param mainNs when {@code main} began
     */
    Marks(String startNs, long mainNs) {
        lastNs = Long.parseLong(startNs);
        add(UNTIL_MAIN, mainNs);
    }

    /** Records that something has been done since the last call of this method. */
    void done(String phase) {
        add(phase, System.nanoTime());
    }

    private void add(String phase, long nowNs) {
        marks.add(new Mark(phase, nowNs - lastNs));
        lastNs = nowNs;
    }

    /** Tells the parent, and waits until the parent has read it. */
    void tell() throws IOException {
        Child.answer(new Gson().toJson(new Found(marks)));
        while (System.in.read() >= 0) {
            // The end of standard input ends this JVM.
        }
    }
}
