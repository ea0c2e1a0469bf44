// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.ObjectName;

/** A process with a small heap that reads the corpus and mutations of it. Prints its progress line by line. */
final class Bombardment implements AutoCloseable {

    private static final int MAX_SWEPT_BYTES = 100;
    private static final int MAX_FAULTS = 20;
    private static final int REPORT_EVERY = 100_000;
    private static final int SHARES = 100;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);
    private static final String PREFIX = Bombardment.class.getPackageName() + ".Canaries$";

    private final Gate gate = new Gate();
    private final Judge judge = new Judge(gate, 1);
    private final SplittableRandom random;
    private final List<Reading> readings = new ArrayList<>();
    private final List<Mutator> mutators = new ArrayList<>();
    private volatile boolean reading = true;
    private int faults;

    private Bombardment(long seed) throws IOException {
        random = new SplittableRandom(seed);
        Path directory = Files.createTempDirectory("fifos");
        directory.toFile().deleteOnExit();
        add(Readings.values(gate));
        add(Readings.exceptions(gate));
        add(new ControlReading());
        add(new Readings.OfRing());
        add(new Readings.OfFifo(directory));
    }

    private void add(Reading reading) throws IOException {
        readings.add(Corpus.warmed(reading, judge));
        mutators.add(new Mutator(Corpus.of(reading), random.split()));
    }

    public static void main(String[] arguments) throws Exception {
        try (Bombardment bombardment = new Bombardment(Long.parseLong(arguments[0]))) {
            bombardment.watch();
            int replayed = bombardment.replay();
            int swept = bombardment.sweep();
            System.out.println("read " + (replayed + swept));
            bombardment.mutate(Integer.parseInt(arguments[1]));
            bombardment.reading = false;
            BothWays.run(bombardment::report);
            bombardment.lookForCanaries();
            System.out.println("note " + replayed + " messages of the corpus, " + swept
                    + " with a length that lies, and " + arguments[1] + " mutated ones: "
                    + bombardment.judge.taken()
                    + " were taken, the others refused");
            System.out.printf(
                    "note %d of them, full of small objects, allocated more than 16 times their size and 16 KiB, at most %.0f"
                            + " times and 16 KiB%n",
                    bombardment.judge.dense(), bombardment.judge.mostPerByte());
        }
        System.out.println("end");
    }

    /** Ends the process if reading one message takes for ever, which no other thread notices. */
    private void watch() {
        Thread watchdog = new Thread(() -> {
            int before = -1;
            while (judge.begun() != before) {
                before = judge.begun();
                LockSupport.parkNanos(PATIENCE_NS);
            }
            if (!reading) {
                return;
            }
            System.out.println("hung " + judge.current());
            System.out.println("end");
            System.out.flush();
            Runtime.getRuntime().halt(0);
        });
        watchdog.setDaemon(true);
        watchdog.start();
    }

    private void report(String fault) {
        if (fault != null && faults++ < MAX_FAULTS) {
            System.out.println("wrong " + fault);
        }
    }

    private int replay() throws IOException {
        int count = 0;
        for (Reading reading : readings) {
            for (byte[] message : Corpus.of(reading)) {
                report(judge.read(reading, message));
                count++;
            }
        }
        return count;
    }

    /** Tries every short message with every false number at every place: no length in it must cost what it claims. */
    private int sweep() throws IOException {
        int count = 0;
        for (Reading reading : readings) {
            for (byte[] message : Corpus.of(reading)) {
                if (message.length <= MAX_SWEPT_BYTES) {
                    for (byte[] changed : Mutator.sweep(message)) {
                        report(judge.readOne(reading, changed));
                        count++;
                    }
                }
            }
        }
        return count;
    }

    private void mutate(int messages) {
        for (int i = 1; i <= messages; i++) {
            int share = random.nextInt(SHARES);
            int which = share < 60 ? 0 : share < 80 ? 1 : share < 90 ? 2 : share < 98 ? 3 : 4;
            report(judge.read(readings.get(which), mutators.get(which).next()));
            if (i % REPORT_EVERY == 0 || i == messages) {
                System.out.println("read " + ((i - 1) % REPORT_EVERY + 1));
            }
        }
    }

    /** Among all that the JVM has loaded, by whichever loader. */
    private void lookForCanaries() throws JMException, ClassNotFoundException {
        List<String> found = canaries();
        if (!found.isEmpty()) {
            report("canaries were loaded: " + found);
        }
        Class.forName(PREFIX + "Plain", false, getClass().getClassLoader());
        if (canaries().isEmpty()) {
            report("a canary that is loaded is not found");
        }
    }

    private static List<String> canaries() throws JMException {
        return classes()
                .lines()
                .filter(line -> line.contains(PREFIX) && !line.contains(Canaries.Song.class.getName()))
                .toList();
    }

    private static String classes() throws JMException {
        return (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "vmClassHierarchy",
                        new Object[] {new String[] {"-i"}},
                        new String[] {String[].class.getName()});
    }

    @Override
    public void close() {
        readings.forEach(Reading::close);
    }
}
