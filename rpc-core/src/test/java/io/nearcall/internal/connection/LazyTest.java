// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

/** Parts that are made when they are first asked for. */
class LazyTest {

    private static final int THREADS = 8;

    private final List<Object> closed = Collections.synchronizedList(new ArrayList<>());
    private final Lazy<Object> part = new Lazy<>(Object::new, closed::add);

    @Test
    void shouldMakeOneForAllThreads() throws Exception {
        Set<Object> got = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
        CyclicBarrier together = new CyclicBarrier(THREADS);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                try {
                    together.await();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                got.add(part.get());
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(got).containsExactly(part.made());
    }

    @Test
    void shouldMakeNothingToCloseIt() {
        part.close();

        assertThat(part.made()).isNull();
        assertThat(closed).isEmpty();
    }

    @Test
    void shouldCloseWhatWasMadeBeforeAndWhatIsMadeAfterwards() {
        Lazy<Object> late = new Lazy<>(Object::new, closed::add);
        Object before = part.get();
        part.close();
        late.close();
        Object after = late.get();

        assertThat(closed).containsExactly(before, after);
        assertThat(late.get()).isSameAs(after);
    }
}
