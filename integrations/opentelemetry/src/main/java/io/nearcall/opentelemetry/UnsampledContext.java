// SPDX-License-Identifier: Apache-2.0
package io.nearcall.opentelemetry;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import java.util.Map;
import java.util.function.Function;

/**
 * The context that came with an unsampled call. Its pairs are read when the context is first used, because most methods
 * never use it. Thread-safe.
 */
final class UnsampledContext implements Context {

    private final Map<String, String> pairs;
    private final Function<Map<String, String>, Context> reading;
    private Context read; // null until first used. A race makes two equal ones, and contexts are safe when seen early

    /** @param reading reads the context from the pairs, and does not throw */
    UnsampledContext(Map<String, String> pairs, Function<Map<String, String>, Context> reading) {
        this.pairs = pairs;
        this.reading = reading;
    }

    /** Returns whether the pairs are read in that way. */
    boolean isReadBy(Function<Map<String, String>, Context> way) {
        return reading == way;
    }

    /** Returns whether the context is read from these very pairs. */
    boolean isOf(Map<String, String> carried) {
        return carried == pairs;
    }

    private Context read() {
        Context known = read;
        if (known == null) {
            known = reading.apply(pairs);
            read = known;
        }
        return known;
    }

    @Override
    public <V> V get(ContextKey<V> key) {
        return read().get(key);
    }

    @Override
    public <V> Context with(ContextKey<V> key, V value) {
        return read().with(key, value);
    }

    @Override
    public String toString() {
        return read().toString();
    }
}
