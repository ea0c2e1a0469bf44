// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.statistics.ConnectionStatistics;
import io.nearcall.internal.statistics.EndpointStatistics;
import io.nearcall.internal.wire.Limits;
import java.util.Map;

/** A connection of which the lanes need next to nothing. */
public final class OpenConnection {

    private OpenConnection() {}

    /** That shows nothing. */
    public static ConnectionStatistics statistics() {
        return new ConnectionStatistics(new EndpointStatistics(() -> null), 0, true, "");
    }

    public static LaneConnection make() {
        return OnlyThese.of(
                LaneConnection.class,
                Map.of(
                        "maxCalls", () -> 1,
                        "limits", () -> new Limits(1, 0, 1L << 16),
                        "maxMessageBytes", () -> 1L << 16,
                        "references", () -> ReferenceCounts.NONE,
                        "isClosed", () -> false,
                        "recording", () -> null,
                        "beginRecorded", () -> null,
                        "recordFailure", () -> null,
                        "refused", () -> null,
                        "statistics", OpenConnection::statistics));
    }
}
