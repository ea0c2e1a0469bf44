// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The behaviour that OpenJDK's juicer checks: objects of both sides call each other back and forth, from several threads, with
 * data that each of them overwrites. The data is copied, so the writes affect no other object.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class JuicerIT {

    private static final int THREADS = 4;
    private static final int ROUNDS = 25;
    private static final int DEPTH = 9;

    @AfterEach
    void close() {
        Rmi.close();
    }

    /** Of the server: makes presses, and has the client's orchards give it fruit. */
    public interface Factory extends Remote {
        int work(Orchard orchard, int rounds) throws RemoteException;
    }

    /** Of the client. */
    public interface Orchard extends Remote {
        Fruit pick() throws RemoteException;
    }

    /** Takes data, passes it on to the other kind, and answers with it, increased by one for each that it has passed. */
    public interface Fruit extends Remote {
        int[] squeeze(Press press, int[] pulp, int depth) throws RemoteException;
    }

    /** As {@link Fruit}, of the server. */
    public interface Press extends Remote {
        int[] squeeze(Fruit fruit, int[] pulp, int depth) throws RemoteException;
    }

    /** What the two kinds have in common. */
    private interface Step {
        int[] next(int[] pulp, int depth) throws RemoteException;
    }

    private static int[] squeeze(int[] pulp, int depth, Step step) throws RemoteException {
        int[] before = pulp.clone();
        int[] juice = depth == 0 ? pulp.clone() : step.next(pulp, depth - 1);
        for (int i = 0; i < pulp.length; i++) {
            if (pulp[i] != before[i] || juice[i] != before[i] + depth) {
                throw new IllegalStateException("corrupted at depth " + depth + ": " + pulp[i] + " and " + juice[i]
                        + " in place of " + before[i]);
            }
            juice[i]++;
        }
        Arrays.fill(pulp, -1); // this side's copy
        return juice;
    }

    private static final class Apple extends UnicastRemoteObject implements Fruit {
        Apple() throws RemoteException {}

        @Override
        public int[] squeeze(Press press, int[] pulp, int depth) throws RemoteException {
            return JuicerIT.squeeze(pulp, depth, (next, left) -> press.squeeze(this, next, left));
        }
    }

    private static final class CiderPress extends UnicastRemoteObject implements Press {
        CiderPress() throws RemoteException {}

        @Override
        public int[] squeeze(Fruit fruit, int[] pulp, int depth) throws RemoteException {
            return JuicerIT.squeeze(pulp, depth, (next, left) -> fruit.squeeze(this, next, left));
        }
    }

    private static final class AppleOrchard extends UnicastRemoteObject implements Orchard {
        AppleOrchard() throws RemoteException {}

        @Override
        public Fruit pick() throws RemoteException {
            return new Apple();
        }
    }

    /** Serves. */
    public static final class CiderFactory extends UnicastRemoteObject implements Factory {
        CiderFactory() throws RemoteException {}

        @Override
        public int work(Orchard orchard, int rounds) throws RemoteException {
            int sum = 0;
            for (int round = 0; round < rounds; round++) {
                int[] pulp = {round, 1, 2, 3};
                int[] juice = orchard.pick().squeeze(new CiderPress(), pulp, DEPTH);
                if (pulp[0] != round) {
                    throw new IllegalStateException("corrupted: " + pulp[0] + " in place of " + round);
                }
                sum += juice[0] - round;
            }
            return sum;
        }

        public static void main(String[] arguments) throws Exception {
            LocateRegistry.createRegistry(1099).bind("factory", new CiderFactory());
            System.out.println("open");
        }
    }

    private static void makeJuice() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Integer>> sums = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                sums.add(threads.submit(() -> ((Factory) Naming.lookup("factory")).work(new AppleOrchard(), ROUNDS)));
            }
            for (Future<Integer> sum : sums) {
                assertThat(sum.get()).isEqualTo(ROUNDS * (DEPTH + 1));
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void shouldCorruptNothingWithinOneJvm() throws Exception {
        CiderFactory.main(new String[0]);
        makeJuice();
    }

    @Test
    void shouldCorruptNothingBetweenTwoJvms() throws Exception {
        try (OtherJvm server = OtherJvm.start(CiderFactory.class)) {
            assertThat(server.readLine()).isEqualTo("open");
            makeJuice();
        }
    }
}
