// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.switches;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.nearcall.EndpointBuilder;
import io.nearcall.micrometer.CallTimers;

/** What Micrometer needs. Loaded only where it is switched on. */
final class Metered {

    private Metered() {}

    static EndpointBuilder observe(EndpointBuilder builder) {
        return builder.listener(new CallTimers(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)));
    }
}
