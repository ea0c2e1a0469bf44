// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.util.Util;

/** Settles what Kryo asks the system properties once for the whole JVM. */
final class KryoSettings {

    private static final String UNSAFE = "kryo.unsafe";

    static {
        // Kryo must not touch sun.misc.Unsafe, which newer JVMs deny or warn of. It reads the property when the class
        // Util
        // is initialised; afterwards the property is what it was, for another Kryo that the application may have.
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

    /** Returns when everything is settled. */
    static void apply() {}
}
