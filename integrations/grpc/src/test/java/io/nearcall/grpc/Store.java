// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.nearcall.ByRef;
import io.nearcall.OneWay;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import java.io.Serializable;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** What hostile peers call: everything that calls have. */
@RemoteService("store")
public interface Store {

    int add(int a, int b);

    byte[] echo(byte[] bytes);

    /** Takes any object and returns it. Its class is agreed on in the middle of the call. */
    Object keep(Object thing);

    Shelf shelf();

    int askBack(@ByRef Clerk clerk, int question);

    Iterator<Integer> numbers(int count);

    CompletableFuture<Integer> later(int number);

    @OneWay
    void tell(int number);

    /** An object of the server. */
    @RemoteObject
    interface Shelf {
        int number();
    }

    /** An object of the client. */
    interface Clerk {
        int answer(int question);
    }

    /** No signature names this class. */
    final class Parcel implements Serializable {
        private static final long serialVersionUID = 1L;
        final String label;

        Parcel(String label) {
            this.label = label;
        }
    }

    /** What the servers export. */
    final class Simple implements Store {

        private record Numbered(int number) implements Shelf {}

        /** The last object that was kept. */
        volatile Object kept;

        private volatile int told;

        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public byte[] echo(byte[] bytes) {
            return bytes;
        }

        @Override
        public Object keep(Object thing) {
            kept = thing;
            return thing;
        }

        @Override
        public Shelf shelf() {
            return new Numbered(told);
        }

        @Override
        public int askBack(Clerk clerk, int question) {
            return clerk.answer(question);
        }

        @Override
        public Iterator<Integer> numbers(int count) {
            return IntStream.range(0, count).iterator();
        }

        @Override
        public CompletableFuture<Integer> later(int number) {
            return CompletableFuture.supplyAsync(() -> number);
        }

        @Override
        public void tell(int number) {
            told = number;
        }
    }
}
