// SPDX-License-Identifier: Apache-2.0
package shop;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.nearcall.Endpoint;
import io.nearcall.micrometer.NearcallMetrics;
import io.nearcall.opentelemetry.NearcallTracing;
import io.opentelemetry.api.OpenTelemetry;

/** A client that is measured and traced. Both modules use packages of Nearcall that are exported to them alone. */
class MeasuredClient {

    public static void main(String[] args) {
        NearcallTracing tracing = new NearcallTracing(OpenTelemetry.noop());
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (Endpoint endpoint = tracing.observe(Endpoint.builder()).open();
                NearcallMetrics metrics = new NearcallMetrics(endpoint)) {
            String answer = endpoint.lookup(Greetings.class).greet(args[0]);
            metrics.bindTo(registry); // which reads the figures
            double connections = registry.get("nearcall.connections")
                    .tag("nearcall.side", "client")
                    .gauge()
                    .value();
            System.out.println(connections == 1 ? answer : connections + " connections are measured");
        }
    }
}
