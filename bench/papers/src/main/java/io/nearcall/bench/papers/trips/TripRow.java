// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.trips;

import io.nearcall.bench.papers.mechanism.Payload;

/**
 * A row of {@code papers.json}. The names of the components are its keys.
 *
 * @param setting the placement and the state of the JVMs
 * @param medianNs the median of the rounds; the lower and the upper value are their quartiles
 */
public record TripRow(
        String setting,
        String system,
        Payload payload,
        int requestBytes,
        int replyBytes,
        double lowerQuartileNs,
        double medianNs,
        double upperQuartileNs,
        int rounds) {}
