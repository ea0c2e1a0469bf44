// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.trips;

import io.nearcall.bench.papers.mechanism.Payload;

/**
 * A row of {@code papers.json}; the names of the components are its keys.
 *
 * @param setting where, and in what JVMs
 * @param medianNs of the rounds, of which the lower and the upper are the quartiles
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
