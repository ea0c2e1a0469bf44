// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.log;

/** Nearcall's logger. */
public final class Log {

    /* To have one takes 25 ms of a fresh JVM, and most have nothing to say: so it is made for the first message. */

    private static final System.Logger LOGGER = System.getLogger("io.nearcall");

    private Log() {}

    /** To be asked for each message. Any thread. */
    public static System.Logger get() {
        return LOGGER;
    }
}
