// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The compiler and the collector of each process that a row starts: drawn, as they differ in production, and counted. Any thread. */
public final class JvmDraw {

    /* The cheap JVM starts in half the time and has few threads of its own. In the short form most processes are cheap. In
     * the long form all are drawn, and some victims are called until C2 has compiled the code that reads a peer's bytes. */

    private static final int ONE_IN_IS_DRAWN_IN_SHORT_FORM = 6;
    private static final int ONE_IN_IS_WARM = 16;
    private static final String WARM = "C2 beforehand";
    private static final List<Collector> AVAILABLE =
            Arrays.stream(Collector.values()).filter(Collector::isAvailable).collect(Collectors.toUnmodifiableList());

    private static JvmDraw current = new JvmDraw(new SplittableRandom(), false);

    private final SplittableRandom random;
    private final boolean isLong;
    private final Map<String, Integer> compilers = new TreeMap<>();
    private final Map<String, Integer> collectors = new TreeMap<>();

    private JvmDraw(SplittableRandom random, boolean isLong) {
        this.random = random;
        this.isLong = isLong;
    }

    private enum Collector {
        SERIAL("Serial"),
        PARALLEL("Parallel"),
        G1("G1"),
        ZGC("Z"),
        SHENANDOAH("Shenandoah");

        private final String name;

        Collector(String name) {
            this.name = name;
        }

        String option() {
            return "-XX:+Use" + name + "GC";
        }

        /** Not every build of a JDK has every collector. */
        private boolean isAvailable() {
            try {
                return new ProcessBuilder(Jvm.ofThisProcess().toString(), option(), "-version")
                                .redirectErrorStream(true)
                                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .start()
                                .waitFor()
                        == 0;
            } catch (IOException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    /** A row begins. */
    public static synchronized void begin(SplittableRandom random, boolean isLong) {
        current = new JvmDraw(random, isLong);
    }

    /** What the row's processes were, so far: a sentence without its full stop; empty if there was none. */
    public static synchronized String told() {
        return current.compilers.isEmpty()
                ? ""
                : "processes compiled by " + told(current.compilers) + "; collected by " + told(current.collectors);
    }

    private static String told(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue())
                .collect(Collectors.joining(", "));
    }

    /** The options of the next process. */
    static synchronized List<String> next() {
        return current.draw();
    }

    /** The options of the next process, which C2 compiles, and in the long form before it is needed. */
    static synchronized List<String> nextOptimized() {
        List<String> options = new ArrayList<>();
        current.drawCollector(options, current.isLong ? WARM : "C2");
        if (current.isLong) {
            options.addAll(CompiledReaders.WARM);
        }
        return options;
    }

    private List<String> draw() {
        List<String> options = new ArrayList<>();
        if (!isLong && random.nextInt(ONE_IN_IS_DRAWN_IN_SHORT_FORM) != 0) {
            options.addAll(Jvm.CHEAP);
            count("C1", Collector.SERIAL);
        } else if (random.nextBoolean()) {
            options.add(Jvm.C1);
            drawCollector(options, "C1");
        } else {
            boolean warm = isLong && random.nextInt(ONE_IN_IS_WARM) == 0;
            if (warm) {
                options.addAll(CompiledReaders.WARM);
            }
            drawCollector(options, warm ? WARM : "C2");
        }
        return options;
    }

    private void drawCollector(List<String> options, String compiler) {
        Collector collector = AVAILABLE.get(random.nextInt(AVAILABLE.size()));
        options.add(collector.option());
        count(compiler, collector);
    }

    private void count(String compiler, Collector collector) {
        compilers.merge(compiler, 1, Integer::sum);
        collectors.merge(collector.name, 1, Integer::sum);
    }
}
