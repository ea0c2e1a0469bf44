// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

import io.nearcall.EncodingException;
import io.nearcall.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What is too deep or too long to be read is not written either, as argument and as result, and no connection breaks of it. */
final class BothWays {

    private static final String NAME = "both-ways";
    private static final int LIMIT_BYTES = 1 << 20;
    private static final int TOO_DEEP = 70;
    private static final int VERY_DEEP = 100_000;
    private static final int ROUNDS = 50;

    private BothWays() {}

    private static final class Making implements Maker {

        @Override
        public int take(Object value) {
            return 1;
        }

        @Override
        public Object deep(int depth) {
            return BothWays.deep(depth);
        }

        @Override
        public byte[] longOne(int length) {
            return new byte[length];
        }
    }

    private static Object deep(int depth) {
        List<Object> outer = new ArrayList<>();
        for (int i = 1; i < depth; i++) {
            outer = new ArrayList<>(List.of(outer));
        }
        return outer;
    }

    private static Endpoint small() {
        return Endpoint.builder().maxMessageBytes(LIMIT_BYTES).open();
    }

    static void run(Consumer<String> faults) {
        try (Endpoint server = small();
                Endpoint client = small()) {
            server.export(Maker.class, new Making(), NAME);
            Maker maker = client.lookup(Maker.class, NAME);
            for (int i = 0; i < ROUNDS; i++) {
                for (int depth : new int[] {TOO_DEEP, VERY_DEEP}) {
                    faults.accept(refused(
                            "an argument of depth " + depth, EncodingException.class, () -> maker.take(deep(depth))));
                    faults.accept(
                            refused("a result of depth " + depth, EncodingException.class, () -> maker.deep(depth)));
                }
                faults.accept(refused(
                        "an argument too long", EncodingException.class, () -> maker.take(new byte[LIMIT_BYTES + 1])));
                faults.accept(
                        refused("a result too long", EncodingException.class, () -> maker.longOne(LIMIT_BYTES + 1)));
                if (maker.take(deep(TOO_DEEP / 2)) != 1 || maker.longOne(LIMIT_BYTES / 2).length != LIMIT_BYTES / 2) {
                    faults.accept("a call after those that were refused got another answer");
                }
            }
        }
    }

    private static String refused(String what, Class<? extends Exception> expected, Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            return expected.isInstance(e) ? null : what + " ended with " + e;
        }
        return what + " was taken";
    }
}
