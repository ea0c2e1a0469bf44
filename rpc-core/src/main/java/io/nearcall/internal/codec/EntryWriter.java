// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.util.Map;
import java.util.function.BiConsumer;

/** Writes the entries of maps. The map calls it for each entry, so that it makes neither a view nor an iterator. */
final class EntryWriter implements BiConsumer<Object, Object> {

    /* Each lane has one. A map within a map is written while the outer map calls, so write() keeps the outer state. */

    private final GraphWalk codec;
    private FrameOutput output;
    private int left;

    EntryWriter(GraphWalk codec) {
        this.codec = codec;
    }

    void write(FrameOutput out, Map<?, ?> map, int length) {
        FrameOutput outerOutput = output;
        int outerLeft = left;
        output = out;
        left = length;
        map.forEach(this);
        Elements.check(length - left, length);
        output = outerOutput;
        left = outerLeft;
    }

    @Override
    public void accept(Object key, Object value) {
        if (--left < 0) {
            return; // the map has grown, which is noticed at the end
        }
        codec.writeElement(output, key);
        codec.writeElement(output, value);
    }
}
