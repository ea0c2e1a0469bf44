// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import io.nearcall.opentelemetry.NearcallTracing;
import io.nearcall.spring.EndpointBuilderCustomizer;
import io.opentelemetry.api.OpenTelemetry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Makes spans for calls, if {@code nearcall-opentelemetry} and a bean of type {@code OpenTelemetry} are there. */
@AutoConfiguration(
        after = NearcallAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration",
            "io.opentelemetry.instrumentation.spring.autoconfigure.OpenTelemetryAutoConfiguration"
        })
@ConditionalOnClass({OpenTelemetry.class, NearcallTracing.class})
@ConditionalOnBean(OpenTelemetry.class)
@ConditionalOnBooleanProperty(name = "nearcall.tracing.enabled", matchIfMissing = true)
public class NearcallTracingAutoConfiguration {

    /** Makes the object that makes the spans. */
    @Bean
    @ConditionalOnMissingBean
    public NearcallTracing nearcallTracing(OpenTelemetry openTelemetry) {
        return new NearcallTracing(openTelemetry);
    }

    /** Adds tracing to the context's endpoint. */
    @Bean
    public EndpointBuilderCustomizer nearcallTracingCustomizer(NearcallTracing tracing) {
        return tracing::observe;
    }
}
