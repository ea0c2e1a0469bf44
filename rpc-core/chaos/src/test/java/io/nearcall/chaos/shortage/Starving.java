// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.shortage;

import io.nearcall.Endpoint;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A process with a small heap. It offers a {@link Glutton}, and for each line calls the one that the line names. */
final class Starving {

    private static final int MEGABYTE = 1 << 20;
    private static final int MOST_EATEN = 100;

    private Starving() {}

    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Glutton.class, new Guest(), arguments[0]);
            Feast.go(endpoint.lookup(Glutton.class, arguments[0]), 1); // loads all classes
            System.out.println("ready");
            String line;
            while ((line = in.readLine()) != null) {
                String[] words = line.split(" ");
                System.out.println(String.join(
                        "|", Feast.go(endpoint.lookup(Glutton.class, words[0]), Integer.parseInt(words[1]))));
            }
        }
    }

    /** Keeps nothing. */
    static final class Guest implements Glutton {

        @Override
        public long ping(long nonce) {
            return nonce;
        }

        @Override
        public int eat(byte[] bytes) {
            return bytes.length;
        }

        @Override
        public int eatMany(Object[] things) {
            return things.length;
        }

        @Override
        public byte[] serve(int length) {
            return new byte[length];
        }

        @Override
        public CompletableFuture<byte[]> serveLater(int length) {
            return CompletableFuture.completedFuture(new byte[length]);
        }

        @Override
        public int devour() {
            List<byte[]> eaten = new ArrayList<>();
            while (eaten.size() < MOST_EATEN) {
                eaten.add(new byte[MEGABYTE]);
            }
            return eaten.size();
        }

        @Override
        public void swallow(byte[] bytes) {}
    }
}
