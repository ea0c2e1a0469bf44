// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Victims that are warm before they are needed, made by a thread of their own. */
public final class Spares {

    private static final int READY = 3;
    private static final long PATIENCE_S = 60;

    private final BlockingQueue<VictimJvm> ready = new ArrayBlockingQueue<>(READY);
    private final Recipe recipe;
    private final Thread maker = new Thread(this::make, "spares");
    private volatile int left;

    /** Makes one victim, on the thread of the spares. */
    @FunctionalInterface
    public interface Recipe {
        VictimJvm start() throws IOException;
    }

    /** Victims that run {@link Victim} as usual. */
    public Spares(Path scratch, int count) {
        this(count, () -> VictimJvm.start(scratch, Victim.class));
    }

    /** Victims that print "ready" when they are. */
    public Spares(int count, Recipe recipe) {
        this.recipe = recipe;
        this.left = count;
        maker.setDaemon(true);
        maker.start();
    }

    private void make() {
        try {
            while (left > 0) {
                VictimJvm victim = recipe.start();
                victim.expect("ready");
                ready.put(victim);
                left--;
            }
        } catch (IOException e) {
            e.printStackTrace(); // take() will find none
        } catch (InterruptedException e) {
            // closed
        }
    }

    public VictimJvm take() throws InterruptedException {
        VictimJvm victim = ready.poll(PATIENCE_S, TimeUnit.SECONDS);
        if (victim == null) {
            throw new IllegalStateException("no further victim could be made; " + left + " are left to make");
        }
        return victim;
    }

    public void close() throws InterruptedException {
        maker.interrupt();
        left = 0;
        maker.join(TimeUnit.SECONDS.toMillis(PATIENCE_S));
        ready.forEach(VictimJvm::close);
    }
}
