// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads the corpus once. With the environment variable JAZZER_FUZZ=1 and one method named by -Dtest, it fuzzes that method
 * from the corpus on. Findings go to the corpus when they are fixed.
 */
class BytesFuzzTest {

    /** What Jazzer weaves in allocates and takes time, too. The row of the campaign does without it and measures exactly. */
    private static final long SLACK = System.getenv("JAZZER_FUZZ") == null ? 8 : 64;

    private static final Gate GATE = new Gate();
    private static final Judge JUDGE = new Judge(GATE, SLACK);

    @TempDir
    private static Path directory;

    private static Reading values;
    private static Reading exceptions;
    private static Reading control;
    private static Reading fifo;
    private static Reading ring;

    @BeforeAll
    static void open() throws IOException {
        values = Corpus.warmed(Readings.values(GATE), JUDGE);
        exceptions = Corpus.warmed(Readings.exceptions(GATE), JUDGE);
        control = Corpus.warmed(new ControlReading(), JUDGE);
        fifo = Corpus.warmed(new Readings.OfFifo(directory), JUDGE);
        ring = Corpus.warmed(new Readings.OfRing(), JUDGE);
    }

    @AfterAll
    static void close() {
        values.close();
        exceptions.close();
        control.close();
        fifo.close();
        ring.close();
    }

    private static void judge(Reading reading, byte[] message) {
        String fault = JUDGE.read(reading, message);
        if (fault != null) {
            throw new AssertionError(fault);
        }
    }

    @FuzzTest
    void values(byte[] message) {
        judge(values, message);
    }

    @FuzzTest
    void exceptions(byte[] message) {
        judge(exceptions, message);
    }

    @FuzzTest
    void control(byte[] message) {
        judge(control, message);
    }

    @FuzzTest
    void fifo(byte[] message) {
        judge(fifo, message);
    }

    @FuzzTest
    void ring(byte[] message) {
        judge(ring, message);
    }
}
