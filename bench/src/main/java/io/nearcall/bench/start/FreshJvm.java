// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import io.nearcall.bench.pair.Child;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A client JVM, from its start to its end. */
final class FreshJvm {

    /** The flags set no heap size: the JVM chooses it, as it would for a user. */
    static final List<String> FLAGS =
            List.of("-Djava.rmi.server.hostname=127.0.0.1", "--enable-native-access=ALL-UNNAMED");

    private static final long TIMEOUT_S = 30;

    private FreshJvm() {}

    /** Runs the JVM. Blocks until it has ended, which takes seconds if it makes an archive then. */
    static Marks.Found run(Class<?> main, List<String> flags, String... args) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(args));
        all.add(0, Long.toString(System.nanoTime()));
        try (Child child = Child.start(main.getSimpleName(), "", flags, main, all)) {
            Marks.Found found = child.next(Marks.Found.class, TIMEOUT_S);
            child.end();
            return found;
        }
    }
}
