// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.codec.Patience;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The patience of a codec that writes a lane's call: it waits no longer than the call may take.
 *
 * @param deadline the call's deadline; if the call's clock does not run yet, it starts with the first request
 * @param late makes the exception for a deadline that is over, from a text that names what has not come
 * @param interruption makes the exception for a thread that is interrupted
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
