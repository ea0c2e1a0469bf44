// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.codec.Patience;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * That of the call which a lane is writing.
 *
 * @param deadline of that call, which runs from here on
 * @param late makes what is thrown when that is over, of what has not come
 * @param interruption makes what is thrown when the thread is interrupted
 */
public record CallPatience(
        LongSupplier deadline, Function<String, RuntimeException> late, Supplier<RuntimeException> interruption)
        implements Patience {

    @Override
    public long deadlineNs() {
        return deadline.getAsLong();
    }

    @Override
    public RuntimeException exhausted(boolean interrupted, String lacking) {
        return interrupted ? interruption.get() : late.apply(lacking);
    }
}
