// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.micro;

import io.nearcall.bench.trade.Order;
import io.nearcall.bench.trade.OrderLine;
import org.apache.fory.Fory;
import org.apache.fory.config.Language;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.memory.MemoryUtils;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Apache Fory as its guide advises: Java only, classes registered, code generated before the first use, one codec and
 * one buffer kept for all values. It uses Unsafe, because it cannot work without. It is a state of its own, so only its
 * own benchmarks load it.
 */
@State(Scope.Thread)
public class ForyRoundTrip {

    private static final int MEMORY_BYTES = 1 << 16;

    private final Fory withReferences = fory(true);
    private final Fory withoutReferences = fory(false);
    private final MemoryBuffer memory = MemoryUtils.buffer(MEMORY_BYTES);

    private static Fory fory(boolean references) {
        Fory fory = Fory.builder()
                .withLanguage(Language.JAVA)
                .requireClassRegistration(true)
                .withRefTracking(references)
                .withCodegen(true)
                .withAsyncCompilation(false)
                .build();
        fory.register(Order.class);
        fory.register(OrderLine.class);
        return fory;
    }

    Object withReferences(Object value) {
        return through(withReferences, value);
    }

    Object withoutReferences(Object value) {
        return through(withoutReferences, value);
    }

    private Object through(Fory fory, Object value) {
        memory.writerIndex(0);
        memory.readerIndex(0);
        fory.serialize(memory, value);
        return fory.deserialize(memory);
    }
}
