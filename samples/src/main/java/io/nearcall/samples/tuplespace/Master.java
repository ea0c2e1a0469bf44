// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.samples.tuplespace.TupleSpace.Holder;
import io.nearcall.samples.tuplespace.comparison.Throughput;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The client: puts tasks into the space, kills a worker, takes the results out, and prints who did what. */
@Command(
        name = "tuplespace",
        description = "Counts primes with several worker JVMs, and kills one of them at work.",
        exitCodeOnExecutionException = 1)
public final class Master implements Callable<Integer> {

    private static final int MOST_WORKERS = 64;
    private static final int SMALL_TASKS = 199;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Option(
            names = {"-w", "--workers"},
            paramLabel = "N",
            defaultValue = "3",
            description = "How many worker JVMs to wait for, 1 to " + MOST_WORKERS + "; ${DEFAULT-VALUE} by default.")
    private int workers;

    @Option(
            names = {"-b", "--below"},
            paramLabel = "N",
            defaultValue = "5000000",
            description = "Counts the primes below this, 10000 to 100000000; ${DEFAULT-VALUE} by default.")
    private int below;

    @Option(
            names = {"-k", "--keep"},
            description = "Kills nobody.")
    private boolean keep;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Says this.")
    private boolean help;

    @Spec
    private CommandSpec command;

    public static void main(String[] args) {
        System.exit(new CommandLine(new Master()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        require("--workers", workers, 1, MOST_WORKERS);
        require("--below", below, 10_000, 100_000_000);
        try (Endpoint endpoint = Endpoint.open()) {
            TupleSpace space = endpoint.lookup(TupleSpace.class);
            awaitWorkers(space);
            countPrimes(space);
            System.out.println(Throughput.measure(endpoint, space));
            return 0;
        } catch (GaveUp | NearcallException e) {
            System.err.println("tuplespace: " + e.getMessage());
            return 1;
        }
    }

    private void require(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new ParameterException(
                    command.commandLine(),
                    option + " " + value + ": name a number from " + least + " to " + most + ".");
        }
    }

    /** Waits until all workers wait for work, so each of them gets a share, however quick the first worker is. */
    private void awaitWorkers(TupleSpace space) throws InterruptedException {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (space.census().waiting() < workers) {
            if (System.nanoTime() - endNs > 0) {
                throw new GaveUp("Only " + space.census().waiting() + " of " + workers + " workers wait for work after "
                        + PATIENCE.toSeconds() + " s. Start another, or ask for fewer: --workers N.");
            }
            Thread.sleep(20);
        }
    }

    private void countPrimes(TupleSpace space) throws InterruptedException {
        long job = System.currentTimeMillis(); // keeps this job apart from what an aborted job has left
        long beganNs = System.nanoTime();
        int tasks = putTasks(space, job);
        System.out.println(tasks + " tasks are in the space.");
        Template result = Template.of("primes", job, int.class, int.class, String.class);
        Map<String, Integer> tasksByWorker = new TreeMap<>();
        boolean killed = false;
        long primes = 0;
        for (int done = 0; done < tasks; done++) {
            Tuple part = nextResult(space, result);
            primes += part.number(3);
            tasksByWorker.merge(part.text(4), 1, Integer::sum);
            killed = killed || !keep && killWhoeverHas(space, largeTask(job));
        }
        double tookS = (System.nanoTime() - beganNs) / 1e9;
        tasksByWorker.forEach((worker, count) -> System.out.printf(Locale.ROOT, "%-10s %3d tasks%n", worker, count));
        System.out.printf(Locale.ROOT, "%d tasks in %.2f s, %.0f a second.%n", tasks, tookS, tasks / tookS);
        int expected = Primes.sieve(below);
        if (primes != expected) {
            throw new GaveUp(primes + " primes below " + below + ", but a sieve finds " + expected
                    + ": work was lost, or done twice. That must not be.");
        }
        System.out.printf(
                Locale.ROOT,
                "%,d primes below %,d, as a sieve finds too: no task was lost, none counted twice.%n",
                primes,
                below);
    }

    private static Tuple nextResult(TupleSpace space, Template result) throws InterruptedException {
        Optional<Tuple> found = space.in(result, PATIENCE);
        while (found.isEmpty()) {
            if (space.census().held() == 0) {
                throw new GaveUp(
                        "No result for " + PATIENCE.toSeconds() + " s, and nobody is at work. Start a worker.");
            }
            found = space.in(result, PATIENCE);
        }
        return found.get();
    }

    /** Puts many small tasks and one large task. The large task leaves time to catch the worker that has it. */
    private int putTasks(TupleSpace space, long job) {
        int step = Math.max(1, largeFrom() / SMALL_TASKS);
        int tasks = 0;
        for (int from = 0; from < largeFrom(); from += step) {
            space.out(Tuple.of("task", job, from, Math.min(from + step, largeFrom())));
            tasks++;
            if (tasks == SMALL_TASKS / 3) {
                space.out(Tuple.of("task", job, largeFrom(), below));
            }
        }
        return tasks + 1;
    }

    private int largeFrom() {
        return below / 10 * 7;
    }

    private Template largeTask(long job) {
        return Template.of("task", job, largeFrom(), below);
    }

    /** Kills the worker that has a task, as kill -9 does. Returns false if no worker has it. */
    private static boolean killWhoeverHas(TupleSpace space, Template task) throws InterruptedException {
        Optional<Holder> holder = space.holder(task);
        if (holder.isEmpty()) {
            return false;
        }
        Holder victim = holder.get();
        ProcessHandle.of(victim.pid()).ifPresent(ProcessHandle::destroyForcibly);
        System.out.println("Killed " + victim + ", which had the largest task in hand.");
        long killedNs = System.nanoTime();
        while (space.holder(task).filter(victim::equals).isPresent()) {
            TimeUnit.MICROSECONDS.sleep(100);
        }
        System.out.printf(Locale.ROOT, "%.1f ms later it had not.%n", (System.nanoTime() - killedNs) / 1e6);
        return true;
    }

    /** The work cannot be done. The message says why and what to do. */
    private static final class GaveUp extends RuntimeException {
        private static final long serialVersionUID = 1L;

        GaveUp(String message) {
            super(message);
        }
    }
}
