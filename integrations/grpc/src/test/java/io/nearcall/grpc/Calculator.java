// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.nearcall.Caller;
import io.nearcall.RemoteService;
import java.util.concurrent.atomic.AtomicInteger;

/** What the tests call. */
@RemoteService("calculator")
public interface Calculator {

    int add(int a, int b);

    int divide(int a, int b);

    byte[] echo(byte[] bytes);

    byte[] zeros(int length);

    /** The proven name of the caller; empty if there is none. */
    String caller();

    /** Does not return. */
    void hang() throws InterruptedException;

    /** Returns how many calls of {@link #hang} have begun. */
    int hanging();

    /** What servers of the tests export. */
    final class Simple implements Calculator {

        private final AtomicInteger hanging = new AtomicInteger();

        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public int divide(int a, int b) {
            return a / b;
        }

        @Override
        public byte[] echo(byte[] bytes) {
            return bytes;
        }

        @Override
        public byte[] zeros(int length) {
            return new byte[length];
        }

        @Override
        public String caller() {
            return Caller.current().principal().orElse("");
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
    }
}
