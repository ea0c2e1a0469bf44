// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.chaos.process.Victim;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A {@link Victim} that does not complain of each attack. */
final class Stronghold {

    private static final Logger PRODUCT = Logger.getLogger("io.nearcall");
    private static final Logger GRPC = Logger.getLogger("io.grpc");

    private Stronghold() {}

    public static void main(String[] arguments) throws Throwable {
        mute();
        Victim.main(arguments);
    }

    /** Warnings about hostile peers are expected, and there are thousands here. */
    static void mute() {
        PRODUCT.setLevel(Level.SEVERE);
        GRPC.setLevel(Level.SEVERE);
    }
}
