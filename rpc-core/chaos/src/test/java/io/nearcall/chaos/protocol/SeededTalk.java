// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Valid conversations and those of the corpus, then conversations of random inputs for some seconds, without Jazzer. The
 * arguments are the seed and the seconds. With {@code replay INPUT TIMES} it runs only that input, in hexadecimal digits.
 * It prints its progress line by line.
 */
final class SeededTalk {

    private static final int LONGEST = 400;
    private static final int MAX_CHANGES = 4;
    private static final int MAX_FAULTS = 5;
    private static final int REPORT_EVERY = 100;

    private final SplittableRandom random;
    private final List<byte[]> known = new ArrayList<>(Inputs.all());
    private int faults;

    private SeededTalk(long seed) {
        random = new SplittableRandom(seed);
        known.addAll(Honest.all());
    }

    public static void main(String[] arguments) {
        if (arguments.length == 3) { // one input, that many times
            try (Trial trial = new Trial(Trial.IMPATIENT)) {
                for (int i = Integer.parseInt(arguments[2]); i > 0; i--) {
                    System.out.println(trial.run(HexFormat.of().parseHex(arguments[1])));
                }
            }
            return;
        }
        new SeededTalk(Long.parseLong(arguments[0])).talk(Long.parseLong(arguments[1]));
        System.out.println("end");
    }

    private void talk(long seconds) {
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        try (Trial trial = new Trial(Trial.IMPATIENT)) {
            known.forEach(input -> run(trial, input));
            while (System.nanoTime() - untilNs < 0 && faults < MAX_FAULTS) {
                run(trial, next());
                if (trial.conversations() % REPORT_EVERY == 0) {
                    System.out.println("talked " + REPORT_EVERY);
                }
            }
            System.out.println("talked " + trial.conversations() % REPORT_EVERY);
            System.out.println("note JDK " + Runtime.version().feature() + ": " + trial.conversations()
                    + " conversations, " + trial.answers() + " calls in them answered, " + trial.compared()
                    + " of which could be answered in one way only; " + trial.returned()
                    + " calls of clients returned");
        }
    }

    private void run(Trial trial, byte[] input) {
        String fault = trial.run(input);
        if (fault != null) {
            faults++;
            System.out.println("wrong " + fault.replace("\n", " | ") + " input "
                    + HexFormat.of().formatHex(input));
        }
    }

    /** Random bytes, or a known conversation with some changed bytes, and perhaps the end of another one. */
    private byte[] next() {
        if (random.nextBoolean()) {
            byte[] input = new byte[random.nextInt(LONGEST)];
            random.nextBytes(input);
            return input;
        }
        byte[] input = known();
        for (int i = random.nextInt(MAX_CHANGES); i > 0 && input.length > 0; i--) {
            input[random.nextInt(input.length)] = (byte) random.nextInt();
        }
        if (random.nextBoolean()) {
            byte[] other = known();
            byte[] begun = Arrays.copyOf(input, random.nextInt(input.length + 1));
            return new Body()
                    .raw(begun)
                    .raw(Arrays.copyOfRange(other, random.nextInt(other.length + 1), other.length))
                    .toBytes();
        }
        return input;
    }

    private byte[] known() {
        return known.get(random.nextInt(known.size())).clone();
    }
}
