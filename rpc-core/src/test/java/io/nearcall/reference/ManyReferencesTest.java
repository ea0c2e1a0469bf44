// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Deadline;
import io.nearcall.DeadlineExceededException;
import io.nearcall.OneWay;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import io.nearcall.Remotes;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** References that come and go in every way: none may be lost too early, and none may stay. */
@Tag("long")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class ManyReferencesTest {

    /** A service that makes objects, and passes on those of others. */
    @RemoteService
    public interface Forge {
        Thing make();

        List<Thing> makeSome(int count);

        /** The same one again and again. */
        Thing shared();

        Thing echo(Thing thing);

        long use(Thing thing);

        /** Takes longer than its caller waits. */
        @Deadline("20ms")
        Thing makeSlowly();

        /** Its argument cannot be read. */
        void refuse(Thing thing, Object unreadable);

        @OneWay
        void drop(Thing thing);
    }

    @RemoteObject
    public interface Thing {
        long number();

        @OneWay
        void touch();
    }

    private final Queue<WeakReference<Thing>> made = new ConcurrentLinkedQueue<>();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong touched = new AtomicLong();
    private final Queue<Throwable> surprises = new ConcurrentLinkedQueue<>();
    private final TwoEndpoints endpoints = new TwoEndpoints();
    private final Forge forge = endpoints.connect(Forge.class, new Smithy());

    @AfterEach
    void close() {
        endpoints.close();
    }

    private final class Numbered implements Thing {
        private final long number = numbers.incrementAndGet();

        Numbered() {
            made.add(new WeakReference<>(this));
        }

        @Override
        public long number() {
            return number;
        }

        @Override
        public void touch() {
            touched.incrementAndGet();
        }
    }

    private final class Smithy implements Forge {
        private final Thing shared = new Numbered();

        @Override
        public Thing make() {
            return new Numbered();
        }

        @Override
        public List<Thing> makeSome(int count) {
            List<Thing> things = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                things.add(new Numbered());
            }
            things.add(things.get(0));
            return things;
        }

        @Override
        public Thing shared() {
            return shared;
        }

        @Override
        public Thing echo(Thing thing) {
            return thing;
        }

        @Override
        public long use(Thing thing) {
            return thing.number();
        }

        @Override
        public Thing makeSlowly() {
            LockSupport.parkNanos(30_000_000);
            return new Numbered();
        }

        @Override
        public void refuse(Thing thing, Object unreadable) {}

        @Override
        public void drop(Thing thing) {
            thing.touch();
        }
    }

    @Test
    void shouldNeitherLoseNorKeepAny() throws Exception {
        Thread collector = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                System.gc();
                LockSupport.parkNanos(20_000_000);
            }
        });
        collector.start();
        int threads = 4;
        CountDownLatch done = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            SplittableRandom random = new SplittableRandom(i);
            new Thread(() -> {
                        try {
                            for (int call = 0; call < 3_000; call++) {
                                useSome(random.nextInt(9));
                            }
                        } catch (Throwable e) {
                            surprises.add(e);
                        }
                        done.countDown();
                    })
                    .start();
        }
        done.await();
        collector.interrupt();
        collector.join();
        assertThat(surprises).isEmpty();
        assertThat(forge.shared().number()).isEqualTo(1);
        assertThat(allButTheSharedOne()).isEmpty();
    }

    private void useSome(int way) {
        switch (way) {
            case 0 -> assertThat(forge.make().number()).isPositive();
            case 1 -> {
                List<Thing> things = forge.makeSome(5);
                assertThat(things.get(5)).isSameAs(things.get(0));
                assertThat(things.get(4).number()).isGreaterThan(things.get(0).number());
            }
            case 2 -> assertThat(forge.shared().number()).isEqualTo(1);
            case 3 -> {
                Thing mine = new Numbered();
                assertThat(forge.echo(mine)).isSameAs(mine);
                assertThat(forge.use(mine)).isEqualTo(mine.number());
            }
            case 4 -> {
                Thing theirs = forge.make();
                assertThat(forge.echo(theirs)).isSameAs(theirs);
                assertThat(forge.use(theirs)).isEqualTo(theirs.number());
            }
            case 5 -> forge.make().touch();
            case 6 -> {
                forge.drop(forge.make());
                forge.drop(new Numbered());
            }
            case 7 -> {
                Thing theirs = forge.make();
                theirs.touch();
                Remotes.release(theirs);
            }
            default -> failInTurns();
        }
    }

    private void failInTurns() {
        if (numbers.get() % 16 == 0) {
            try {
                forge.makeSlowly();
            } catch (DeadlineExceededException e) {
                // its answer comes late
            }
        } else {
            try {
                forge.refuse(new Numbered(), new Object() {});
            } catch (RuntimeException e) {
                // nothing of it is sent
            }
        }
    }

    private List<WeakReference<Thing>> allButTheSharedOne() {
        for (int i = 0; i < 300; i++) {
            System.gc();
            made.removeIf(reference -> reference.get() == null);
            if (made.size() == 1) {
                return Collections.emptyList();
            }
            LockSupport.parkNanos(20_000_000);
        }
        return List.copyOf(made).subList(1, made.size());
    }
}
