// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.wait;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Tells virtual threads from platform threads, also on JDKs without virtual threads. */
public final class VirtualThreads {

    private static final MethodHandle IS_VIRTUAL = find();

    private VirtualThreads() {}

    /** Whether the current thread is virtual; always false before JDK 21. */
    public static boolean isCurrentVirtual() {
        if (IS_VIRTUAL == null) {
            return false;
        }
        try {
            return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static MethodHandle find() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
    }
}
