// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.codegen.InvalidRemoteInterface;
import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.codec.AllowedClasses;
import java.lang.ref.WeakReference;

/**
 * Inspects an interface like an endpoint, but without one, for tools. On the class path only, because this package is
 * not exported.
 */
public final class InspectedInterface {

    /** The timeout of methods that have no {@code @Deadline}, in interfaces that have none. */
    public static final long NO_DEADLINE_NS = -1;

    private InspectedInterface() {}

    /**
     * Inspects the interface.
     *
     * @throws InvalidRemoteInterface if it cannot be called remotely, with all that is wrong with it
     */
    public static ClientInterface of(Class<?> type) {
        KnownClasses known = new KnownClasses(
                AllowedClasses.NONE, false, new WeakReference<>(InspectedInterface.class.getClassLoader()));
        return new Interfaces(known, NO_DEADLINE_NS, null).describe(type).callee();
    }
}
