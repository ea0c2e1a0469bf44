// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import java.util.function.Consumer;
import java.util.function.Supplier;

/** Something that is made when first needed, because most programs use only part of an endpoint. Any thread. */
final class Lazy<T> implements AutoCloseable {

    private final Supplier<T> maker;
    private final Consumer<T> closer;
    private volatile T made;
    private boolean closed; // guarded by this

    Lazy(Supplier<T> maker) {
        this(maker, null);
    }

    /** @param closer called without a lock, except for what is made after the closing; may be null */
    Lazy(Supplier<T> maker, Consumer<T> closer) {
        this.maker = maker;
        this.closer = closer;
    }

    T get() {
        T known = made;
        return known == null ? make() : known;
    }

    private synchronized T make() {
        if (made == null) {
            T fresh = maker.get();
            if (closed && closer != null) {
                closer.accept(fresh);
            }
            made = fresh;
        }
        return made;
    }

    /** Null if nobody has asked for it yet. */
    T made() {
        return made;
    }

    /** Closes what has been made, or what will be made. */
    @Override
    public void close() {
        T known;
        synchronized (this) {
            closed = true;
            known = made;
        }
        if (known != null && closer != null) {
            closer.accept(known);
        }
    }
}
