// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.shortage;

import io.nearcall.NearcallException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls of a {@link Glutton} with more and more. */
final class Feast {

    private static final long PATIENCE_S = 40;
    private static final int MEGABYTE = 1 << 20;

    private final List<String> faults = new ArrayList<>();
    private int refused;

    private Feast() {}

    /**
     * Calls in every way with that many MB.
     *
     * @return first how many calls have failed in a permitted way, then the faults
     */
    static List<String> go(Glutton glutton, int megabytes) {
        Feast feast = new Feast();
        int length = megabytes * MEGABYTE;
        feast.call("eat", length, () -> glutton.eat(new byte[length]));
        feast.call("eat many", length / 8, () -> glutton.eatMany(many(length / 8)));
        feast.call("serve", length, () -> glutton.serve(length).length);
        feast.call("serve later", length, () -> glutton.serveLater(length).get(PATIENCE_S, TimeUnit.SECONDS).length);
        feast.call("devour", 100, glutton::devour);
        feast.call("swallow", length, () -> {
            glutton.swallow(new byte[length]);
            return length;
        });
        for (int i = 0; i < 3; i++) { // the first may find that the connection has ended
            try {
                glutton.ping(i);
            } catch (NearcallException e) {
                feast.faults.add(i < 1 ? "" : "ping " + i + ": " + e);
            }
        }
        feast.faults.removeIf(String::isEmpty);
        feast.faults.add(0, Integer.toString(feast.refused));
        return feast.faults;
    }

    /** Small objects. Each takes more room here than in the message. */
    private static Object[] many(int count) {
        Object[] things = new Object[count];
        Arrays.fill(things, 1L);
        return things;
    }

    private void call(String what, int expected, Callable<Integer> call) {
        try {
            int result = call.call();
            if (result != expected) {
                faults.add(what + " gave " + result);
            }
        } catch (NearcallException | OutOfMemoryError e) {
            refused++;
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof NearcallException) && !(e.getCause() instanceof OutOfMemoryError)) {
                wrong(what, e.getCause());
            }
            refused++;
        } catch (TimeoutException e) {
            wrong(what + " hung", e);
        } catch (Throwable e) {
            wrong(what, e);
        }
    }

    private void wrong(String what, Throwable thrown) {
        thrown.printStackTrace();
        faults.add((what + ": " + thrown).replaceAll("[\\s|]+", " "));
    }
}
