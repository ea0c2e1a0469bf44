// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import io.nearcall.ipc.segment.Words;

/** A {@code double} field. */
public final class DoubleField extends Field {

    DoubleField(Layout layout, int index) {
        super(layout, index);
    }

    public double get(SharedObject object) {
        return memory(object).getDouble(index);
    }

    public void set(SharedObject object, double value) {
        memory(object).putDouble(index, value);
    }

    public double getVolatile(SharedObject object) {
        return Double.longBitsToDouble(Words.getLongVolatile(memory(object), index));
    }

    public void setVolatile(SharedObject object, double value) {
        Words.putLongVolatile(memory(object), index, Double.doubleToRawLongBits(value));
    }
}
