// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os.windows;

/**
 * Watches for one thread that waits for any number of objects: each watch sets one event, once, when its object is
 * signalled. Thread-safe, except that an ended watch must not be used.
 */
public final class WaitWatches {

    private WaitWatches() {}

    /** Makes the event for which the thread waits. A wait that it ends resets it. */
    public static long event() {
        Library.load();
        return ErrorCodes.check(event0(), "CreateEvent", "without a name");
    }

    /** Begins to watch an object. Both handles must stay open until {@link #end}. Returns the watch. */
    public static long begin(long object, long event) {
        return ErrorCodes.check(begin0(object, event), "RegisterWaitForSingleObject", "handle " + object);
    }

    /** Whether the watch has set the event, and watches no more. */
    public static boolean hasFired(long watch) {
        return fired0(watch);
    }

    /** Ends a watch. */
    public static void end(long watch) {
        end0(watch);
    }

    private static native long event0();

    private static native long begin0(long object, long event);

    private static native boolean fired0(long watch);

    private static native void end0(long watch);
}
