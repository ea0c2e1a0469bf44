// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import io.nearcall.ConnectionLostException;
import io.nearcall.Endpoint;
import io.nearcall.EndpointClosedException;
import io.nearcall.NearcallException;

/** A worker: does the tasks that it finds in the space, until it is stopped. The only argument is its name. */
public final class Worker {

    /** A task: the number of the job, and a range of numbers in which to count the primes. */
    static final Template TASK = Template.of("task", long.class, int.class, int.class);

    private Worker() {}

    public static void main(String[] args) throws InterruptedException {
        long pid = ProcessHandle.current().pid();
        String name = args.length > 0 ? args[0] : "worker-" + pid;
        try (Endpoint endpoint = Endpoint.open()) {
            TupleSpace space = endpoint.lookup(TupleSpace.class);
            System.out.println("Waiting for tasks, as process " + pid + ".");
            while (true) {
                try (Transaction work = space.begin(name)) {
                    Tuple task = work.in(TASK);
                    long job = task.number(1);
                    int from = (int) task.number(2);
                    int primes = Primes.count(from, (int) task.number(3));
                    work.out(Tuple.of("primes", job, from, primes, name));
                    work.commit(); // the result replaces the task; a worker that dies before this has changed nothing
                }
            }
        } catch (EndpointClosedException e) {
            // Ctrl-C
        } catch (ConnectionLostException e) {
            System.err.println("The space has gone.");
            System.exit(1);
        } catch (NearcallException e) {
            System.err.println(name + ": " + e.getMessage());
            System.exit(1);
        }
    }
}
