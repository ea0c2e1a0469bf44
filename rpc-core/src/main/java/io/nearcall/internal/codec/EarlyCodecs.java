// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.lang.reflect.Modifier;
import java.util.Collection;

/** Makes codecs before a call needs them. A class of its own, so that a client does not load it. Any thread. */
public final class EarlyCodecs {

    private EarlyCodecs() {}

    /** Makes the codecs of some classes. Ignores failures: a class may never travel, or a call reports the failure. */
    public static void make(Collection<Class<?>> classes) {
        for (Class<?> type : classes) {
            if (!type.isInterface() && !Modifier.isAbstract(type.getModifiers())) {
                try {
                    Serializers.of(type);
                } catch (ClassNotAllowed | LinkageError e) {
                    // see above
                }
            }
        }
    }
}
