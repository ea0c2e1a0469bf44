// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.util.Util;

/** Settles once for the whole JVM what Kryo reads from the system properties. */
final class KryoSettings {

    private static final String UNSAFE = "kryo.unsafe";

    static {
        // Kryo must not touch sun.misc.Unsafe, which newer JVMs deny or warn of. Kryo reads the property when its class
        // Util is initialised. Then the old value is restored, for another Kryo that the application may have.
        String before = System.getProperty(UNSAFE);
        System.setProperty(UNSAFE, "false");
        try {
            Util.isUnsafeAvailable();
        } finally {
            if (before == null) {
                System.clearProperty(UNSAFE);
            } else {
                System.setProperty(UNSAFE, before);
            }
        }
    }

    private KryoSettings() {}

    /** Applies the settings, because the call initialises this class. */
    static void apply() {}
}
