// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import io.nearcall.codegen.RemoteInterface;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows whether a method, or what depends on a future, has been seen to take long. If so, it is better run apart from
 * the thread that others wait for. Any thread.
 */
public final class MethodPace {

    /* What a method did last is mostly what it does next. Each time that it holds a lane up, twice as many of its calls
     * as before are run apart, until one is tried again. Each call that holds nobody up quarters that number. So a
     * method that sleeps holds its lane up nine times in its first 4 100 calls, and then once in 4 096. A method that
     * was only being loaded, or had lost its CPU, is back after some twenty calls.
     *
     * The counts are plain, and lanes of several connections may race for them: then a call more or less is run
     * apart. */

    private static final int FEWEST_APART = 16;
    private static final int MOST_APART = 4096;

    /**
     * The cost of handing a call to another thread, which mostly sleeps. A call that takes longer is better run
     * elsewhere.
     */
    private static final long HAND_OVER_NS = 50_000;

    /** Kept with the class, which may outlive Nearcall's own. So the value contains nothing of Nearcall's. */
    private static final ClassValue<Map<Class<?>, int[][]>> KNOWN = new ClassValue<>() {
        @Override
        protected Map<Class<?>, int[][]> computeValue(Class<?> implementation) {
            return new ConcurrentHashMap<>();
        }
    };

    private static final int APART = 0;
    private static final int LEFT = 1;
    private static final int COUNTS = 2;

    private final int[] calls;

    /** For something that has not been seen yet. */
    public MethodPace() {
        this(new int[COUNTS]);
    }

    private MethodPace(int[] calls) {
        this.calls = calls;
    }

    /** For the methods of an interface, as all objects of a class implement it. Each caller may have its own array. */
    static MethodPace[] of(Class<?> implementation, RemoteInterface<?> type) {
        int[][] known = KNOWN.get(implementation)
                .computeIfAbsent(type.type(), each -> new int[type.methods().size()][COUNTS]);
        return Arrays.stream(known).map(MethodPace::new).toArray(MethodPace[]::new);
    }

    /** Whether the next call must be run apart. Asked once for each call. */
    public boolean takesApart() {
        int left = calls[LEFT];
        if (left == 0) {
            return false;
        }
        calls[LEFT] = left - 1;
        return true;
    }

    /** A call that was not run apart has returned, after {@code ns}. */
    public void took(long ns) {
        if (ns >= HAND_OVER_NS) {
            heldUp();
            return;
        }
        int apart = calls[APART];
        if (apart != 0) {
            setApart(apart >> 2);
        }
    }

    /** A call that was not run apart has held others up: it took long, or has not returned yet. */
    public void heldUp() {
        setApart(Math.max(FEWEST_APART, Math.min(MOST_APART, calls[APART] << 1)));
    }

    private void setApart(int apart) {
        calls[APART] = apart;
        calls[LEFT] = apart;
    }
}
