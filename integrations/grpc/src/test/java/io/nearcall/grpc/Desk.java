// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.nearcall.Deadline;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import io.nearcall.Unreferenced;
import java.util.concurrent.atomic.AtomicInteger;

/** A service on the other host of {@link TwoHosts}. */
@RemoteService("desk")
public interface Desk {

    int add(int a, int b);

    @Deadline("50ms")
    int addSoon(int a, int b);

    /** Does not return. */
    void hang() throws InterruptedException;

    /** Returns how many calls of {@link #hang} have begun. */
    int hanging();

    Ticket take();

    /** Returns how many tickets nobody refers to any more. */
    int released();

    /** An object of the service's host. */
    @RemoteObject
    interface Ticket {
        int number();
    }

    /** What the server exports. */
    final class Simple implements Desk {

        private final AtomicInteger hanging = new AtomicInteger();
        private final AtomicInteger taken = new AtomicInteger();
        private final AtomicInteger released = new AtomicInteger();

        private record Numbered(int number, AtomicInteger released) implements Ticket, Unreferenced {
            @Override
            public void unreferenced() {
                released.incrementAndGet();
            }
        }

        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public int addSoon(int a, int b) {
            return a + b;
        }

        @Override
        public void hang() throws InterruptedException {
            hanging.incrementAndGet();
            Thread.sleep(Long.MAX_VALUE); // until it is interrupted
        }

        @Override
        public int hanging() {
            return hanging.get();
        }

        @Override
        public Ticket take() {
            return new Numbered(taken.incrementAndGet(), released);
        }

        @Override
        public int released() {
            return released.get();
        }
    }
}
