// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.OnlyThese;
import io.nearcall.internal.lane.ReferenceCounts;
import java.util.Map;

/** A connection of which the lanes need next to nothing. */
final class OpenLink {

    private OpenLink() {}

    static LaneConnection make() {
        return OnlyThese.of(
                LaneConnection.class,
                Map.of(
                        "maxCalls", () -> 1,
                        "maxMessageBytes", () -> 1L << 16,
                        "references", () -> ReferenceCounts.NONE,
                        "isClosed", () -> false));
    }
}
