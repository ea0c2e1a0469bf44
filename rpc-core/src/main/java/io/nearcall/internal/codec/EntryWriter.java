// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.util.Map;
import java.util.function.BiConsumer;

/** Writes the entries of maps. A map calls it for each, so that neither a view nor an iterator of the map is made. */
final class EntryWriter implements BiConsumer<Object, Object> {

    /* One for each lane. A map within a map is written while the outer one calls: what is left of that one is kept meanwhile. */

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
